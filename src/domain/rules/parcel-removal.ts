import type { Language, Text } from '../../base/i18n/text.ts';

/** What keeps a plot from being removed. */
export const parcelReferences = [
  'people',
  'diary',
  'photographs',
  'objects',
  'devices',
  'tasks',
  'messages',
  'mentions',
  'tags',
  'listing',
  'buildings',
] as const;
export type ParcelReference = (typeof parcelReferences)[number];

const names: Record<ParcelReference, Text> = {
  people: { en: 'people', ru: 'люди' },
  diary: { en: 'a diary', ru: 'дневник' },
  photographs: { en: 'photographs', ru: 'фотографии' },
  objects: { en: 'trees or things', ru: 'посадки и вещи' },
  devices: { en: 'devices', ru: 'устройства' },
  tasks: { en: 'tasks', ru: 'задачи' },
  messages: { en: 'messages', ru: 'сообщения' },
  mentions: { en: 'mentions in texts', ru: 'упоминания в записях' },
  tags: { en: 'tags', ru: 'метки' },
  listing: { en: 'the developer’s listing', ru: 'объявление застройщика' },
  buildings: { en: 'buildings', ru: 'постройки' },
};

/** “plot 12 (people, a diary), plot 14 (tasks)”. */
export function nameParcelReferences(found: readonly { number: string; kind: ParcelReference }[]): Text {
  const byPlot = new Map<string, ParcelReference[]>();
  for (const { number, kind } of found) byPlot.set(number, [...(byPlot.get(number) ?? []), kind]);
  const say = (language: Language, word: string) =>
    [...byPlot]
      .map(
        ([number, kinds]) => `${word} ${number} (${kinds.map((kind) => names[kind][language]).join(', ')})`,
      )
      .join(', ');
  return { en: say('en', 'plot'), ru: say('ru', 'участок') };
}

/** Why an import cannot be taken back; null: nothing stands in the way. */
export function explainTakingBack(inTheWay: {
  references: readonly { number: string; kind: ParcelReference }[];
  changed: readonly { type: 'parcel' | 'building'; name: string; file: string | null; isGone: boolean }[];
  takenNumbers: readonly string[];
}): Text | null {
  const { references, changed, takenNumbers } = inTheWay;
  const parts: Text[] = [];
  for (const { type, name, file, isGone } of changed) {
    const what: Text =
      type === 'parcel'
        ? { en: `plot ${name}`, ru: `участок ${name}` }
        : { en: `building ${name}`, ru: `постройка ${name}` };
    if (isGone) parts.push({ en: `${what.en} was removed since`, ru: `${what.ru}: с тех пор удалили` });
    else if (file !== null)
      parts.push({
        en: `${what.en} was changed by the later file “${file}”`,
        ru: `${what.ru}: изменён более поздним файлом «${file}»`,
      });
    else parts.push({ en: `${what.en} was changed since`, ru: `${what.ru}: с тех пор изменили` });
  }
  if (takenNumbers.length > 0)
    parts.push({
      en: `numbers that are taken by now: ${takenNumbers.join(', ')}`,
      ru: `эти номера уже заняты: ${takenNumbers.join(', ')}`,
    });
  if (references.length > 0) {
    const named = nameParcelReferences(references);
    parts.push({ en: `in use by now: ${named.en}`, ru: `уже пользуются: ${named.ru}` });
  }
  if (parts.length === 0) return null;
  return {
    en: `Nothing was taken back. In the way: ${parts.map(({ en }) => en).join('; ')}.`,
    ru: `Ничего не отменено. Мешает: ${parts.map(({ ru }) => ru).join('; ')}.`,
  };
}

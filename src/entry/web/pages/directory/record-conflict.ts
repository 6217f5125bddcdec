import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import type { RecordValues } from '../../ui/record-input.tsx';
import { formatRecordValue, type RecordField } from '../../words/directory-texts.ts';
import { parseRecordBase, recordBaseField } from './record-form.tsx';

const formatConflict = (value: string): Text => ({
  en: `Somebody has written meanwhile: ${value || 'nothing'}. Press the button again to let yours stand.`,
  ru: `Пока вы писали, здесь записали: ${value || 'пусто'}. Нажмите кнопку ещё раз, чтобы осталось ваше.`,
});

/** Base values of the changed fields; fields without one are left out. */
export function pickRecordBase(form: URLSearchParams, changed: readonly RecordField[]): RecordValues {
  const seen = parseRecordBase(form.get(recordBaseField));
  return Object.fromEntries(
    changed.flatMap((field) => (seen[field] === undefined ? [] : [[field, seen[field]]])),
  );
}

/** Shows conflicting values at their fields and makes them the base values: a resubmit overwrites them. */
export async function showConflict<Reply>(form: URLSearchParams, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details?.now) throw error;
    const now = error.details.now as RecordValues;
    const moved = Object.keys(error.fields ?? {}) as RecordField[];
    const seen = {
      ...parseRecordBase(form.get(recordBaseField)),
      ...Object.fromEntries(moved.map((each) => [each, now[each]])),
    };
    form.set(recordBaseField, JSON.stringify(seen));
    return refuse.invalidFields(
      Object.fromEntries(
        moved.map((field) => {
          const [en, ru] = [
            formatRecordValue(field, now[field], 'en'),
            formatRecordValue(field, now[field], 'ru'),
          ];
          return [field, [{ en: formatConflict(en).en, ru: formatConflict(ru).ru }]];
        }),
      ),
    );
  }
}

/** Maps a refusal inside a list, such as `phones.1`, to the field of the list. */
export async function mapListFields<Reply>(work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const places = Object.entries(error.fields).map(([place, said]) => [place.split('.', 1)[0], said]);
    const { kind, text, details } = error;
    throw new Refusal({ kind, text, fields: Object.fromEntries(places), ...(details && { details }) });
  }
}

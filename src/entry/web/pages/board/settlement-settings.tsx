import type { z } from 'zod';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_settlement } from '../../../../features/actions/edit_settlement.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { choice, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { readFormState } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { villageMissingTexts } from '../../words/missing-field-texts.ts';
import { settlementFieldTexts } from '../../words/settlement-field-texts.ts';
import { settlementKindTexts, settlementStatusTexts, translateName } from '../../words/shared-texts.ts';
import { formatTimeZone, listTimeZones } from '../../words/time-zones.ts';
import { texts as boardTexts } from './board.tsx';
import { loadBoardSettlement } from './board-settlement.ts';

export const texts = {
  title: { en: 'The village’s data', ru: 'Данные посёлка' },
  ...settlementFieldTexts,
  dwelling: { en: 'From a house to the border of its plot', ru: 'От дома до границы участка' },
  other: { en: 'From other buildings to the border', ru: 'От других построек до границы' },
  setbackHint: { en: 'at least', ru: 'не ближе' },
  metre: labels.metres,
  save: labels.save,
  saved: labels.saved,
  unchanged: { en: 'Nothing is changed yet.', ru: 'Пока ничего не изменено.' },
  none: { en: 'nothing', ru: 'пусто' },
} as const satisfies Record<string, Text>;

const setback = { hint: texts.setbackHint, inputMode: 'decimal', unit: texts.metre, required: true } as const;

const fields = [
  'name',
  'kind',
  'status',
  'address',
  'time_zone',
  'dwelling_setback_m',
  'other_setback_m',
] as const;
type Field = (typeof fields)[number];
type Settings = Readonly<Record<Field, string>>;

/** As strings, like form values, so that base values and typed values compare directly. */
async function loadSettings(settlement: string, { call }: PageRequest): Promise<Settings> {
  const { data } = await call(show_settlement, { settlement });
  return {
    name: data.name,
    kind: data.kind,
    status: data.status,
    address: data.address,
    time_zone: data.time_zone,
    dwelling_setback_m: String(data.setbacks.dwelling_m),
    other_setback_m: String(data.setbacks.other_m),
  };
}

function formatValue(field: Field, value: unknown, language: Language): string {
  const plain = String(value);
  if (field === 'kind') return translateName(settlementKindTexts, plain, language);
  if (field === 'status') return translateName(settlementStatusTexts, plain, language);
  if (field === 'time_zone') return formatTimeZone(plain, language);
  if (field.endsWith('_m')) return `${formatMetres(plain, language)} ${texts.metre[language]}`;
  return plain || texts.none[language];
}

const decimalSign: Text = { en: '.', ru: ',' };
const formatMetres = (metres: string, language: Language) => metres.replace('.', decimalSign[language]);

const save = form(edit_settlement, {
  path: paths.settlementSettings,
  fields: {
    name: line(texts.name, { required: true }),
    kind: choice(texts.kind, settlementKindTexts, { required: true }),
    status: choice(texts.status, settlementStatusTexts, { required: true }),
    address: line(texts.address, { hint: texts.addressHint }),
    time_zone: choice(texts.timeZone, {}, { hint: texts.timeZoneHint, required: true }),
    dwelling_setback_m: line(texts.dwelling, setback),
    other_setback_m: line(texts.other, setback),
  },
  given(_, { form: posted }) {
    const seen = readSeen(posted);
    const unchanged = fields.filter(
      (field) => !posted.has(field) || readTyped(posted, field) === seen[field],
    );
    if (unchanged.length === fields.length) throw new Refusal({ kind: 'invalid', text: texts.unchanged });
    const omitted = Object.fromEntries(unchanged.map((field) => [field, undefined]));
    return { ...omitted, seen: { ...seen, ...omitted } } as Partial<z.input<typeof edit_settlement.input>>;
  },
  refused: async (refusal, _, { form: posted }) => {
    throw refusal.details?.now ? showConflict(refusal, posted) : refusal;
  },
  done: (_, at) => ({ to: fillPath(paths.board, at), notice: texts.saved }),
});

const readTyped = (posted: URLSearchParams, field: Field) => {
  const typed = posted.get(field)?.trim() ?? '';
  return field.endsWith('_m') ? typed.replace(',', '.') : typed;
};
const readSeen = (posted: URLSearchParams) => readFormState(posted.get('seen')) as Partial<Settings>;

/** Shows conflicting values at their fields and makes them the base values: a resubmit overwrites them. */
function showConflict(refusal: Refusal, posted: URLSearchParams): Refusal {
  const now = refusal.details?.now as Readonly<Record<Field, unknown>>;
  const moved = Object.keys(refusal.fields ?? {}) as Field[];
  posted.set(
    'seen',
    JSON.stringify({
      ...readSeen(posted),
      ...Object.fromEntries(moved.map((field) => [field, String(now[field])])),
    }),
  );
  const fieldTexts = moved.map((field) => [
    field,
    [
      {
        en: `Somebody has since written: ${formatValue(field, now[field], 'en')}. Save again to keep yours.`,
        ru: `Пока вы писали, здесь записали: ${formatValue(field, now[field], 'ru')}. Сохраните ещё раз, чтобы осталось ваше.`,
      },
    ],
  ]);
  return new Refusal({ kind: 'invalid', text: refusal.text, fields: Object.fromEntries(fieldTexts) });
}

export const settlementSettingsPage = definePage({
  path: paths.settlementSettings,
  access: 'signed-in',
  texts,
  missing: villageMissingTexts,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    return { slug: place.settlement.slug, settings: await loadSettings(settlement, pageRequest) };
  },
  actions: { save },
  head: () => ({ width: 'narrow' }),
  render: ({ slug, settings }, { language, forms }) => {
    const address = { settlement: slug };
    const seen = forms?.save?.values?.seen ?? JSON.stringify(settings);
    const shown = {
      ...settings,
      dwelling_setback_m: formatMetres(settings.dwelling_setback_m, language),
      other_setback_m: formatMetres(settings.other_setback_m, language),
    };
    return (
      <>
        <PageHead
          title={texts.title}
          parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
        />
        <Card>
          <save.Form at={address} values={shown} hidden={{ seen: String(seen) }}>
            <save.name />
            <save.kind />
            <save.status />
            <save.address />
            <save.time_zone
              choices={listTimeZones(settings.time_zone).map((zone) => ({
                value: zone,
                label: formatTimeZone(zone, language),
              }))}
            />
            <save.dwelling_setback_m />
            <save.other_setback_m />
            <Button>{texts.save}</Button>
          </save.Form>
        </Card>
      </>
    );
  },
});

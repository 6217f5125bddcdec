import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_settlement } from '../../../../features/actions/edit_settlement.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { definePage, type FormRequest } from '../../page/page.ts';
import { readFormState } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { villageMissingTexts } from '../../words/missing-field-texts.ts';
import { settlementFieldTexts } from '../../words/settlement-texts.ts';
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
async function loadSettings(settlement: string, { call }: Pick<FormRequest, 'call'>): Promise<Settings> {
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
  const said = String(value);
  if (field === 'kind') return translateName(settlementKindTexts, said, language);
  if (field === 'status') return translateName(settlementStatusTexts, said, language);
  if (field === 'time_zone') return formatTimeZone(said, language);
  if (field.endsWith('_m')) return `${formatMetres(said, language)} ${texts.metre[language]}`;
  return said || texts.none[language];
}

const formatMetres = (metres: string, language: Language) =>
  language === 'ru' ? metres.replace('.', ',') : metres;

async function saveSettings({ settlement }: { settlement: string }, pageRequest: FormRequest) {
  const { call, text, form } = pageRequest;
  const seen = readFormState(text('seen')) as Partial<Settings>;
  const typed = (field: Field) => {
    const value = text(field).trim();
    return field.endsWith('_m') ? value.replace(',', '.') : value;
  };
  const changed = fields.filter((field) => typed(field) !== seen[field]);
  if (changed.length === 0) throw new Refusal({ kind: 'invalid', text: texts.unchanged });
  const pick = (value: (field: Field) => unknown) =>
    Object.fromEntries(changed.map((field) => [field, value(field)]));
  try {
    await call(edit_settlement, { settlement, ...pick(typed), seen: pick((field) => seen[field]) });
  } catch (error) {
    throw error instanceof Refusal && error.details?.now ? showConflict(error, form, seen) : error;
  }
  return { to: fillPath(paths.board, { settlement }), notice: texts.saved };
}

/** Shows conflicting values at their fields and makes them the base values: a resubmit overwrites them. */
function showConflict(refusal: Refusal, form: URLSearchParams, seen: Partial<Settings>): Refusal {
  const now = refusal.details?.now as Readonly<Record<Field, unknown>>;
  const moved = Object.keys(refusal.fields ?? {}) as Field[];
  form.set(
    'seen',
    JSON.stringify({ ...seen, ...Object.fromEntries(moved.map((field) => [field, String(now[field])])) }),
  );
  const said = moved.map((field) => [
    field,
    [
      {
        en: `Somebody has written meanwhile: ${formatValue(field, now[field], 'en')}. Save again to let yours stand.`,
        ru: `Пока вы писали, здесь записали: ${formatValue(field, now[field], 'ru')}. Сохраните ещё раз, чтобы осталось ваше.`,
      },
    ],
  ]);
  return new Refusal({ kind: 'invalid', text: refusal.text, fields: Object.fromEntries(said) });
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
  actions: { save: { path: paths.settlementSettings, perform: saveSettings } },
  head: () => ({ width: 'narrow' }),
  render: ({ slug, settings }) => {
    const address = { settlement: slug };
    return (
      <>
        <PageHead
          title={texts.title}
          parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
        />
        <Card>
          <SettingsForm action={fillPath(paths.settlementSettings, address)} settings={settings} />
        </Card>
      </>
    );
  },
});

const listChoices = (words: Readonly<Record<string, Text>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label }));

function SettingsForm({ action, settings }: { action: string; settings: Settings }) {
  const language = useLanguage();
  const { forms } = usePage();
  const seen = forms.save?.values?.seen ?? JSON.stringify(settings);
  return (
    <Form id="save" action={action} hidden={{ seen: String(seen) }}>
      <TextField name="name" label={texts.name} value={settings.name} maxLength={200} />
      <SelectField
        name="kind"
        label={texts.kind}
        value={settings.kind}
        choices={listChoices(settlementKindTexts)}
      />
      <SelectField
        name="status"
        label={texts.status}
        value={settings.status}
        choices={listChoices(settlementStatusTexts)}
      />
      <TextField
        name="address"
        label={texts.address}
        hint={texts.addressHint}
        value={settings.address}
        maxLength={300}
        optional
      />
      <SelectField
        name="time_zone"
        label={texts.timeZone}
        hint={texts.timeZoneHint}
        value={settings.time_zone}
        choices={listTimeZones(settings.time_zone).map((zone) => ({
          value: zone,
          label: formatTimeZone(zone, language),
        }))}
      />
      {(['dwelling_setback_m', 'other_setback_m'] as const).map((field) => (
        <TextField
          key={field}
          name={field}
          label={field === 'dwelling_setback_m' ? texts.dwelling : texts.other}
          hint={texts.setbackHint}
          value={formatMetres(settings[field], language)}
          inputMode="decimal"
          unit={texts.metre[language]}
        />
      ))}
      <Button>{texts.save}</Button>
    </Form>
  );
}

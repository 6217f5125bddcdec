import type { Text } from '../../../base/i18n/text.ts';
import { settlementFieldTexts } from '../words/settlement-field-texts.ts';
import { settlementKindTexts, settlementStatusTexts } from '../words/shared-texts.ts';
import { formatTimeZone, listTimeZones, usualZones } from '../words/time-zones.ts';
import { SelectField, TextField } from './field.tsx';
import { useLanguage } from './language-context.ts';

export const texts = {
  country: { en: 'Country', ru: 'Страна' },
  region: { en: 'Region', ru: 'Область, край или республика' },
  regionHint: { en: 'as it is written here already', ru: 'так, как она здесь уже записана' },
  district: { en: 'District', ru: 'Округ или район' },
} as const satisfies Record<string, Text>;

const fields = ['name', 'kind', 'status', 'country', 'region', 'district', 'address', 'time_zone'] as const;

export function readRegisterEntry(form: URLSearchParams) {
  return Object.fromEntries(fields.map((field) => [field, form.get(field) ?? '']));
}

const listChoices = (words: Readonly<Record<string, Text>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** A settlement's entry in the register. */
export function RegisterEntryFields({
  known,
  regions,
  country,
}: {
  known?: { readonly name: string; readonly kind: string; readonly region: string; readonly place: string };
  regions: readonly string[];
  /** As the browser suggests. */
  country: string;
}) {
  const language = useLanguage();
  const zone = usualZones[language];
  return (
    <>
      <TextField name="name" label={settlementFieldTexts.name} value={known?.name ?? ''} maxLength={200} />
      <SelectField
        name="kind"
        label={settlementFieldTexts.kind}
        value={known?.kind ?? 'snt'}
        choices={listChoices(settlementKindTexts)}
      />
      <SelectField
        name="status"
        label={settlementFieldTexts.status}
        value="populated"
        choices={listChoices(settlementStatusTexts)}
      />
      <TextField name="country" label={texts.country} value={country} maxLength={100} />
      <TextField
        name="region"
        label={texts.region}
        hint={regions.length > 0 ? texts.regionHint : undefined}
        value={known?.region ?? ''}
        maxLength={100}
        suggestions={regions}
      />
      <TextField name="district" label={texts.district} maxLength={100} optional />
      <TextField
        name="address"
        label={settlementFieldTexts.address}
        hint={settlementFieldTexts.addressHint}
        value={known?.place ?? ''}
        maxLength={300}
        optional
      />
      <SelectField
        name="time_zone"
        label={settlementFieldTexts.timeZone}
        hint={settlementFieldTexts.timeZoneHint}
        value={zone}
        choices={listTimeZones(zone).map((value) => ({ value, label: formatTimeZone(value, language) }))}
      />
    </>
  );
}

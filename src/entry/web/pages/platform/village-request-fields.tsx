import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { show_settlement_request } from '../../../../features/actions/show_settlement_request.ts';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { settlementFieldTexts } from '../../words/settlement-field-texts.ts';
import { settlementKindTexts, settlementStatusTexts } from '../../words/shared-texts.ts';
import { formatTimeZone, listTimeZones } from '../../words/time-zones.ts';

export const texts = {
  entry: { en: 'As the register will have it', ru: 'Как будет в реестре' },
  country: { en: 'Country', ru: 'Страна' },
  region: { en: 'Region', ru: 'Область, край или республика' },
  regionHint: { en: 'as it is written here already', ru: 'так, как она здесь уже записана' },
  district: { en: 'District', ru: 'Округ или район' },
  board: { en: 'Who asked becomes its board', ru: 'Кто просил, станет правлением' },
  boardHint: {
    en: 'Everything of the board: register, decisions, announcements. Otherwise appoint somebody afterwards.',
    ru: 'Получит всё, что есть у правления: реестр, решения, объявления. Иначе назначьте кого-нибудь потом.',
  },
} as const satisfies Record<string, Text>;

export type SettlementRequest = ReplyOf<typeof show_settlement_request>['request'];

const fields = ['name', 'kind', 'status', 'country', 'region', 'district', 'address', 'time_zone'] as const;

export function readRegisterEntry(form: URLSearchParams) {
  return Object.fromEntries(fields.map((field) => [field, form.get(field) ?? '']));
}

export function readRequestFields(form: URLSearchParams) {
  return { ...readRegisterEntry(form), is_board: form.get('is_board') === 'true' };
}

const listChoices = (words: Readonly<Record<string, Text>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label }));

/** The requested settlement's data, to correct before it is created. */
export function VillageRequestFields({
  request,
  regions,
}: {
  request: SettlementRequest;
  regions: readonly string[];
}) {
  return (
    <Card heading={{ id: 'entry', title: texts.entry }}>
      <div class="form">
        <RegisterEntryFields known={request} regions={regions} />
        <CheckField
          name="is_board"
          label={texts.board}
          hint={texts.boardHint}
          checked={request.asker === 'board'}
        />
      </div>
    </Card>
  );
}

/** A settlement's entry in the register. */
export function RegisterEntryFields({
  known,
  regions,
}: {
  known?: Pick<SettlementRequest, 'name' | 'kind' | 'region' | 'place'>;
  regions: readonly string[];
}) {
  const language = useLanguage();
  const zone = 'Europe/Moscow';
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
      <TextField name="country" label={texts.country} value="Россия" maxLength={100} />
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

import type { Text } from '../../../../base/i18n/text.ts';
import { maxNameLength, maxPostalAddressLength } from '../../../../domain/rules/recorded-people.ts';
import type { ResidentRole } from '../../../../domain/rules/residency.ts';
import type { RegisterRow } from '../../../../store/land/people-register.ts';
import type { FormRequest } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { DateField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage, type Words } from '../../ui/language-context.ts';
import { formatPhone } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import type { MissingFieldTexts } from '../../words/missing-field-texts.ts';
import { cardFieldTexts, formatCardValue, formatDay, movedAwayOn } from '../../words/person-texts.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';

export const texts = {
  nameHint: { en: 'As you call them on a list', ru: 'Как в ваших списках' },
  phones: { en: 'Telephones', ru: 'Телефоны' },
  phonesHint: { en: 'Several: separated by commas', ru: 'Несколько — через запятую' },
  emailHint: {
    en: 'Whoever registers with it need not wait for you',
    ru: 'Кто зарегистрируется с ней, того не нужно подтверждать',
  },
  noEmail: { en: 'The person has no e-mail', ru: 'Почты у человека нет' },
  unknown: { en: 'not known', ru: 'не знаем' },
  until: movedAwayOn,
  untilHint: {
    en: 'From that day on the person is not in the register',
    ru: 'С этого дня человека нет в реестре',
  },
} as const satisfies Record<string, Text>;

export const missing: MissingFieldTexts = { name: { en: 'Write the name.', ru: 'Напишите имя.' } };

const fields = [
  'name',
  'role',
  'email',
  'no_email',
  'phones',
  'postal_address',
  'member',
  'since',
  'until',
  'seen_updated_at',
] as const;

/** What the form sends, as `save_person` takes it. */
export const readPerson = ({ text }: FormRequest) =>
  Object.fromEntries(fields.flatMap((field) => (text(field).trim() ? [[field, text(field).trim()]] : [])));

type PersonFormProps = {
  readonly id: string;
  readonly action: string;
  readonly person?: RegisterRow;
  /** The plot of a new record. */
  readonly plot?: { readonly value: string; readonly label: Words };
  readonly button: Words;
};

/** The card of a person. The address and role of who has an account are changed elsewhere. */
export function PersonForm({ id, action, person, plot, button }: PersonFormProps) {
  const language = useLanguage();
  const hasAccount = person?.membershipId != null;
  const seen = person?.updatedAt?.toISOString() ?? '';
  return (
    <Form id={id} action={action} hidden={{ seen_updated_at: seen }}>
      {person && (
        <EditConflict
          form={id}
          field="seen_updated_at"
          currentValue={seen}
          facts={listFacts(person, language)}
        />
      )}
      {plot && <TextField name="parcel" label={plot.label} value={plot.value} maxLength={40} />}
      <TextField
        name="name"
        label={cardFieldTexts.name}
        hint={texts.nameHint}
        value={person?.name ?? ''}
        maxLength={maxNameLength}
      />
      {!hasAccount && (
        <SelectField
          name="role"
          label={cardFieldTexts.role}
          value={person?.role ?? 'owner'}
          choices={(Object.keys(residentRoleTexts) as ResidentRole[]).map((value) => ({
            value,
            label: residentRoleTexts[value],
          }))}
        />
      )}
      <TextField
        name="phones"
        type="tel"
        label={texts.phones}
        hint={texts.phonesHint}
        value={person?.phones.map(formatPhone).join(', ') ?? ''}
        maxLength={300}
        optional
      />
      {!hasAccount && (
        <>
          <TextField
            name="email"
            type="email"
            label={cardFieldTexts.emailKey}
            hint={texts.emailHint}
            value={person?.emailKey ?? ''}
            maxLength={254}
            optional
          />
          <CheckField name="no_email" label={texts.noEmail} checked={person?.hasNoEmail ?? false} />
        </>
      )}
      <TextArea
        name="postal_address"
        label={cardFieldTexts.postalAddress}
        value={person?.postalAddress ?? ''}
        maxLength={maxPostalAddressLength}
        rows={2}
        optional
      />
      <SelectField
        name="member"
        label={cardFieldTexts.isMember}
        value={person?.isMember == null ? '' : person.isMember ? 'yes' : 'no'}
        choices={[
          { value: '', label: texts.unknown },
          { value: 'yes', label: labels.yes },
          { value: 'no', label: labels.no },
        ]}
      />
      <DateField name="since" label={cardFieldTexts.since} value={person?.since ?? ''} optional />
      {person && !hasAccount && (
        <DateField
          name="until"
          label={texts.until}
          hint={texts.untilHint}
          value={person.until ?? ''}
          optional
        />
      )}
      <Button>{button}</Button>
    </Form>
  );
}

/** What is known of a person, in words; telephones stand apart. */
export function listFacts(person: RegisterRow, language: 'en' | 'ru'): [string, string][] {
  const shown = ['postalAddress', 'isMember', 'since'] as const;
  const facts: [string, string][] = [
    [cardFieldTexts.name[language], person.name],
    [cardFieldTexts.role[language], residentRoleTexts[person.role][language]],
    [
      cardFieldTexts.emailKey[language],
      person.accountEmail ?? person.emailKey ?? (person.hasNoEmail ? labels.no[language] : ''),
    ],
    [texts.phones[language], formatCardValue('phones', person.phones, language)],
    ...shown.map((field): [string, string] => [
      cardFieldTexts[field][language],
      formatCardValue(field, person[field], language),
    ]),
    [texts.until[language], person.until ? formatDay(person.until, language) : ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

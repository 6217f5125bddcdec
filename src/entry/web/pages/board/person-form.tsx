import type { Language, Text } from '../../../../base/i18n/text.ts';
import type { PersonOfRegister } from '../../../../features/actions/list_people.ts';
import { check, choice, date, line, paragraph } from '../../page/field-kinds.tsx';
import type { FieldsOf } from '../../page/form.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { formatPhone } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import type { MissingFieldTexts } from '../../words/missing-field-texts.ts';
import { cardFieldTexts, formatCardValue, formatDay, movedAwayText } from '../../words/person-texts.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';

export const texts = {
  nameHint: { en: 'As you call them on a list', ru: 'Как в ваших списках' },
  phones: { en: 'Telephones', ru: 'Телефоны' },
  phonesHint: { en: 'Several: separated by commas', ru: 'Несколько — через запятую' },
  emailHint: {
    en: 'Whoever registers with it need not wait for you, unless an owner of the plot has an account already',
    ru: 'Кто зарегистрируется с ней, того не нужно подтверждать, если у собственника участка ещё нет учётной записи',
  },
  noEmail: { en: 'The person has no email', ru: 'Почты у человека нет' },
  unknown: { en: 'not known', ru: 'не знаем' },
  plotHint: { en: 'Another number moves the card there', ru: 'С другим номером карточка перейдёт туда' },
} as const satisfies Record<string, Text>;

export const missing: MissingFieldTexts = { name: { en: 'Write the name.', ru: 'Напишите имя.' } };

/** Of a card that exists; the plot of a new one is asked for first. */
export const plotOfCard = line(labels.plotNumber, { maxLength: 40, required: true, hint: texts.plotHint });

export const cardFields = {
  name: line(cardFieldTexts.name, { hint: texts.nameHint }),
  role: choice(cardFieldTexts.role, residentRoleTexts),
  phones: line(texts.phones, { type: 'tel', hint: texts.phonesHint }),
  email: line(cardFieldTexts.emailKey, { type: 'email', hint: texts.emailHint }),
  no_email: check(texts.noEmail),
  postal_address: paragraph(cardFieldTexts.postalAddress, { rows: 2 }),
  member: choice(cardFieldTexts.isMember, { yes: labels.yes, no: labels.no }, { none: texts.unknown }),
  since: date(cardFieldTexts.since),
};

/** What the form of a card shows at first, and what it says to have shown. */
export const fillCard = (person?: PersonOfRegister) => ({
  values: {
    name: person?.name,
    role: person?.role ?? 'owner',
    phones: person?.phones.map(formatPhone).join(', '),
    email: person?.emailKey,
    no_email: person?.hasNoEmail,
    postal_address: person?.postalAddress,
    member: person?.isMember == null ? '' : person.isMember ? 'yes' : 'no',
    since: person?.since,
  },
  hidden: { seen_updated_at: person?.updatedAt?.toISOString() ?? '' },
});

type CardFieldsProps = {
  readonly of: FieldsOf<typeof cardFields>;
  /** Recorded before, in the form of this id. */
  readonly person?: PersonOfRegister;
  readonly id?: string;
};

/** The card of a person. The address and role of who has an account are changed elsewhere. */
export function CardFields({ of: Fields, person, id = '' }: CardFieldsProps) {
  const language = useLanguage();
  const hasAccount = person?.membershipId != null;
  return (
    <>
      {person && (
        <EditConflict
          form={id}
          field="seen_updated_at"
          currentValue={fillCard(person).hidden.seen_updated_at}
          facts={listFacts(person, language)}
        />
      )}
      <Fields.name />
      {!hasAccount && <Fields.role />}
      <Fields.phones />
      {!hasAccount && (
        <>
          <Fields.email />
          <Fields.no_email />
        </>
      )}
      <Fields.postal_address />
      <Fields.member />
      <Fields.since />
    </>
  );
}

/** What is known of a person, in words; telephones stand apart. */
export function listFacts(person: PersonOfRegister, language: Language): [string, string][] {
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
    [movedAwayText[language], person.until ? formatDay(person.until, language) : ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

import type { Language, Text } from '../../base/i18n/text.ts';
import type { PersonState } from '../../domain/rules/person-states.ts';
import { toE164 } from '../../domain/rules/phone.ts';
import type { RegisterRow } from '../../store/land/people-register.ts';
import { nameColumns, roleWords, yesNoWords } from './people-columns.ts';

const stateColumn: Text = { en: 'state', ru: 'состояние' };
const stateWords = {
  en: { recorded: 'recorded', invited: 'invited', confirmed: 'confirmed', ended: 'ended' },
  ru: { recorded: 'записан', invited: 'приглашён', confirmed: 'подтверждён', ended: 'выбыл' },
} as const satisfies Record<Language, Record<PersonState, string>>;

/** Header of the register as a table, in columns that the import reads back; it does not read the state. */
export const formatPeopleHeader = (language: Language): string[] => [
  ...nameColumns(language),
  stateColumn[language],
];

export function formatPersonRow(person: RegisterRow, language: Language): string[] {
  const yesNo = yesNoWords[language];
  return [
    person.plotNumber,
    person.name,
    roleWords[language][person.role],
    person.accountEmail ?? person.emailKey ?? '',
    person.hasNoEmail ? yesNo.yes : '',
    person.phones.map(formatPhone).join(', '),
    person.postalAddress,
    person.isMember === null ? '' : person.isMember ? yesNo.yes : yesNo.no,
    person.since === null ? '' : formatDay[language](person.since),
    stateWords[language][person.state],
  ];
}

/** As people dial it: a plus sign would count as the beginning of a formula. */
function formatPhone(number: string): string {
  const [, code, first, second, third] = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number) ?? [];
  const dialled = `8 ${code} ${first}-${second}-${third}`;
  return code && toE164(dialled) === number ? dialled : number;
}

/** Of Y-m-d, as a table of that language writes a day. */
const formatDay: Readonly<Record<Language, (day: string) => string>> = {
  en: (day) => day,
  ru: (day) => day.split('-').reverse().join('.'),
};

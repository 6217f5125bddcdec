import type { Language, Text } from '../../../base/i18n/text.ts';
import type { PersonCard } from '../../../domain/rules/people-import.ts';
import type { PersonState } from '../../../domain/rules/person-states.ts';
import { formatPhone } from './directory-texts.ts';
import * as labels from './labels.ts';
import { residentRoleTexts } from './resident-texts.ts';

export const cardFieldTexts = {
  name: { en: 'Name', ru: 'Имя' },
  role: { en: 'Who they are here', ru: 'Кто здесь' },
  emailKey: labels.email,
  hasNoEmail: { en: 'Has no email', ru: 'Почты нет' },
  phones: { en: 'Telephone', ru: 'Телефон' },
  postalAddress: { en: 'Postal address', ru: 'Почтовый адрес' },
  isMember: { en: 'Member of the partnership', ru: 'Член товарищества' },
  since: { en: 'Here since', ru: 'Здесь с' },
} as const satisfies Record<keyof PersonCard, Text>;

export const movedAwayText: Text = { en: 'Moved away on', ru: 'Выбыл' };

export const personStateTexts = {
  recorded: { en: 'recorded', ru: 'записан' },
  invited: { en: 'invited', ru: 'приглашён' },
  confirmed: { en: 'confirmed', ru: 'подтверждён' },
  ended: { en: 'moved away', ru: 'выбыл' },
} as const satisfies Record<PersonState, Text>;

/** A field of the card in words; empty: nothing is known. */
export function formatCardValue(
  field: keyof PersonCard,
  value: PersonCard[keyof PersonCard],
  language: Language,
): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return (value ? labels.yes : labels.no)[language];
  if (typeof value !== 'string') return value.map(formatPhone).join(', ');
  if (field === 'role') return residentRoleTexts[value as PersonCard['role']][language];
  return field === 'since' ? formatDay(value, language) : value;
}

const dateSeparator: Text = { en: '/', ru: '.' };

/** Of Y-m-d: 31.05.2021 or 31/05/2021. */
export const formatDay = (day: string, language: Language) =>
  day.split('-').reverse().join(dateSeparator[language]);

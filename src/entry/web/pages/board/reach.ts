import type { Language } from '../../../../base/i18n/text.ts';
import { type CountedNoun, countNoun } from '../../words/names.ts';

export interface Reach {
  readonly households_in_all: number;
  readonly households: number;
}

/** Genitive in Russian: “of 64 households”. */
const ofHouseholds: CountedNoun = {
  en: { one: 'household', other: 'households' },
  ru: { one: 'дома', few: 'домов', many: 'домов' },
};
const letters: CountedNoun = {
  en: { one: 'letter', other: 'letters' },
  ru: { one: 'письмо', few: 'письма', many: 'писем' },
};

export function sayReach({ households, households_in_all }: Reach, language: Language): string {
  const all = countNoun(language, households_in_all, ofHouseholds);
  const told = new Intl.NumberFormat(language).format(households);
  return language === 'ru' ? `Узнают ${told} из ${all}.` : `${told} of ${all} will be told.`;
}

export function sayTold({ households, households_in_all }: Reach, language: Language): string {
  const all = countNoun(language, households_in_all, ofHouseholds);
  const told = new Intl.NumberFormat(language).format(households);
  return language === 'ru' ? `Сообщили ${told} из ${all}.` : `${told} of ${all} were told.`;
}

export function sayLetters(count: number, language: Language): string {
  const said = countNoun(language, count, letters);
  return language === 'ru' ? `По почте уйдёт ${said}.` : `${said} will go out.`;
}

/** Households not notified yet, while emails are being sent; empty if none. */
export function sayLeft({ households, households_in_all }: Reach, language: Language): string {
  const left = households_in_all - households;
  if (left <= 0) return '';
  const said = countNoun(language, left, ofHouseholds);
  return language === 'ru' ? `Пока не дошло до ${said}.` : `Not told yet: ${said}.`;
}

/** Households that cannot be notified; empty if none. */
export function sayUnreached({ households, households_in_all }: Reach, language: Language): string {
  const left = households_in_all - households;
  if (left <= 0) return '';
  const said = countNoun(language, left, ofHouseholds);
  return language === 'ru'
    ? `До ${said} не дойдёт: отнесите им на бумаге.`
    : `${said} cannot be reached: take it to them on paper.`;
}

import type { Language } from '../../../../base/i18n/text.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export interface Reach {
  readonly households_in_all: number;
  readonly households: number;
}

/** Genitive in Russian: “of 64 households”. */
const householdsGenitive: CountedNoun = {
  en: { one: 'household', other: 'households' },
  ru: { one: 'дома', few: 'домов', many: 'домов' },
};
const emailNoun: CountedNoun = {
  en: { one: 'letter', other: 'letters' },
  ru: { one: 'письмо', few: 'письма', many: 'писем' },
};

export function formatReach({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, householdsGenitive);
  const told = new Intl.NumberFormat(language).format(households);
  return language === 'ru' ? `Узнают ${told} из ${all}.` : `${told} of ${all} will be told.`;
}

export function formatNotified({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, householdsGenitive);
  const told = new Intl.NumberFormat(language).format(households);
  return language === 'ru' ? `Сообщили ${told} из ${all}.` : `${told} of ${all} were told.`;
}

export function formatEmailCount(count: number, language: Language): string {
  const said = formatCount(language, count, emailNoun);
  return language === 'ru' ? `По почте уйдёт ${said}.` : `${said} will go out.`;
}

/** Households not notified yet, while emails are being sent; empty if none. */
export function formatRemaining({ households, households_in_all }: Reach, language: Language): string {
  const left = households_in_all - households;
  if (left <= 0) return '';
  const said = formatCount(language, left, householdsGenitive);
  return language === 'ru' ? `Пока не дошло до ${said}.` : `Not told yet: ${said}.`;
}

/** Households that cannot be notified; empty if none. */
export function formatUnreached({ households, households_in_all }: Reach, language: Language): string {
  const left = households_in_all - households;
  if (left <= 0) return '';
  const said = formatCount(language, left, householdsGenitive);
  return language === 'ru'
    ? `До ${said} не дойдёт: отнесите им на бумаге.`
    : `${said} cannot be reached: take it to them on paper.`;
}

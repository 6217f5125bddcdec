import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language } from '../../../../base/i18n/text.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export interface Reach {
  readonly households_in_all: number;
  readonly households: number;
  readonly nobody: number;
}

/** Genitive in Russian: “of 74 plots”. */
const plotsGenitive: CountedNoun = {
  en: { one: 'plot', other: 'plots' },
  ru: { one: 'участка', few: 'участков', many: 'участков' },
};
/** Prepositional in Russian: “on 61 plots”. */
const plotsPrepositional: CountedNoun = {
  en: { one: 'plot', other: 'plots' },
  ru: { one: 'участке', few: 'участках', many: 'участках' },
};
const emailNoun: CountedNoun = {
  en: { one: 'email', other: 'emails' },
  ru: { one: 'письмо', few: 'письма', many: 'писем' },
};

export function formatReach({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, plotsGenitive);
  const reached = formatNumber(households, language);
  return language === 'ru' ? `Узнают ${reached} из ${all}.` : `${reached} of ${all} will be told.`;
}

export function formatNotified({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, plotsGenitive);
  const reached = formatNumber(households, language);
  return language === 'ru' ? `Сообщили ${reached} из ${all}.` : `${reached} of ${all} were told.`;
}

export function formatEmailCount(count: number, language: Language): string {
  const counted = formatCount(language, count, emailNoun);
  return language === 'ru' ? `По почте уйдёт ${counted}.` : `${counted} will go out.`;
}

/** Of the letters that it takes. */
export function formatSentEmails(
  { letters, letters_in_all }: { letters: number; letters_in_all: number },
  language: Language,
): string {
  const [sent, all] = [formatNumber(letters, language), formatNumber(letters_in_all, language)];
  return language === 'ru' ? `${sent} из ${all}` : `${sent} of ${all}`;
}

/** Plots where somebody has an account and was not told; empty if none. */
export function formatRemaining(
  { households, households_in_all, nobody }: Reach,
  language: Language,
): string {
  const left = households_in_all - nobody - households;
  if (left <= 0) return '';
  const counted = formatCount(language, left, plotsGenitive);
  return language === 'ru'
    ? `Не дошло до ${counted}: там отключили уведомления или письмо ещё в пути.`
    : `Not reached: ${counted}. Notifications are switched off there, or a letter is still on its way.`;
}

/** Plots where nobody has an account; empty if none. */
export function formatNobody({ nobody }: Reach, language: Language): string {
  if (nobody <= 0) return '';
  const counted = formatCount(language, nobody, plotsPrepositional);
  return language === 'ru'
    ? `На ${counted} никто не записан на сайте: им нужна бумага.`
    : `On ${counted} nobody uses the site: they need paper.`;
}

/** Plots whose members switched everything off; empty if none. */
export function formatUnreached(
  { households, households_in_all, nobody }: Reach,
  language: Language,
): string {
  const left = households_in_all - nobody - households;
  if (left <= 0) return '';
  const counted = formatCount(language, left, plotsGenitive);
  return language === 'ru'
    ? `Ещё до ${counted} не дойдёт: там отключили уведомления.`
    : `Another ${counted} cannot be reached: notifications are switched off there.`;
}

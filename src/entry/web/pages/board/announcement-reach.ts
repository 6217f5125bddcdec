import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
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

const texts = {
  reach: { en: '{reached} of {all} will be told.', ru: 'Узнают {reached} из {all}.' },
  notified: { en: '{reached} of {all} were told.', ru: 'Сообщили {reached} из {all}.' },
  emails: { en: '{count} will go out.', ru: 'По почте уйдёт {count}.' },
  sent: { en: '{reached} of {all}', ru: '{reached} из {all}' },
  remaining: {
    en: 'Not reached: {count}. Notifications are switched off there, or a letter is still on its way.',
    ru: 'Не дошло до {count}: там отключили уведомления или письмо ещё в пути.',
  },
  nobody: {
    en: 'On {count} nobody uses the site: they need paper.',
    ru: 'На {count} никто не записан на сайте: им нужна бумага.',
  },
  unreached: {
    en: 'Another {count} cannot be reached: notifications are switched off there.',
    ru: 'Ещё до {count} не дойдёт: там отключили уведомления.',
  },
} as const satisfies Record<string, Text>;

export function formatReach({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, plotsGenitive);
  const reached = formatNumber(households, language);
  return texts.reach[language].replace('{reached}', reached).replace('{all}', all);
}

export function formatNotified({ households, households_in_all }: Reach, language: Language): string {
  const all = formatCount(language, households_in_all, plotsGenitive);
  const reached = formatNumber(households, language);
  return texts.notified[language].replace('{reached}', reached).replace('{all}', all);
}

export function formatEmailCount(count: number, language: Language): string {
  return texts.emails[language].replace('{count}', formatCount(language, count, emailNoun));
}

/** Of the letters that it takes. */
export function formatSentEmails(
  { letters, letters_in_all }: { letters: number; letters_in_all: number },
  language: Language,
): string {
  const [sent, all] = [formatNumber(letters, language), formatNumber(letters_in_all, language)];
  return texts.sent[language].replace('{reached}', sent).replace('{all}', all);
}

/** Plots where somebody has an account and was not told; empty if none. */
export function formatRemaining(
  { households, households_in_all, nobody }: Reach,
  language: Language,
): string {
  const left = households_in_all - nobody - households;
  if (left <= 0) return '';
  const counted = formatCount(language, left, plotsGenitive);
  return texts.remaining[language].replace('{count}', counted);
}

/** Plots where nobody has an account; empty if none. */
export function formatNobody({ nobody }: Reach, language: Language): string {
  if (nobody <= 0) return '';
  const counted = formatCount(language, nobody, plotsPrepositional);
  return texts.nobody[language].replace('{count}', counted);
}

/** Plots whose members switched everything off; empty if none. */
export function formatUnreached(
  { households, households_in_all, nobody }: Reach,
  language: Language,
): string {
  const left = households_in_all - nobody - households;
  if (left <= 0) return '';
  const counted = formatCount(language, left, plotsGenitive);
  return texts.unreached[language].replace('{count}', counted);
}

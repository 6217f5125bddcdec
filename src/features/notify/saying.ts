import type { Language } from '../../base/i18n/text.ts';
import { sayUnit } from '../../base/i18n/units.ts';

const locales = { en: 'en-GB', ru: 'ru' } as const;
const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/;
const measured = /^(-?\d+(?:\.\d+)?)(?: (.+))?$/;
const plot = /^№ (.+)$/;

function sayDay(date: string, language: Language): string {
  return new Date(date).toLocaleDateString(locales[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
  });
}

/** By placeholder name: formats a stored, language-neutral value in the reader's language. */
const sayings: Readonly<Record<string, (kept: string, language: Language) => string>> = {
  day: (kept, language) => (day.test(kept) ? sayDay(kept, language) : kept),
  since(kept, language) {
    const [, date = '', time] = moment.exec(kept) ?? [];
    return time === undefined ? kept : `${time}, ${sayDay(date, language)}`;
  },
  value: sayMeasured,
  bound: sayMeasured,
  sender(kept, language) {
    const [, number] = plot.exec(kept) ?? [];
    if (number === undefined) return kept;
    return language === 'ru' ? `участок ${number}` : `Plot ${number}`;
  },
};

function sayMeasured(kept: string, language: Language): string {
  const [, number, unit] = measured.exec(kept) ?? [];
  if (number === undefined) return kept;
  const said = Number(number)
    .toLocaleString(locales[language], { maximumFractionDigits: 10 })
    .replace('-', '−');
  return unit === undefined ? said : `${said}\u00a0${sayUnit(unit, language)}`;
}

/** A stored value in a sentence; `before` is the character in front of it. */
export function sayWord(name: string, kept: string, language: Language, before: string | undefined): string {
  const said = Object.hasOwn(sayings, name) ? (sayings[name]?.(kept, language) ?? kept) : kept;
  // Nested quotation marks differ: «ООО „Родник“».
  return before === '«' ? said.replaceAll('«', '„').replaceAll('»', '“') : said;
}

import { findDateFormat } from '../../base/i18n/format-date.ts';
import { formatNumber } from '../../base/i18n/format-number.ts';
import { nestQuotes } from '../../base/i18n/quotes.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { formatUnit } from '../../base/i18n/units.ts';
import { formatPart, formatTroublePhrase } from '../../domain/rules/trouble-texts.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
/** Local time with its offset; older ones have a space and no offset. */
const momentPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d[+-]\d\d:\d\d)?$/;
const measurementPattern = /^(-?\d+(?:\.\d+)?)(?: (.+))?$/;
const plotNumberPattern = /^№ (.+)$/;
const plotText: Text = { en: 'Plot {number}', ru: 'участок {number}' };

function formatDay(date: string, language: Language): string {
  return findDateFormat(language, 'UTC', { day: 'numeric', month: 'long' }).format(new Date(date));
}

/** By placeholder name: formats a stored, language-neutral value in the reader's language. */
const valueFormatters: Readonly<Record<string, (kept: string, language: Language) => string>> = {
  day: (kept, language) => (dayPattern.test(kept) ? formatDay(kept, language) : kept),
  since(kept, language) {
    const [, date = '', time] = momentPattern.exec(kept) ?? [];
    return time === undefined ? kept : `${time}, ${formatDay(date, language)}`;
  },
  value: formatMeasurement,
  bound: formatMeasurement,
  part: formatPart,
  alarm: (kind, language) => formatTroublePhrase('alarm', kind, language),
  too_low: (kind, language) => formatTroublePhrase('too_low', kind, language),
  too_high: (kind, language) => formatTroublePhrase('too_high', kind, language),
  is_on: (kind, language) => formatTroublePhrase('is_on', kind, language),
  sender(kept, language) {
    const [, number] = plotNumberPattern.exec(kept) ?? [];
    if (number === undefined) return kept;
    return plotText[language].replace('{number}', () => number);
  },
};

function formatMeasurement(kept: string, language: Language): string {
  const [, number, unit] = measurementPattern.exec(kept) ?? [];
  if (number === undefined) return kept;
  const said = formatNumber(Number(number), language, 10);
  return unit === undefined ? said : `${said}\u00a0${formatUnit(unit, language)}`;
}

/** A stored value in a sentence; `before` is the character in front of it. */
export function formatNotificationValue(
  name: string,
  kept: string,
  language: Language,
  before: string | undefined,
): string {
  const said = Object.hasOwn(valueFormatters, name)
    ? (valueFormatters[name]?.(kept, language) ?? kept)
    : kept;
  return before === '«' ? nestQuotes(said) : said;
}

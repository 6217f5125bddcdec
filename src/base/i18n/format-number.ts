import type { Language } from './text.ts';

/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number as written in the language, with a real minus sign. */
export function formatNumber(number: number, language: Language, maximumFractionDigits = 3): string {
  const key = `${language}${maximumFractionDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits });
    formats.set(key, format);
  }
  return format.format(number).replace('-', '−');
}

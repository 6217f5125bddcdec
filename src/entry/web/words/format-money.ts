import type { Language } from '../../../base/i18n/text.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** A sum as the table has it, without a currency: with two places where there are any. */
export function formatSum(sum: number | null, language: Language): string {
  if (sum === null) return '—';
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    formats.set(language, format);
  }
  return format.format(sum).replace('-', '−');
}

import type { Language } from './text.ts';

const locales = { en: 'en-GB', ru: 'ru' } as const;
/** Bounds the memory; there are as many as zones times languages times some twenty forms. */
const maxFormats = 500;
/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function findDateFormat(
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locales[language], { timeZone, ...options });
    if (formats.size >= maxFormats) formats.clear();
    formats.set(key, format);
  }
  return format;
}

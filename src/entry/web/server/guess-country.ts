import type { Language, Text } from '../../../base/i18n/text.ts';

const fallback: Text = { en: '', ru: 'Россия' };
const regionPattern = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:;|$)/i;

/** The country that the browser's languages name first, in the reader's language; a guess that can be changed. */
export function guessCountry(acceptLanguage: string | undefined, language: Language): string {
  for (const part of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const region = regionPattern.exec(part.trim())?.[1]?.toUpperCase();
    const name = region && new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(region);
    if (name) return name;
  }
  return fallback[language];
}

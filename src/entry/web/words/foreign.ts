import { type Language, writtenLanguage } from '../../../base/i18n/text.ts';

/**
 * The language of user-written text if it differs from the page: for `lang` attributes, by which screen readers
 * choose a voice.
 */
export function foreignTo(language: Language, text: string): Language | undefined {
  const written = writtenLanguage(text);
  return written === language ? undefined : written;
}

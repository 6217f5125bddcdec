import { detectLanguage, type Language } from '../../../base/i18n/text.ts';

/**
 * The language of user-written text if it differs from the page: for `lang` attributes, by which screen readers
 * choose a voice.
 */
export function detectForeignLanguage(language: Language, text: string): Language | undefined {
  const written = detectLanguage(text);
  return written === language ? undefined : written;
}

import { type Language, writtenLanguage } from '../../../base/i18n/text.ts';

/** The language of a text that people wrote, when it is not the page's: a screen reader chooses its voice by it. */
export function foreignTo(language: Language, text: string): Language | undefined {
  const written = writtenLanguage(text);
  return written === language ? undefined : written;
}

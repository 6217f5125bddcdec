import type { Language } from '../../i18n/text.ts';

/**
 * The language of a text that people wrote, when it is not the page's: a screen reader chooses its voice by it. Told by
 * the letters; undefined when the text is in the page's language or says nothing of its own.
 */
export function foreignTo(language: Language, text: string): Language | undefined {
  const sample = text.slice(0, 2000);
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic === latin) return undefined;
  const written = cyrillic > latin ? 'ru' : 'en';
  return written === language ? undefined : written;
}

/** The languages of pages, emails and replies; a further one is added here (docs/decisions/188). */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
/** User-visible texts hold all languages side by side, so the type checker finds a missing translation. */
export type Text = Readonly<Record<Language, string>>;

/** The best supported language of an Accept-Language header; English by default. */
export const negotiateLanguage = (header: string | undefined): Language =>
  parseAcceptLanguage(header) ?? 'en';

/** The supported language with the highest q-value; undefined when the header names none. */
export function parseAcceptLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined;
  let best: Language | undefined;
  let bestWeight = 0;
  for (const part of header.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = languages.find((known) => tag === known || tag.startsWith(`${known}-`));
    const weight = Number(
      parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if (language && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

/** Guesses the language of user-written text by counting letters; undefined on a tie. */
export function detectLanguage(text: string): Language | undefined {
  let [cyrillic, latin] = [0, 0];
  // By code: this runs for every entry of a list, and matching by script is ten times slower.
  for (let index = 0; index < Math.min(text.length, 2000); index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x400 && code < 0x530) cyrillic += 1;
    else if (((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || (code >= 0xc0 && code < 0x250)) latin += 1;
  }
  if (cyrillic === latin) return undefined;
  return cyrillic > latin ? 'ru' : 'en';
}

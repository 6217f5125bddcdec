/** Every sentence a person may read exists in both languages, side by side, so that neither can be forgotten. */
export type Language = 'en' | 'ru';
export type Text = Readonly<Record<Language, string>>;

export const languages: readonly Language[] = ['en', 'ru'];

/** The caller's language from an Accept-Language header, English otherwise. */
export const languageFrom = (header: string | undefined): Language => askedLanguage(header) ?? 'en';

/** The first of ours by weight that an Accept-Language header names. */
export function askedLanguage(header: string | undefined): Language | undefined {
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

/** The language of a text that people wrote, told by its letters; undefined when they say nothing. */
export function writtenLanguage(text: string): Language | undefined {
  const sample = text.slice(0, 2000);
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic === latin) return undefined;
  return cyrillic > latin ? 'ru' : 'en';
}

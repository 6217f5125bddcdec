/** Every sentence a person may read exists in both languages, side by side, so that neither can be forgotten. */
export type Language = 'en' | 'ru';
export type Text = Readonly<Record<Language, string>>;

export const languages: readonly Language[] = ['en', 'ru'];

/** The caller's language from an Accept-Language header: the first of ours by weight, English otherwise. */
export function languageFrom(header: string | undefined): Language {
  if (!header) return 'en';
  let best: Language = 'en';
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

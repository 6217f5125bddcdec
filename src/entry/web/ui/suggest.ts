import type { Language, Text } from '../../../base/i18n/text.ts';

export const texts = {
  found: { en: 'Suggestions', ru: 'Подсказки' },
} as const satisfies Record<string, Text>;

/** Source of suggestions: a search page and the region of it that contains the rows. */
export type SuggestSource = {
  /** URL of the search up to the query: `/?q=`. */
  readonly from: string;
  readonly region: string;
  /** Choosing fills the field with the row's `option`; otherwise it opens the row. */
  readonly fills?: boolean;
};

/** Attributes for the `combobox` island; without script the field is a normal one. */
export function suggestAttributes({ from, region, fills }: SuggestSource, language: Language) {
  return {
    'data-suggest': from,
    'data-suggest-region': region,
    'data-suggest-word': texts.found[language],
    'data-suggest-fills': fills ? '' : undefined,
    autocomplete: 'off',
  };
}

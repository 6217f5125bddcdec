import type { Language, Text } from '../../../base/i18n/text.ts';

export const texts = {
  found: { en: 'Suggestions', ru: 'Подсказки' },
} as const satisfies Record<string, Text>;

/** Where a field finds what to offer as one types: a page's own search, and the region of that page with the rows. */
export type Suggest = {
  /** The address of the search up to what is typed: `/?q=`. */
  readonly from: string;
  readonly region: string;
  /** Choosing writes the row's `option` into the field; else it opens the row. */
  readonly fills?: boolean;
};

/** For the island `combobox`. Without script the field is an ordinary one. */
export function suggestAttributes({ from, region, fills }: Suggest, language: Language) {
  return {
    'data-suggest': from,
    'data-suggest-region': region,
    'data-suggest-word': texts.found[language],
    'data-suggest-fills': fills ? '' : undefined,
    autocomplete: 'off',
  };
}

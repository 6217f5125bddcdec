import type { Text } from '../../base/i18n/text.ts';
import type { Visibility } from './settlement-role.ts';

const maxQuotedLength = 100;

/**
 * User text inside a confirmation question: one line, truncated, and in quotation marks it cannot close, so that it
 * cannot pass for the question itself.
 */
export function quoteUserText(words: string): string {
  const line = words
    .replaceAll(/[«»“”„"]/g, "'")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const letters = [...line];
  return `«${letters.length > maxQuotedLength ? `${letters.slice(0, maxQuotedLength).join('')}…` : line}»`;
}

/** Who can read it, by visibility. */
export const readerTexts: Readonly<Record<Visibility, Text>> = {
  private: { en: 'its author and the board', ru: 'автор и правление' },
  residents: { en: 'all confirmed residents', ru: 'все подтверждённые жители посёлка' },
  settlement: { en: 'everybody connected with the village', ru: 'все, кто связан с посёлком' },
  public: { en: 'everybody, also without an account', ru: 'все, в том числе без учётной записи' },
};

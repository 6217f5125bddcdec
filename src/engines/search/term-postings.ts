import { computeTermValue, type QueryWord } from './ranking.ts';

const maxPerQuestion = 3000;
/** Of what is found, a filter leaves a part. */
const maxPerFilteredQuestion = 12_000;
const maxPerSubstitute = 600;
/** Of a term for which the others leave nothing. */
const minPerTerm = 100;

export interface TermPostings {
  term: string;
  value: number;
  postings: number;
}

/**
 * How many postings of each term are read to find candidates, the heaviest first. What tells most is read before the rest, so
 * that the words that stand everywhere, which have the most postings and decide the least, get what the others leave.
 */
export function chooseTermPostings(words: readonly QueryWord[], isFiltered: boolean): TermPostings[] {
  const all = isFiltered ? maxPerFilteredQuestion : maxPerQuestion;
  const terms = words.flatMap((word) =>
    word.terms.map((term) => ({ ...term, value: computeTermValue(word, term) })),
  );
  let left = all;
  return terms
    .sort((a, b) => b.value - a.value)
    .map(({ term, trust, df, value }) => {
      const most = trust === 1 ? all : maxPerSubstitute;
      const postings = Math.max(minPerTerm, Math.min(most, left));
      left -= Math.min(df, postings);
      return { term, value, postings };
    });
}

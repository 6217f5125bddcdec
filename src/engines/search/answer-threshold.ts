import type { PassageTerms, TermNumbers } from './passage-terms.ts';
import { computeTermValue, type QueryWord } from './ranking.ts';

/**
 * A logistic model learnt on questions of which half had lost their answering articles, see docs/search.md. Values are
 * counted in words that only one passage has, so that they hold for bases of any size.
 */
const model = {
  /** Share of the question that the best passage has; a word that no passage has is part of the question. */
  covered: 2.47,
  /** Share of the question that was corrected: a corrected word covers less than it should. */
  corrected: 1.26,
  score: 1.13,
  /** A long question reaches a high score by chance. */
  logLength: -2.919,
  intercept: -0.967,
} as const;
/** Low: hiding an answer is worse than showing a passage that does not fit. What it costs is in docs/search.md. */
const threshold = -2.24;
/** Of some hundred passages; in a smaller base the rarity of words says little, and words are counted instead. */
const leastHighestIdf = 4.6;
const countedShare = 0.5;
const countedResults = 5;

interface AskedWords {
  words: readonly QueryWord[];
  unknown: readonly QueryWord[];
  highestIdf: number;
}

/** Whether the ranked passages share enough with the question to answer it. */
export function isAnswered(
  { words, unknown, highestIdf }: AskedWords,
  ranked: readonly { read: PassageTerms | undefined; score: number }[],
  numbers: TermNumbers,
): boolean {
  const [first] = ranked;
  if (first === undefined) return false;
  const length = words.length + unknown.length;
  if (highestIdf < leastHighestIdf) {
    const counts = ranked
      .slice(0, countedResults)
      .map(({ read }) => sumCovered(words, read, numbers, () => 1));
    return Math.max(...counts) > countedShare * length;
  }
  const sumValues = (some: readonly QueryWord[]) =>
    some.reduce((sum, { weight, terms }) => sum + weight * (terms[0]?.idf ?? highestIdf), 0);
  const total = sumValues([...words, ...unknown]);
  const corrected = sumValues(words.filter(({ terms }) => (terms[0]?.trust ?? 1) < 1));
  const odds =
    model.intercept +
    (model.covered * sumCovered(words, first.read, numbers, computeTermValue) + model.corrected * corrected) /
      total +
    (model.score * first.score) / highestIdf +
    model.logLength * Math.log(length + 1);
  return odds >= threshold;
}

function sumCovered(
  words: readonly QueryWord[],
  passage: PassageTerms | undefined,
  numbers: TermNumbers,
  value: typeof computeTermValue,
): number {
  const held = new Set([...(passage?.terms ?? []), ...(passage?.title ?? [])]);
  return words.reduce((sum, word) => {
    const found = word.terms.filter(({ term }) => held.has(numbers.numberOf(term)));
    return sum + Math.max(0, ...found.map((term) => value(word, term)));
  }, 0);
}

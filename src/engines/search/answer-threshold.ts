import type { PassageTerms, TermNumbers } from './passage-terms.ts';
import { computeTermValue, type QueryWord } from './ranking.ts';

/**
 * A logistic model learnt on questions of which half had lost their answering articles, see docs/search.md. Values are
 * counted in words that only one passage has, so that they hold for bases of any size.
 */
const model = {
  /** Share of the question that the best passage has. */
  covered: 2.469,
  /** Share of the question that was corrected: a corrected word covers less than it should. */
  corrected: 0.794,
  score: 1.037,
  /** A long or rare question reaches a high score by chance. */
  total: -0.432,
  logLength: -1.932,
  intercept: -3.314,
} as const;
/** Lower than even odds: hiding an answer is worse than showing a passage that does not fit. */
const threshold = -1.6;
/** Of what shares less, four in five do not answer, whatever their score. */
const leastCovered = 0.33;
/** A passage that has nearly all of the question is given in any case, be its words common. */
const enough = 0.9;
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
  if (total <= 0) return true;
  const corrected = sumValues(words.filter(({ terms }) => (terms[0]?.trust ?? 1) < 1));
  const share = sumCovered(words, first.read, numbers, computeTermValue) / total;
  const odds =
    model.intercept +
    model.covered * share +
    (model.corrected * corrected) / total +
    (model.score * first.score + model.total * total) / highestIdf +
    model.logLength * Math.log(length + 1);
  return share >= enough || (share >= leastCovered && odds >= threshold);
}

function sumCovered(
  words: readonly QueryWord[],
  passage: PassageTerms | undefined,
  numbers: TermNumbers,
  value: typeof computeTermValue,
): number {
  if (passage === undefined) return 0;
  const held = new Set(passage.terms);
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const term of word.terms) {
      const number = numbers.numberOf(term.term);
      if (held.has(number) || passage.title.has(number)) best = Math.max(best, value(word, term));
    }
    sum += best;
  }
  return sum;
}

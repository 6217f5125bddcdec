import type { PassageTerms, TermNumbers } from './passage-terms.ts';
import { computeTermValue, type QueryWord } from './ranking.ts';

/**
 * Learnt on questions of which many had lost their answering articles, see docs/search.md. Everything is a share of what
 * the whole question is worth, so that it holds for bases of any size.
 */
const marginShare = 0.25;
/** A long question needs less of itself to be answered. */
const perWord = 0.07;
const bar = 1;
/** A passage that has nearly all of the question is given in any case, be it one of many. */
const enough = 0.9;
/** Of some hundred passages; in a smaller base the rarity of words says little, and words are counted instead. */
const leastHighestIdf = 4.6;
const countedShare = 0.5;
const firstResults = 5;
const comparedPlace = 7;

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
  const known = words.reduce((sum, word) => sum + word.weight * (word.terms[0]?.idf ?? 0), 0);
  const total = unknown.reduce((sum, { weight }) => sum + weight * highestIdf, known);
  if (total <= 0) return true;
  const length = words.length + unknown.length;
  const highest = (value: typeof computeTermValue) =>
    Math.max(
      ...ranked
        .slice(0, firstResults)
        .map(({ read }) => (read ? sumCovered(words, read, numbers, value) : 0)),
    );
  if (highestIdf < leastHighestIdf) return highest(() => 1) > countedShare * length;
  const covered = highest(computeTermValue);
  const margin = first.score - (ranked[comparedPlace]?.score ?? 0);
  const share = covered / total;
  return share >= enough || share + (marginShare * margin) / total + perWord * length >= bar;
}

function sumCovered(
  words: readonly QueryWord[],
  { terms, title }: PassageTerms,
  numbers: TermNumbers,
  value: typeof computeTermValue,
): number {
  const held = new Set(terms);
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const term of word.terms) {
      const number = numbers.numberOf(term.term);
      if (held.has(number) || title.has(number)) best = Math.max(best, value(word, term));
    }
    sum += best;
  }
  return sum;
}

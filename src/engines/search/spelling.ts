import { measureEditDistance, measureWeightedDistance } from './edit-distance.ts';

export function countCommonPrefix(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

export const minCorrectedLength = 4;
const maxCorrections = 3;
const relatedTrust = 0.75;
/** Confidence of another form of an irregular word (won, win). */
export const irregularFormTrust = 0.8;

/** Number of typos tolerated in a word of this length. */
export function countAllowedTypos(letters: number): number {
  return letters <= 5 ? 1 : 2;
}

/** A possible stem of a misspelt word, and the number of typos it may still contain. */
export interface StemCandidate {
  text: string;
  /** Letters removed from the end; the more, the less likely. */
  cut: number;
  allowed: number;
}

const maxCutLetters = 4;
const cutCost = 0.4;
const firstLetterCost = 0.5;
const frequencyWeight = 0.15;
/** Decay of confidence with the distance to the likeliest correction. */
const trustDecay = 0.3;

/**
 * With a typo in the stem, the stemmer still removes the ending. With a typo in the ending it cannot, so the word is
 * also tried without some of its last letters.
 */
export function listStemCandidates(stem: string, word: string): StemCandidate[] {
  const readings = [{ text: stem, cut: 0, allowed: countAllowedTypos(stem.length) }];
  for (let cut = 1; cut <= maxCutLetters && word.length - cut >= minCorrectedLength; cut += 1) {
    const text = word.slice(0, -cut);
    if (text !== stem) readings.push({ text, cut, allowed: 1 });
  }
  return readings;
}

/**
 * The likeliest corrections of an unknown word, each with a confidence. Typos are rare in the first letter, and
 * frequent words are more likely.
 */
export function chooseCorrections(
  readings: readonly StemCandidate[],
  vocabulary: ReadonlyMap<string, number>,
): { term: string; trust: number }[] {
  const letters = Math.max(...readings.map(({ text }) => text.length));
  const chosen = [...vocabulary]
    .map(([term, df]) => {
      const cost = Math.min(...readings.map((reading) => measureCandidate(reading, term)));
      const isOther = term[0] !== readings[0]?.text[0];
      const odds = cost + (isOther ? firstLetterCost : 0) - frequencyWeight * Math.log(Math.max(df, 1));
      return { term, cost, odds };
    })
    .filter(({ cost }) => cost > 0 && cost < letters)
    .sort((a, b) => a.odds - b.odds || (a.term < b.term ? -1 : 1))
    .slice(0, maxCorrections);
  const best = chosen[0]?.odds ?? 0;
  return chosen.map(({ term, cost, odds }) => {
    return { term, trust: (1 - cost / letters) * Math.exp(trustDecay * (best - odds)) };
  });
}

function measureCandidate({ text, cut, allowed }: StemCandidate, term: string): number {
  if (Math.abs(term.length - text.length) > allowed) return Number.POSITIVE_INFINITY;
  if (measureEditDistance(text, term) > allowed) return Number.POSITIVE_INFINITY;
  return measureWeightedDistance(text, term) + cutCost * cut;
}

/** Confidence of a related word (строить, строительство), by the length of the common prefix. */
export function computeRelatedTrust(stem: string, term: string): number {
  return (relatedTrust * countCommonPrefix(stem, term)) / Math.max(stem.length, term.length);
}

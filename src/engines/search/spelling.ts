import { measureDistance, measureSlips } from './letter-slips.ts';

export function countCommonBeginning(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

export const shortestCorrected = 4;
const bestCorrections = 3;
const relatedTrust = 0.75;
/** Another form of an irregular word (won, win) says nearly the same. */
export const formTrust = 0.8;

/** How many mistakes a word of this length may hold and still be recognised. */
export function countAllowedMistakes(letters: number): number {
  return letters <= 5 ? 1 : 2;
}

/** What a misspelt word may be without its ending, and how many mistakes that may still hold. */
export interface Reading {
  text: string;
  /** Letters cut off: the more, the less likely. */
  cut: number;
  allowed: number;
}

const mostCut = 4;
const cutCost = 0.4;
const otherBeginning = 0.5;
const commonness = 0.15;
/** How fast trust falls with every step that a word is less likely than the likeliest. */
const doubt = 0.3;

/**
 * A slip inside the stem leaves the ending whole, and the stemmer takes it off. A slip in the ending keeps the stemmer
 * from its work: then the stem is the word without some of its last letters.
 */
export function readMisspelt(stem: string, word: string): Reading[] {
  const readings = [{ text: stem, cut: 0, allowed: countAllowedMistakes(stem.length) }];
  for (let cut = 1; cut <= mostCut && word.length - cut >= shortestCorrected; cut += 1) {
    const text = word.slice(0, -cut);
    if (text !== stem) readings.push({ text, cut, allowed: 1 });
  }
  return readings;
}

/**
 * The likeliest words meant by one that nobody has written, each with how far it is trusted. Fingers seldom miss the
 * first letter, and common words are meant more often than rare ones. A word that is not the likeliest is trusted less.
 */
export function chooseCorrections(
  readings: readonly Reading[],
  vocabulary: ReadonlyMap<string, number>,
): { term: string; trust: number }[] {
  const letters = Math.max(...readings.map(({ text }) => text.length));
  const chosen = [...vocabulary]
    .map(([term, df]) => {
      const cost = Math.min(...readings.map((reading) => measureReading(reading, term)));
      const isOther = term[0] !== readings[0]?.text[0];
      const odds = cost + (isOther ? otherBeginning : 0) - commonness * Math.log(Math.max(df, 1));
      return { term, cost, odds };
    })
    .filter(({ cost }) => cost > 0 && cost < letters)
    .sort((a, b) => a.odds - b.odds || (a.term < b.term ? -1 : 1))
    .slice(0, bestCorrections);
  const best = chosen[0]?.odds ?? 0;
  return chosen.map(({ term, cost, odds }) => {
    return { term, trust: (1 - cost / letters) * Math.exp(doubt * (best - odds)) };
  });
}

function measureReading({ text, cut, allowed }: Reading, term: string): number {
  if (Math.abs(term.length - text.length) > allowed) return Number.POSITIVE_INFINITY;
  if (measureDistance(text, term) > allowed) return Number.POSITIVE_INFINITY;
  return measureSlips(text, term) + cutCost * cut;
}

/** A related word (строить, строительство) stands for the one asked as far as their beginnings agree. */
export function trustRelated(stem: string, term: string): number {
  return (relatedTrust * countCommonBeginning(stem, term)) / Math.max(stem.length, term.length);
}

/** Edit distance that counts two swapped neighbours as one mistake, as fingers make it. */
export function measureDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

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
 * first letter, and common words are meant more often than rare ones.
 */
export function chooseCorrections(
  readings: readonly Reading[],
  vocabulary: ReadonlyMap<string, number>,
): { term: string; trust: number }[] {
  const letters = Math.max(...readings.map(({ text }) => text.length));
  return [...vocabulary]
    .map(([term, df]) => {
      const cost = Math.min(...readings.map((reading) => measureReading(reading, term)));
      const isOther = term[0] !== readings[0]?.text[0];
      const odds = cost + (isOther ? otherBeginning : 0) - commonness * Math.log(Math.max(df, 1));
      return { term, cost, odds };
    })
    .filter(({ cost }) => cost > 0 && cost < letters)
    .sort((a, b) => a.odds - b.odds || (a.term < b.term ? -1 : 1))
    .slice(0, bestCorrections)
    .map(({ term, cost }) => ({ term, trust: 1 - cost / letters }));
}

function measureReading({ text, cut, allowed }: Reading, term: string): number {
  if (Math.abs(term.length - text.length) > allowed) return Number.POSITIVE_INFINITY;
  const distance = measureDistance(text, term);
  return distance > allowed ? Number.POSITIVE_INFINITY : distance + cutCost * cut;
}

/** A related word (строить, строительство) stands for the one asked as far as their beginnings agree. */
export function trustRelated(stem: string, term: string): number {
  return (relatedTrust * countCommonBeginning(stem, term)) / Math.max(stem.length, term.length);
}

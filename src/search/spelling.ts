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

/** How many mistakes a word of this length may hold and still be recognised. */
export function countAllowedMistakes(letters: number): number {
  return letters <= 5 ? 1 : 2;
}

/** The likeliest words meant by one that nobody has written, each with how far it is trusted. */
export function chooseCorrections(
  stem: string,
  vocabulary: Iterable<string>,
): { term: string; trust: number }[] {
  const allowed = countAllowedMistakes(stem.length);
  return [...new Set(vocabulary)]
    .map((term) => ({
      term,
      distance: measureDistance(stem, term),
      common: countCommonBeginning(stem, term),
    }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
    .sort((a, b) => a.distance - b.distance || b.common - a.common || (a.term < b.term ? -1 : 1))
    .slice(0, bestCorrections)
    .map(({ term, distance }) => ({ term, trust: 1 - distance / stem.length }));
}

/** A related word (строить, строительство) stands for the one asked as far as their beginnings agree. */
export function trustRelated(stem: string, term: string): number {
  return (relatedTrust * countCommonBeginning(stem, term)) / Math.max(stem.length, term.length);
}

/** Letters often confused because they sound alike when unstressed or at the end of a word. */
const similarSoundingPairs = `
  ао еи еэ иы эи яе яи яа ую йи ъь
  бп вф гк дт жш зс шщ чщ цс гх кх жз шс чш
  ae ei iy eo ou ao ai ea ie bp vf vw gk dt sz sc ck cs qk xs mn gj`;

const keyboards = [
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
];

const alikeCost = 0.5;
const neighbourCost = 0.7;
const doubledCost = 0.5;
const swappedCost = 0.8;
const silentLetters = 'ьъ';

const costs = readCosts();

function readCosts(): Map<string, number> {
  const found = new Map<string, number>();
  const note = (a: string | undefined, b: string | undefined, cost: number) => {
    if (a === undefined || b === undefined) return;
    for (const pair of [a + b, b + a]) found.set(pair, Math.min(cost, found.get(pair) ?? 1));
  };
  for (const pair of similarSoundingPairs.trim().split(/\s+/)) note(pair[0], pair[1], alikeCost);
  for (const rows of keyboards) {
    rows.forEach((row, place) => {
      for (let key = 0; key < row.length; key += 1) {
        note(row[key], row[key + 1], neighbourCost);
        // Each row is shifted by half a key.
        note(row[key], rows[place + 1]?.[key], neighbourCost);
        note(row[key], rows[place + 1]?.[key - 1], neighbourCost);
      }
    });
  }
  return found;
}

export const soundsAlike = (a: string, b: string): boolean => costs.get(a + b) === alikeCost;

/**
 * Weighted edit distance: letters that sound alike, are adjacent on the keyboard, doubled, swapped or silent cost less
 * than one, any other edit costs one.
 */
export function measureWeightedDistance(a: string, b: string): number {
  return computeDistance(a, b, {
    replaced: (x, y) => costs.get(x + y) ?? 1,
    added: (letter, before) => (letter === before || silentLetters.includes(letter) ? doubledCost : 1),
    swapped: swappedCost,
  });
}

/** Edit distance with adjacent transpositions (Damerau-Levenshtein). */
export function measureEditDistance(a: string, b: string): number {
  return computeDistance(a, b, { replaced: () => 1, added: () => 1, swapped: 1 });
}

interface EditCosts {
  replaced(x: string, y: string): number;
  /** Also for a letter that is lost; `before` is the one before it. */
  added(letter: string, before: string | undefined): number;
  swapped: number;
}

function computeDistance(a: string, b: string, edit: EditCosts): number {
  let beforeLast: number[] = [];
  let last = [0];
  for (let j = 1; j <= b.length; j += 1)
    last.push(at(last, j - 1) + edit.added(b[j - 1] as string, b[j - 2]));
  for (let i = 1; i <= a.length; i += 1) {
    const [x, y] = [a[i - 1] as string, a[i - 2]];
    const lost = edit.added(x, y);
    const row = [at(last, 0) + lost];
    for (let j = 1; j <= b.length; j += 1) {
      const [u, v] = [b[j - 1] as string, b[j - 2]];
      let best = Math.min(
        at(last, j) + lost,
        at(row, j - 1) + edit.added(u, v),
        at(last, j - 1) + (x === u ? 0 : edit.replaced(x, u)),
      );
      if (i > 1 && j > 1 && x === v && y === u) best = Math.min(best, at(beforeLast, j - 2) + edit.swapped);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

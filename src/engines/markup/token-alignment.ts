import { diffArrays } from 'diff';

/** A range of both lists: equal, or one replaced by the other (either may be empty). */
export interface Run {
  isSame: boolean;
  /** Start and exclusive end. */
  before: readonly [number, number];
  after: readonly [number, number];
}

/** Remaining comparison steps; decremented by the comparison. */
export interface StepBudget {
  left: number;
}

/** Recursion limit of the anchor search; natural texts need two or three rounds. */
const maxRounds = 6;

/**
 * Patience diff: tokens that occur once in both lists become anchors, recursively between them; the rest is compared
 * step by step while the budget lasts, else reported as replaced. So two long unrelated lists cost no more than two
 * similar ones.
 */
export function alignTokens(before: readonly string[], after: readonly string[], budget: StepBudget): Run[] {
  const runs: Run[] = [];
  alignRange({ before, after, runs, budget }, [0, before.length], [0, after.length], 0);
  return runs;
}

interface Comparison {
  before: readonly string[];
  after: readonly string[];
  runs: Run[];
  budget: StepBudget;
}

function addRun(runs: Run[], isSame: boolean, before: Run['before'], after: Run['after']): void {
  if (before[0] === before[1] && after[0] === after[1]) return;
  const last = runs.at(-1);
  if (last?.isSame !== isSame) runs.push({ isSame, before, after });
  else
    runs[runs.length - 1] = { isSame, before: [last.before[0], before[1]], after: [last.after[0], after[1]] };
}

function alignRange(
  comparison: Comparison,
  [oldFrom, oldTo]: Run['before'],
  [newFrom, newTo]: Run['after'],
  round: number,
): void {
  const { before, after, runs } = comparison;
  let [i, j] = [oldFrom, newFrom];
  while (i < oldTo && j < newTo && before[i] === after[j]) [i, j] = [i + 1, j + 1];
  let tail = 0;
  while (i < oldTo - tail && j < newTo - tail && before[oldTo - tail - 1] === after[newTo - tail - 1])
    tail += 1;
  addRun(runs, true, [oldFrom, i], [newFrom, j]);
  const [oldEnd, newEnd] = [oldTo - tail, newTo - tail];
  const anchors = round < maxRounds ? findAnchors(before, after, [i, oldEnd], [j, newEnd]) : [];
  if (anchors.length === 0) diffRange(comparison, [i, oldEnd], [j, newEnd]);
  else {
    for (const [oldAt, newAt] of anchors) {
      alignRange(comparison, [i, oldAt], [j, newAt], round + 1);
      addRun(runs, true, [oldAt, oldAt + 1], [newAt, newAt + 1]);
      [i, j] = [oldAt + 1, newAt + 1];
    }
    alignRange(comparison, [i, oldEnd], [j, newEnd], round + 1);
  }
  addRun(runs, true, [oldEnd, oldTo], [newEnd, newTo]);
}

/** Myers diff; its steps grow with the square of the edits. */
function diffRange({ before, after, runs, budget }: Comparison, old: Run['before'], now: Run['after']): void {
  const edits = Math.floor(Math.sqrt(Math.max(0, budget.left)));
  const isOneSided = old[0] === old[1] || now[0] === now[1];
  const found = isOneSided
    ? undefined
    : diffArrays(before.slice(...old), after.slice(...now), { maxEditLength: edits });
  if (found === undefined) {
    if (!isOneSided) budget.left -= Math.min(edits, old[1] - old[0] + now[1] - now[0]) ** 2;
    addRun(runs, false, old, now);
    return;
  }
  let [i, j, changed] = [old[0], now[0], 0];
  for (const { added, removed, count } of found) {
    const [toOld, toNew] = [added ? i : i + count, removed ? j : j + count];
    addRun(runs, !added && !removed, [i, toOld], [j, toNew]);
    if (added || removed) changed += count;
    [i, j] = [toOld, toNew];
  }
  budget.left -= changed ** 2;
}

/** Tokens that occur once in both ranges, in their longest increasing subsequence. */
function findAnchors(
  before: readonly string[],
  after: readonly string[],
  old: Run['before'],
  now: Run['after'],
): [number, number][] {
  if (old[0] === old[1] || now[0] === now[1]) return [];
  const places = findUniqueTokens(before, old);
  const pairs: [number, number][] = [];
  for (const [token, newAt] of findUniqueTokens(after, now)) {
    const oldAt = places.get(token);
    if (oldAt !== undefined && oldAt >= 0 && newAt >= 0) pairs.push([oldAt, newAt]);
  }
  return findLongestIncreasing(pairs);
}

/** Index by token, in order of first occurrence; -1 if it occurs more than once. */
function findUniqueTokens(
  tokens: readonly string[],
  [from, to]: readonly [number, number],
): Map<string, number> {
  const places = new Map<string, number>();
  for (let place = from; place < to; place += 1) {
    const token = tokens[place] as string;
    places.set(token, places.has(token) ? -1 : place);
  }
  return places;
}

function findLongestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  /** Per length, the pair with the smallest end of an increasing subsequence. */
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([oldAt], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[0] < oldAt) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
  });
  const row: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] as number)
    row.push(pairs[index] as [number, number]);
  return row.reverse();
}

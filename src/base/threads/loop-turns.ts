import { createFairShare, ShareRefused } from './fair-share.ts';

/** How long work may hold the event loop at once, in ms. */
export const turnMilliseconds = 8;

/** Whose work it is. Nothing more is done for a client that has disconnected. */
export interface TurnOwner {
  readonly share: string;
  isGone(): boolean;
}

const turns = createFairShare({ concurrency: 1 });

/**
 * Runs the next part of long work on the event loop. One part runs at a time in the process, and owners take turns. After
 * a part the loop is free of such work for as long as the part took, so that it has at most half of the time, however
 * many ask. `work` should stop at the deadline (`performance.now()`).
 */
export async function takeTurn<Result>(
  { share, isGone }: TurnOwner,
  work: (deadline: number) => Result,
): Promise<Result> {
  await turns.enter(share);
  const begun = performance.now();
  try {
    if (isGone()) throw new ShareRefused('share');
    return work(begun + turnMilliseconds);
  } finally {
    setTimeout(() => turns.leave(share), performance.now() - begun);
  }
}

/** What first parts took since the event loop last went round, in ms. */
let spentAtOnce = 0;

/**
 * Runs the first part of work at once, since most work has no second one. All first parts of one round of the loop have
 * the time of one turn together: the others wait for theirs.
 */
export async function takeFirstTurn<Result>(
  owner: TurnOwner,
  work: (deadline: number) => Result,
): Promise<Result> {
  const left = turnMilliseconds - spentAtOnce;
  if (left <= 0) return takeTurn(owner, work);
  if (spentAtOnce === 0)
    setImmediate(() => {
      spentAtOnce = 0;
    });
  const begun = performance.now();
  try {
    return work(begun + left);
  } finally {
    spentAtOnce += performance.now() - begun;
  }
}

/** `items.map(convert)` in turns, for lists of any length. */
export async function mapInTurns<Item, Result>(
  owner: TurnOwner,
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const work = (deadline: number) => {
    do results.push(convert(items[results.length] as Item));
    while (results.length < items.length && performance.now() < deadline);
  };
  while (results.length < items.length) await takeTurn(owner, work);
  return results;
}

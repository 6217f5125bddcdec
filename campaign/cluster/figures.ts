import { emptyFigures, type Figures } from '../kill/figures.ts';

export const strikeKinds = ['leader', 'instance', 'redis', 'reload', 'rolling'] as const;
export type StrikeKind = (typeof strikeKinds)[number];

export const strikeNames: Readonly<Record<StrikeKind, string>> = {
  leader: 'main database lost',
  instance: 'instance killed',
  redis: 'master of Redis killed',
  reload: 'balancer reloaded',
  rolling: 'instances restarted in turn',
};

/** The longest time without a success, in milliseconds, by what was done last. */
type Gaps = Record<StrikeKind, number>;

export interface ClusterFigures {
  /** What the writers count. */
  writing: Figures;
  strikes: Record<StrikeKind, number>;
  requests: number;
  /** Replies to readers by status, and requests that nobody answered. */
  readerReplies: Record<string, number>;
  /** Readings of what the same account had just written, and how many did not have it. */
  ownReadings: number;
  staleReadings: string[];
  longestWithoutWrite: Gaps;
  longestWithoutRead: Gaps;
  /** Requests that had to be sent again, or got no good reply, while instances were restarted in turn. */
  failedWhileRolling: number;
}

export function emptyClusterFigures(): ClusterFigures {
  const zeros = () => ({ leader: 0, instance: 0, redis: 0, reload: 0, rolling: 0 });
  return {
    writing: emptyFigures(),
    strikes: zeros(),
    requests: 0,
    readerReplies: {},
    ownReadings: 0,
    staleReadings: [],
    longestWithoutWrite: zeros(),
    longestWithoutRead: zeros(),
    failedWhileRolling: 0,
  };
}

/** Hears of every success and keeps the longest time between two of them. */
export function watchGaps(into: Gaps, current: () => StrikeKind | undefined): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const kind = current();
    if (kind !== undefined) into[kind] = Math.max(into[kind], now - last);
    last = now;
  };
}

const total = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0);

export interface Outcome {
  lost: readonly string[];
  doubled: readonly string[];
  dead: readonly string[];
}

export function printClusterFigures(figures: ClusterFigures, { lost, doubled, dead }: Outcome): void {
  const { writing } = figures;
  const say = (what: string, value: string | number) => console.log(`  ${what.padEnd(44)}${value}`);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  console.log('');
  say('requests', figures.requests);
  say('acknowledged writes', total(writing.acknowledged));
  say('lost', lost.length);
  say('doubled', doubled.length);
  say('replies 5xx other than 503', countServerErrors(figures));
  say('replies 503 to writers, sent again', writing.unavailable);
  say(
    'replies 503 or none to readers',
    (figures.readerReplies['503'] ?? 0) + (figures.readerReplies.none ?? 0),
  );
  say('stale readings of one’s own', `${figures.staleReadings.length} of ${figures.ownReadings}`);
  say('requests that failed in a rolling restart', figures.failedWhileRolling);
  say('instances dead at the end', dead.length);
  console.log('  longest time without a success, after');
  for (const kind of strikeKinds)
    console.log(
      `    ${strikeNames[kind].padEnd(32)}${String(figures.strikes[kind]).padStart(3)} times   ` +
        `writing ${seconds(figures.longestWithoutWrite[kind]).padStart(7)}   ` +
        `reading ${seconds(figures.longestWithoutRead[kind]).padStart(7)}`,
    );
  for (const [what, list] of Object.entries({ lost, doubled, dead, stale: figures.staleReadings }))
    for (const one of list.slice(0, 10)) console.log(`  ${what}: ${one}`);
  for (const [what, number] of Object.entries(writing.otherServerErrors)) console.log(`  ${what}: ${number}`);
  for (const story of writing.refusedRepeats.slice(0, 10)) console.log(`  refused when sent again: ${story}`);
}

function countServerErrors({ writing, readerReplies }: ClusterFigures): number {
  const ofReaders = Object.entries(readerReplies)
    .filter(([status]) => Number(status) >= 500 && status !== '503')
    .reduce((sum, [, number]) => sum + number, 0);
  return total(writing.otherServerErrors) + ofReaders;
}

/** Nothing lost, doubled, broken, stale or dead. How long anything took is a figure, no complaint. */
export function isGood(figures: ClusterFigures, { lost, doubled, dead }: Outcome): boolean {
  return (
    lost.length + doubled.length + dead.length + countServerErrors(figures) === 0 &&
    figures.staleReadings.length + figures.writing.refusedRepeats.length + figures.failedWhileRolling === 0
  );
}

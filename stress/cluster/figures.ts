import { createFigures, type Figures } from '../kill/figures.ts';

export const faultKinds = ['leader', 'frozen', 'instance', 'redis', 'reload', 'rolling'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const faultNames: Readonly<Record<FaultKind, string>> = {
  leader: 'main database lost',
  frozen: 'main database frozen',
  instance: 'instance killed',
  redis: 'master of Redis killed',
  reload: 'balancer reloaded',
  rolling: 'instances restarted in turn',
};

/** The longest time without a success, in ms, by the last fault. */
type Gaps = Record<FaultKind, number>;

export interface ClusterFigures {
  /** Counters of the writers. */
  writing: Figures;
  faults: Record<FaultKind, number>;
  requests: number;
  /** Replies to readers by status; `none`: unanswered. */
  readerReplies: Record<string, number>;
  /** Reads of an account's own last write, and those that were stale. */
  ownReadings: number;
  staleReadings: string[];
  longestWithoutWrite: Gaps;
  longestWithoutRead: Gaps;
  /** Requests that were retried or failed during a rolling restart. */
  failedWhileRolling: number;
  /** Compatibility checks between instances of two versions, and those that failed. */
  compatibilityChecks: Record<string, number>;
  failedCompatibilityChecks: string[];
  /** Processes that took jobs while both versions ran. */
  jobHolders: number;
}

export function createClusterFigures(): ClusterFigures {
  const zeros = () => ({ leader: 0, frozen: 0, instance: 0, redis: 0, reload: 0, rolling: 0 });
  return {
    writing: createFigures(),
    faults: zeros(),
    requests: 0,
    readerReplies: {},
    ownReadings: 0,
    staleReadings: [],
    longestWithoutWrite: zeros(),
    longestWithoutRead: zeros(),
    failedWhileRolling: 0,
    compatibilityChecks: {},
    failedCompatibilityChecks: [],
    jobHolders: 0,
  };
}

/** Called on every success; records the longest time between two of them. */
export function watchGaps(into: Gaps, current: () => FaultKind | undefined): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const kind = current();
    if (kind !== undefined) into[kind] = Math.max(into[kind], now - last);
    last = now;
  };
}

const total = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0);

export interface CheckResults {
  lost: readonly string[];
  doubled: readonly string[];
  dead: readonly string[];
  /** Photographs without their file, or unprocessed. */
  missing: readonly string[];
  /** Jobs that failed for good, or are due and not taken. */
  jobs: readonly string[];
  /** Emails that were not delivered, are incomplete, or too many delivered twice. */
  unsent: readonly string[];
  letters: number;
  /** Emails delivered twice because of a kill while they were sent. */
  twice: number;
}

export function printClusterFigures(figures: ClusterFigures, outcome: CheckResults): void {
  const { lost, doubled, dead, missing, jobs, unsent } = outcome;
  const { writing } = figures;
  const say = (what: string, value: string | number) => console.log(`  ${what.padEnd(46)}${value}`);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  console.log('');
  say('requests', figures.requests);
  say('acknowledged writes', total(writing.acknowledged));
  say('lost', lost.length);
  say('doubled', doubled.length);
  say('replies 5xx other than 503', countServerErrors(figures));
  say('replies 503 to writers, retried', writing.unavailable);
  say(
    'replies 503 or none to readers',
    (figures.readerReplies['503'] ?? 0) + (figures.readerReplies.none ?? 0),
  );
  say('stale reads of own writes', `${figures.staleReadings.length} of ${figures.ownReadings}`);
  say('requests that failed in a rolling restart', figures.failedWhileRolling);
  say('instances dead at the end', dead.length);
  say('photographs without their file or unfinished', missing.length);
  say('jobs stuck or given up', jobs.length);
  say('emails', outcome.letters);
  say('emails undelivered or incomplete', unsent.length);
  say('emails delivered twice', outcome.twice);
  if (total(figures.compatibilityChecks) > 0) {
    say(
      'failed checks between two versions',
      `${figures.failedCompatibilityChecks.length} of ${total(figures.compatibilityChecks)}`,
    );
    for (const [what, number] of Object.entries(figures.compatibilityChecks))
      console.log(`    ${what.padEnd(60)}${number}`);
    say('processes that took jobs meanwhile', figures.jobHolders);
  }
  console.log('  longest time without a success, after');
  for (const kind of faultKinds)
    console.log(
      `    ${faultNames[kind].padEnd(32)}${String(figures.faults[kind]).padStart(3)} times   ` +
        `writing ${seconds(figures.longestWithoutWrite[kind]).padStart(7)}   ` +
        `reading ${seconds(figures.longestWithoutRead[kind]).padStart(7)}`,
    );
  const lists = {
    lost,
    doubled,
    dead,
    missing,
    jobs,
    letters: unsent,
    stale: figures.staleReadings,
    meeting: figures.failedCompatibilityChecks,
  };
  for (const [what, list] of Object.entries(lists))
    for (const one of list.slice(0, 10)) console.log(`  ${what}: ${one}`);
  for (const [what, number] of Object.entries(writing.otherServerErrors)) console.log(`  ${what}: ${number}`);
  for (const story of writing.refusedRepeats.slice(0, 10)) console.log(`  refused retry: ${story}`);
}

function countServerErrors({ writing, readerReplies }: ClusterFigures): number {
  const ofReaders = Object.entries(readerReplies)
    .filter(([status]) => Number(status) >= 500 && status !== '503')
    .reduce((sum, [, number]) => sum + number, 0);
  return total(writing.otherServerErrors) + ofReaders;
}

/**
 * Nothing lost, doubled, failed, stale, stuck or dead. Durations never fail a run. On a busy machine neither do requests
 * that failed in a rolling restart: the balancer may remove an instance whose health check is only slow.
 */
export function hasNoFailures(figures: ClusterFigures, outcome: CheckResults, isBusy: boolean): boolean {
  const { lost, doubled, dead, missing, jobs, unsent } = outcome;
  const wrong = [
    lost,
    doubled,
    dead,
    missing,
    jobs,
    unsent,
    figures.staleReadings,
    figures.writing.refusedRepeats,
  ];
  return (
    wrong.every((list) => list.length === 0) &&
    countServerErrors(figures) === 0 &&
    (isBusy || figures.failedWhileRolling === 0)
  );
}

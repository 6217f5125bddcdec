import { emptyFigures, type Figures } from '../kill/figures.ts';

export const strikeKinds = ['leader', 'frozen', 'instance', 'redis', 'reload', 'rolling'] as const;
export type StrikeKind = (typeof strikeKinds)[number];

export const strikeNames: Readonly<Record<StrikeKind, string>> = {
  leader: 'main database lost',
  frozen: 'main database frozen',
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
  /** What instances of two versions handed to each other, and what of it was not taken. */
  meetings: Record<string, number>;
  failedMeetings: string[];
  /** Processes seen at jobs while both versions ran. */
  jobHolders: number;
}

export function emptyClusterFigures(): ClusterFigures {
  const zeros = () => ({ leader: 0, frozen: 0, instance: 0, redis: 0, reload: 0, rolling: 0 });
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
    meetings: {},
    failedMeetings: [],
    jobHolders: 0,
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
  /** Photographs without their file, or that nobody finished. */
  missing: readonly string[];
  /** Jobs given up, or due and taken by nobody. */
  jobs: readonly string[];
  /** Letters that were not handed over, or not as their readers were told, or too many twice. */
  unsent: readonly string[];
  letters: number;
  /** Letters handed over again because something was killed while they were on their way. */
  twice: number;
}

export function printClusterFigures(figures: ClusterFigures, outcome: Outcome): void {
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
  say('replies 503 to writers, sent again', writing.unavailable);
  say(
    'replies 503 or none to readers',
    (figures.readerReplies['503'] ?? 0) + (figures.readerReplies.none ?? 0),
  );
  say('stale readings of one’s own', `${figures.staleReadings.length} of ${figures.ownReadings}`);
  say('requests that failed in a rolling restart', figures.failedWhileRolling);
  say('instances dead at the end', dead.length);
  say('photographs without their file or unfinished', missing.length);
  say('jobs stuck or given up', jobs.length);
  say('letters', outcome.letters);
  say('letters not handed over or not as told', unsent.length);
  say('letters handed over twice', outcome.twice);
  if (total(figures.meetings) > 0) {
    say(
      'meetings of two versions that failed',
      `${figures.failedMeetings.length} of ${total(figures.meetings)}`,
    );
    for (const [what, number] of Object.entries(figures.meetings))
      console.log(`    ${what.padEnd(60)}${number}`);
    say('processes seen at jobs meanwhile', figures.jobHolders);
  }
  console.log('  longest time without a success, after');
  for (const kind of strikeKinds)
    console.log(
      `    ${strikeNames[kind].padEnd(32)}${String(figures.strikes[kind]).padStart(3)} times   ` +
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
    meeting: figures.failedMeetings,
  };
  for (const [what, list] of Object.entries(lists))
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

/**
 * Nothing lost, doubled, broken, stale, stuck or dead. How long anything took is a figure, no complaint. On a machine that is
 * busy with other things, so are requests that failed in a rolling restart: a balancer that gets no answer in time takes an
 * instance out that would have given one.
 */
export function isGood(figures: ClusterFigures, outcome: Outcome, isBusy: boolean): boolean {
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

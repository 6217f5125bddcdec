export const killKinds = ['service', 'database', 'both'] as const;
export type KillKind = (typeof killKinds)[number];

/** Counters of a run; saved to a file, so that a resumed run continues counting. */
export interface Figures {
  kills: Record<KillKind, number>;
  /** Kills that came while the service was still starting after the one before. */
  killsWhileStarting: number;
  acknowledged: Record<string, number>;
  repeats: number;
  /** Replies below 500 that were not a success, by operation and status. */
  refusals: Record<string, number>;
  /** Refused retries: the first request may have been executed. */
  refusedRepeats: string[];
  otherServerErrors: Record<string, number>;
  unavailable: number;
  /** Milliseconds from a kill to the first success of a write that was started after it. */
  longestRecovery: Record<KillKind, number>;
  recoveries: Record<KillKind, number>;
  /** After the database alone was killed: whether the process survived. */
  survivedDatabase: number;
  diedWithDatabase: number;
  /** The process survived its database, but no write succeeded until it was killed as well. */
  hung: number;
  /** Exits of the process without a kill. */
  unexplainedEnds: number;
  /** Upload URLs that a kill used up before the picture was stored. */
  spentTickets: number;
}

export function createFigures(): Figures {
  return {
    kills: { service: 0, database: 0, both: 0 },
    killsWhileStarting: 0,
    acknowledged: {},
    repeats: 0,
    refusals: {},
    refusedRepeats: [],
    otherServerErrors: {},
    unavailable: 0,
    longestRecovery: { service: 0, database: 0, both: 0 },
    recoveries: { service: 0, database: 0, both: 0 },
    survivedDatabase: 0,
    diedWithDatabase: 0,
    hung: 0,
    unexplainedEnds: 0,
    spentTickets: 0,
  };
}

export function increment(of: Record<string, number>, name: string): void {
  of[name] = (of[name] ?? 0) + 1;
}

export function countKills({ kills }: Figures): number {
  return kills.service + kills.database + kills.both;
}

export function printFigures(figures: Figures): void {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const total = Object.values(figures.acknowledged).reduce((sum, one) => sum + one, 0);
  console.log(`\nKills: ${countKills(figures)}, of them ${figures.killsWhileStarting} while starting`);
  for (const kind of killKinds) {
    console.log(
      `  ${kind.padEnd(10)}${String(figures.kills[kind]).padStart(5)}   longest until a write succeeded again ` +
        `${seconds(figures.longestRecovery[kind])} (of ${figures.recoveries[kind]})`,
    );
  }
  console.log(
    `  after the database alone was killed, the service survived ${figures.survivedDatabase} times, exited ${figures.diedWithDatabase} times and hung ${figures.hung} times`,
  );
  console.log(`Acknowledged writes: ${total}; retries: ${figures.repeats}`);
  for (const [operation, number] of Object.entries(figures.acknowledged).sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${operation.padEnd(32)}${String(number).padStart(6)}`);
  console.log(`Replies 503: ${figures.unavailable}; other 5xx: ${sum(figures.otherServerErrors)}`);
  for (const [what, number] of Object.entries(figures.otherServerErrors)) console.log(`  ${what}  ${number}`);
  console.log(`Refusals: ${sum(figures.refusals)}; of retries: ${figures.refusedRepeats.length}`);
  for (const [what, number] of Object.entries(figures.refusals)) console.log(`  ${what}  ${number}`);
  console.log(`Upload URLs used up by a kill without a picture: ${figures.spentTickets}`);
  console.log(`Exits of the service without a kill: ${figures.unexplainedEnds}`);
}

function sum(of: Record<string, number>): number {
  return Object.values(of).reduce((total, one) => total + one, 0);
}

export const killKinds = ['service', 'database', 'both'] as const;
export type KillKind = (typeof killKinds)[number];

/** What is counted while the campaign runs; kept in a file, so that a resumed one goes on counting. */
export interface Figures {
  kills: Record<KillKind, number>;
  /** Kills that came while the service was still starting after the one before. */
  killsWhileStarting: number;
  acknowledged: Record<string, number>;
  repeats: number;
  /** Replies by status that were neither a success nor 503. */
  refusals: Record<string, number>;
  /** Refusals of a request that was sent again: the first one may have been done. */
  refusedRepeats: string[];
  otherServerErrors: Record<string, number>;
  unavailable: number;
  /** Milliseconds from a kill to the first reply to a write that was sent after it. */
  longestRecovery: Record<KillKind, number>;
  recoveries: Record<KillKind, number>;
  /** After the database alone was killed: did the process live on? */
  survivedDatabase: number;
  diedWithDatabase: number;
  /** The process lived on after its database was killed, but nobody could write until it was killed as well. */
  hung: number;
  /** Ends of the process that nobody caused. */
  unexplainedEnds: number;
  /** Addresses for one upload that a kill had used up without a picture. */
  spentTickets: number;
}

export function emptyFigures(): Figures {
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

export function count(of: Record<string, number>, name: string): void {
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
    `  after the database alone was killed, the service lived on ${figures.survivedDatabase} times, ended ${figures.diedWithDatabase} times and hung ${figures.hung} times`,
  );
  console.log(`Acknowledged writes: ${total}; sent again ${figures.repeats} times`);
  for (const [operation, number] of Object.entries(figures.acknowledged).sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${operation.padEnd(32)}${String(number).padStart(6)}`);
  console.log(`Replies 503: ${figures.unavailable}; other 5xx: ${sum(figures.otherServerErrors)}`);
  for (const [what, number] of Object.entries(figures.otherServerErrors)) console.log(`  ${what}  ${number}`);
  console.log(`Refusals: ${sum(figures.refusals)}; of requests sent again: ${figures.refusedRepeats.length}`);
  for (const [what, number] of Object.entries(figures.refusals)) console.log(`  ${what}  ${number}`);
  console.log(`Upload addresses that a kill used up without a picture: ${figures.spentTickets}`);
  console.log(`Ends of the service that no kill explains: ${figures.unexplainedEnds}`);
}

function sum(of: Record<string, number>): number {
  return Object.values(of).reduce((total, one) => total + one, 0);
}

import { countFailures, describeLatencies, overallKind, type PhaseFigures } from './figures.ts';

/** Limits of the effect on other users. */
export const bounds = {
  /** p95 latency relative to the baseline. */
  ratio: 3,
  /** Minimum number of samples of one kind for a percentile. */
  samples: 30,
  holdMilliseconds: 50,
  mediaBytes: 2e9,
  drafts: 200,
  waitingForModerators: 20,
} as const;

/** Failures of a phase; times are judged only on an otherwise idle machine. */
export function findFailures(phase: PhaseFigures, quiet: PhaseFigures, judgesTimes: boolean): string[] {
  const complaints = [...findFailedRequests(phase), ...findExceededQuotas(phase)];
  if (judgesTimes) complaints.push(...findSlowness(phase, quiet));
  return complaints.map((complaint) => `${phase.name}: ${complaint}`);
}

function findFailedRequests({ samples }: PhaseFigures): string[] {
  const { failed, limited, refused, lost } = countFailures(samples);
  const found: [number, string][] = [
    [failed, 'answers 5xx to the nine'],
    [limited, 'answers 429 to the nine'],
    [refused, 'other refusals of what the nine may do'],
    [lost, 'requests of the nine without an answer'],
  ];
  return found.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

function findExceededQuotas({ attacker }: PhaseFigures): string[] {
  if (attacker === undefined) return [];
  const { before, after } = attacker;
  const rowsOf = (name: string) => after.rows[name] ?? 0;
  const complaints: string[] = [];
  const grown = after.mediaBytes - before.mediaBytes;
  if (grown > bounds.mediaBytes) complaints.push(`media grew by ${Math.round(grown / 1e6)} MB`);
  for (const name of ['drafts', 'knowledge drafts'])
    if (rowsOf(name) > bounds.drafts) complaints.push(`${rowsOf(name)} ${name} of the attacker`);
  const waiting = ['waiting texts', 'waiting companies', 'waiting villages'].reduce(
    (sum, name) => sum + rowsOf(name),
    0,
  );
  if (waiting > bounds.waitingForModerators)
    complaints.push(`${waiting} items of the attacker wait for moderators`);
  return complaints;
}

function findSlowness({ samples, loop }: PhaseFigures, quiet: PhaseFigures): string[] {
  const alone = describeLatencies(quiet.samples);
  const complaints: string[] = [];
  for (const [kind, { count, p95 }] of describeLatencies(samples)) {
    const before = alone.get(kind);
    if (before === undefined) continue;
    // Overall is judged with any number of samples: long waits leave few of them.
    if (kind !== overallKind && Math.min(count, before.count) < bounds.samples) continue;
    if (p95 > bounds.ratio * before.p95)
      complaints.push(`${kind}: p95 ${p95.toFixed(1)} ms, ${(p95 / before.p95).toFixed(1)} times as long`);
  }
  if (loop.cpu.max > bounds.holdMilliseconds)
    complaints.push(`the event loop worked for ${Math.round(loop.cpu.max)} ms at once`);
  return complaints;
}

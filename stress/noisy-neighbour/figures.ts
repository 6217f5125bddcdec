import type { AnswerCounts } from './attacker.ts';
import type { AttackerFootprint } from './attacker-footprint.ts';
import type { Sample } from './people.ts';
import type { LoopFigures } from './watched-service.ts';

/** Measurements of one phase. */
export interface PhaseFigures {
  name: string;
  samples: readonly Sample[];
  loop: LoopFigures;
  cpuSeconds: { service: number; database: number; attacker: number };
  /** Load average of the machine at the end. */
  load: string;
  /** Only in phases with the attacker. */
  attacker?: { tally: AnswerCounts; before: AttackerFootprint; after: AttackerFootprint };
}

export interface Latency {
  count: number;
  p50: number;
  p95: number;
  max: number;
}

/** The kind under which all samples together are listed. */
export const overallKind = 'all';

export function describeLatency(milliseconds: readonly number[]): Latency {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  // Nearest-rank percentile: p95 of 20 values is the 19th.
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** By kind of action, and overall. */
export function describeLatencies(samples: readonly Sample[]): Map<string, Latency> {
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort();
  return new Map(
    [overallKind, ...kinds].map((name) => {
      const own = samples.filter(({ kind }) => name === overallKind || kind === name);
      return [name, describeLatency(own.map(({ milliseconds }) => milliseconds))];
    }),
  );
}

/** Counts failed requests of the nine people. */
export function countFailures(samples: readonly Sample[]) {
  const count = (fits: (answer: Sample['answer']) => boolean) =>
    samples.filter(({ answer }) => fits(answer)).length;
  return {
    failed: count((answer) => typeof answer === 'number' && answer >= 500),
    limited: count((answer) => answer === 429),
    refused: count((answer) => typeof answer === 'number' && answer >= 400 && answer < 500 && answer !== 429),
    lost: count((answer) => typeof answer !== 'number'),
    unhealthy: samples.filter(({ kind, answer }) => kind === 'health' && answer !== 200).length,
  };
}

export function printPhase(phase: PhaseFigures, quiet: PhaseFigures | undefined): void {
  console.log(`\n=== ${phase.name}   (load ${phase.load})`);
  printLatencies(phase, quiet);
  printFailures(phase.samples);
  printLoop(phase);
  if (phase.attacker) printAttacker(phase.attacker);
}

const ms = (milliseconds: number) => milliseconds.toFixed(milliseconds < 100 ? 1 : 0).padStart(9);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function printLatencies({ samples }: PhaseFigures, quiet: PhaseFigures | undefined): void {
  const before = quiet && describeLatencies(quiet.samples);
  const columns = ['count', 'p50', 'p95', 'max'].map((name) => name.padStart(9)).join('');
  console.log(`${'the nine, ms'.padEnd(24)}${columns}${before ? '   quiet p95    ratio' : ''}`);
  for (const [kind, { count, p50, p95, max }] of describeLatencies(samples)) {
    const was = before?.get(kind)?.p95;
    const compared = was === undefined ? '' : `${ms(was).padStart(12)}${(p95 / was).toFixed(1).padStart(9)}`;
    console.log(`${kind.padEnd(24)}${String(count).padStart(9)}${ms(p50)}${ms(p95)}${ms(max)}${compared}`);
  }
}

function printFailures(samples: readonly Sample[]): void {
  const { failed, limited, refused, lost, unhealthy } = countFailures(samples);
  console.log(
    `of the nine: 5xx ${failed}, 429 ${limited}, other refusals ${refused}, no answer ${lost}; /health not 200: ${unhealthy}`,
  );
  const bad = samples.filter(({ answer }) => typeof answer !== 'number' || answer >= 400);
  const named = new Map<string, number>();
  for (const { kind, person, answer } of bad) {
    const name = `${kind}, ${person}: ${answer}`;
    named.set(name, (named.get(name) ?? 0) + 1);
  }
  for (const [name, count] of named) console.log(`  ${name} (${count})`);
}

function printLoop({ loop, cpuSeconds }: PhaseFigures): void {
  const { late, cpu, gc, holds } = loop;
  console.log(
    `event loop, ms: late p50 ${ms(late.p50).trim()}, p99.9 ${ms(late.p999).trim()}, longest ${ms(late.max).trim()}; ` +
      `worked at once p99.9 ${ms(cpu.p999).trim()}, longest ${ms(cpu.max).trim()}; ` +
      `longest garbage collection ${ms(gc.max).trim()}; busy ${Math.round(loop.utilization * 100)} %`,
  );
  const told = holds.map(
    ({ late: waited, cpu: worked }) => `${worked.toFixed(0)} (${waited.toFixed(0)} late)`,
  );
  console.log(`  longest work at once: ${told.join(', ')}`);
  const { service, database, attacker } = cpuSeconds;
  console.log(
    `CPU seconds: service ${service.toFixed(1)}, database ${database.toFixed(1)}, attacker ${attacker.toFixed(1)}; ` +
      `memory of the service ${megabytes(loop.memoryBytes)}`,
  );
}

const answerKinds = ['2xx', '3xx', '4xx', '429', '5xx', 'hung up', 'none', 'open'];

function printAttacker({ tally, before, after }: NonNullable<PhaseFigures['attacker']>): void {
  console.log(`${'attacker'.padEnd(32)}${answerKinds.map((name) => name.padStart(8)).join('')}`);
  for (const [kind, answers] of Object.entries(tally)) {
    const counts = answerKinds.map((name) => String(answers[name] ?? 0).padStart(8));
    console.log(`${kind.padEnd(32)}${counts.join('')}`);
  }
  console.log(`media on disk: ${megabytes(before.mediaBytes)} → ${megabytes(after.mediaBytes)}`);
  const rows = Object.entries(after.rows).map(
    ([name, count]) => `${name} ${before.rows[name] ?? 0} → ${count}`,
  );
  console.log(`rows: ${rows.join(', ')}`);
}

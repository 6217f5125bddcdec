import type { Pool } from '../../src/base/db/connect.ts';
import { takeCommittedChanges } from './committed-changes.ts';
import type { Answer, FaultCase } from './fault-case.ts';
import { type Fault, runWithFault, type Way } from './faults.ts';

export interface CaseReport {
  name: string;
  statements: number;
  runs: number;
  divergences: string[];
}

/** What a run without a fault did. */
interface Reference {
  answer: Answer;
  changes: Set<string>;
  statements: string[];
}

/** The call once to count its statements, then once for each statement and way. `watch` is not used by the service. */
export async function tryCase(each: FaultCase, ways: readonly Way[], watch: Pool): Promise<CaseReport> {
  const report: CaseReport = { name: each.name, statements: 0, runs: 0, divergences: [] };
  const reference = await runWithoutFault(each, watch);
  report.statements = reference.statements.length;
  for (let at = 0; at < reference.statements.length; at += 1)
    for (const way of ways) {
      const found = await runOnce(each, { at, way }, reference, watch);
      report.runs += 1;
      const text = (reference.statements[at] ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 90);
      for (const divergence of found)
        report.divergences.push(`${each.name}, ${way} at ${at} (${text}): ${divergence}`);
    }
  for (const divergence of await findLeftConnections(each, watch))
    report.divergences.push(`${each.name}: ${divergence}`);
  return report;
}

/** Twice: what is remembered between calls may change what is written. */
async function runWithoutFault(each: FaultCase, watch: Pool): Promise<Reference> {
  const changes = new Set<string>();
  for (let turn = 0; ; turn += 1) {
    const send = await each.make();
    await takeCommittedChanges(watch);
    const { result: answer, statements } = await runWithFault(send);
    if (answer.status >= 400)
      throw new Error(`${each.name} fails by itself: ${answer.status} ${answer.body}`);
    await waitUntilQuiet(watch);
    changes.add((await takeCommittedChanges(watch)).join(' | '));
    if (turn === 1) return { answer, changes, statements };
  }
}

async function runOnce(each: FaultCase, fault: Fault, reference: Reference, watch: Pool): Promise<string[]> {
  const send = await each.make();
  await takeCommittedChanges(watch);
  const { result: first, hasStruck } = await runWithFault(send, fault);
  const left = await waitUntilQuiet(watch);
  const then = await takeCommittedChanges(watch);
  const found = [...left, ...judgeAnswer(first, reference.answer)];
  const isAfter = reference.changes.has(then.join(' | '));
  if (!isAfter && then.length > 0 && !each.isInParts) found.push(`wrote only “${then.join(' | ')}”`);
  if (!hasStruck) return found;
  if (first.status < 400 && !isAfter) found.push('answered that it was done, and wrote nothing');
  const second = await send();
  await waitUntilQuiet(watch);
  const again = await takeCommittedChanges(watch);
  return [...found, ...judgeRepeat(each, { first, then, isAfter }, { second, again }, reference)];
}

function judgeAnswer(answer: Answer, right: Answer): string[] {
  if (answer.status === 503) return answer.retryAfter === null ? ['503 without Retry-After'] : [];
  if (answer.status !== right.status) return [`answered ${answer.status}: ${answer.body.slice(0, 200)}`];
  return answer.shape === right.shape ? [] : [`answered ${showDifference(answer.shape, right.shape)}`];
}

/** Where the first begins to differ from the second. */
function showDifference(text: string, right: string): string {
  let at = 0;
  while (at < text.length && text[at] === right[at]) at += 1;
  const from = Math.max(0, at - 80);
  return `“…${text.slice(from, at + 120)}…” instead of “…${right.slice(from, at + 120)}…”`;
}

function judgeRepeat(
  { hasKey, mayRepeat = false, isInParts = false }: FaultCase,
  { first, then, isAfter }: { first: Answer; then: string[]; isAfter: boolean },
  { second, again }: { second: Answer; again: string[] },
  reference: Reference,
): string[] {
  const found: string[] = [];
  const isDoneOnce = isInParts
    ? hasInParts(reference.changes, [...then, ...again])
    : isAfter
      ? again.length === 0
      : reference.changes.has(again.join(' | '));
  if (hasKey && second.status >= 400)
    found.push(`the repeat was refused: ${second.status} ${second.body.slice(0, 200)}`);
  else if (second.status >= 500) found.push(`the next request failed: ${second.status} ${second.body}`);
  // Without a key, what was done and cannot be done again is refused.
  if (!isAfter && second.status >= 400)
    found.push(`the repeat did not work: ${second.status} ${second.body}`);
  // Without a key, who was told that it was done and sends it again wants it again.
  const isWanted = isAfter && (mayRepeat || (!hasKey && first.status < 400));
  if (second.status < 400 && !isDoneOnce && !isWanted)
    found.push(
      isAfter
        ? `the repeat wrote again “${again.join(' | ')}”`
        : `with its repeat it wrote “${[...then, ...again].join(' | ')}”`,
    );
  if (hasKey && first.status < 400 && second.shape !== first.shape && first.shape === reference.answer.shape)
    found.push(`the repeat answered ${showDifference(second.shape, first.shape)}`);
  return found;
}

/** Whether these are the rows of a run without a fault, in whichever transactions. */
function hasInParts(changes: ReadonlySet<string>, parts: readonly string[]): boolean {
  const rowsOf = (texts: readonly string[]) =>
    texts
      .flatMap((text) => text.split(/ \| |; /))
      .sort()
      .join();
  return [...changes].some((each) => rowsOf(each === '' ? [] : [each]) === rowsOf(parts));
}

/** Waits until no connection does anything; what still does after a while is left behind. */
async function waitUntilQuiet(watch: Pool): Promise<string[]> {
  const until = performance.now() + 5_000;
  for (;;) {
    const busy = await watch<{ doing: string }[]>`
      select concat_ws(' ', state, (select string_agg(mode, ',') from pg_locks where pg_locks.pid = a.pid), query) as doing
        from pg_stat_activity a
       where datname = current_database() and backend_type = 'client backend'
         and application_name <> 'watch'
         and (state <> 'idle' or exists (select 1 from pg_locks where pg_locks.pid = a.pid))`;
    if (busy.length === 0) return [];
    if (performance.now() > until)
      return busy.map(({ doing }) => `left a connection “${doing.slice(0, 200)}”`);
    await new Promise((done) => setTimeout(done, 2));
  }
}

/** Whether every connection of the pool can still be had at once. */
async function findLeftConnections({ service }: FaultCase, watch: Pool): Promise<string[]> {
  const all = Array.from({ length: 8 }, (_, index) =>
    service.pool.begin({ owner: `taker ${index}` }, (db) => db`select 1`),
  );
  const lost = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
  await waitUntilQuiet(watch);
  return lost.length === 0 ? [] : [`${lost.length} of 8 connections cannot be had`];
}

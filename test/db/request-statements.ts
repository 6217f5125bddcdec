import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { type ObservedStatement, observeStatements } from '../../src/base/db/driver/statement-observer.ts';
import { freezeClock } from '../harness/frozen-clock.ts';
import type { TestService } from '../harness/service.ts';

/** The recording that requests and calls belong to, through everything they wait for. */
const recording = new AsyncLocalStorage<object>();

/** Written by a timer for several requests together; the one that started the timer may not be over yet. */
const writtenTogether = [
  /update announcement_household/,
  /into announcement_opened/,
  /counted \(id, views\)/,
  /pg_try_advisory_xact_lock/,
  /delete from search_term/,
];
/** Kept in memory until the database tells of a change to the account, which it does at any moment after the change. */
const tokenLookups = [/from personal_token t join account/, /from oauth_token t join oauth_grant/];
const uncounted = [...writtenTogether, ...tokenLookups];

/** False for statements of timers, and for those that depend on what is remembered. */
export const isCounted = (text: string) => !uncounted.some((pattern) => pattern.test(text));

/** Whether the code that asks belongs to `own`. */
export const belongsTo = (own: object) => recording.getStore() === own;

/** Runs `work`, itself and the requests that it sends to a service in this process, as belonging to `own`. */
export async function runBelongingTo<Result>(own: object, work: () => Promise<Result>): Promise<Result> {
  const enter = (message: unknown) => {
    recording.enterWith(own);
    // Newer Nodes report the parts of a body in the context of the connection.
    const { request } = message as { request: IncomingMessage };
    const emit = request.emit.bind(request);
    request.emit = (name: string | symbol, ...given: unknown[]) =>
      recording.run(own, () => emit(name as string, ...given));
  };
  subscribe('http.server.request.start', enter);
  try {
    return await recording.run(own, work);
  } finally {
    unsubscribe('http.server.request.start', enter);
  }
}

/**
 * The texts of the statements that `work` sends, itself or through requests to a service in this process. Statements of
 * background work are not among them.
 */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const own = {};
  const asked = new WeakSet<ObservedStatement>();
  const sent = new Set<ObservedStatement>();
  const endObservation = observeStatements({
    composed(_strings, statement) {
      if (belongsTo(own)) asked.add(statement);
    },
    sent(statement) {
      if (asked.has(statement)) sent.add(statement);
    },
  });
  try {
    const result = await runBelongingTo(own, work);
    const statements = [...sent].map(({ form }) => form.text).filter(isCounted);
    return { result, statements };
  } finally {
    endObservation();
  }
}

/**
 * The same for the second of two equal requests, while nothing expires: what is read once and kept, and what the first
 * view writes, is not counted.
 */
export function recordRepeatedStatements<Result>(
  service: TestService,
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  return freezeClock(service, async () => {
    await work();
    return recordStatements(work);
  });
}

import type { z } from 'zod';
import type { Db, Pool, Transaction } from '../../base/db/connect.ts';
import { retryReadIfLost } from '../../base/db/driver/unavailable.ts';
import type { Text } from '../../base/i18n/text.ts';
import { createFairShare } from '../../base/threads/fair-share.ts';
import { createSharedReads } from '../../base/threads/shared-reads.ts';
import type { Action } from './action.ts';
import { type AdmissionDependencies, createAdmission } from './admission.ts';
import { type Call, openReads } from './call.ts';
import type { Caller } from './caller.ts';
import { type ChangeCounter, runCounted } from './change-counter.ts';
import { compileSchema } from './compiled-schemas.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import { type IdempotencyStore, type IdempotentRequest, replayOrRun } from './idempotency.ts';
import { type AnyOperation, isReadOnly } from './operation.ts';
import { checkScope, parseInput, toStrictInput } from './operation-input.ts';
import { concurrentChangeRefusal, StalePreparation } from './preparation.ts';
import { Refusal } from './refusal.ts';
import { omitDetail, summarizeReply } from './reply-summary.ts';
import type { Services } from './services.ts';
import { withoutSlowServices } from './transaction-services.ts';
import { toRefusal } from './validation.ts';

export interface Kernel {
  /** Identifies the caller and counts the request against the rate limit. */
  admit(call: Call): Promise<Caller>;
  /** Again after the body was read, without counting: the token may have been revoked meanwhile. */
  identifyCaller(call: Call): Promise<Caller>;
  /** Scope, parse, prepare, transaction(handle), shape. */
  perform<Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<z.output<Output>>;
  /** Scope, parse, question. Null: `perform` needs no confirmation. */
  loadConfirmationQuestion(
    operation: AnyOperation,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Text | null>;
  /** For actions of pages: session, parse, prepare, transaction(permit, handle). */
  runAction<Input extends z.ZodObject, Output, Permitted, Prepared>(
    action: Action<string, Input, Output, Permitted, Prepared>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Output>;
  run<Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
    call: Call,
  ): Promise<z.output<Output>>;
}

export interface KernelDependencies extends AdmissionDependencies {
  pool: Pool;
  /** For anonymous reads: a replica without lag, or the pool itself. */
  readPool(): Pool;
  cursors: Cursors;
  idempotency: IdempotencyStore;
  changes: ChangeCounter;
  services: Services;
  now(): Date;
  newId(): string;
}

/** How long a statement waits for a lock of another transaction. */
const lockMilliseconds = 3_000;
/** So many concurrent writers of the same record succeed before one is told to try again. */
const maxPreparations = 6;
const neverAborted = new AbortController().signal;
const noSession = { en: 'Sign in first.', ru: 'Сначала войдите.' };

export function createKernel(dependencies: KernelDependencies): Kernel {
  const { admit, identifyCaller } = createAdmission(dependencies);
  const quickServices = withoutSlowServices(dependencies.services);
  /** Repeats of one idempotency key wait here one at a time, without holding a connection. */
  const repeats = createFairShare({ concurrency: Number.POSITIVE_INFINITY, perOwner: 1 });
  const publicReads = createSharedReads();
  const shareOf = (call: Call, caller: Caller) => caller.accountId ?? call.address;
  const write = async <T>(call: Call, caller: Caller, work: (db: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await dependencies.pool.begin(
        { owner: `write ${shareOf(call, caller)}`, lockMilliseconds },
        work,
      );
    } finally {
      call.reads?.clear();
    }
  };

  // Made with its connection, not copied onto it: copying would ask for the signal, which is made only on demand.
  function createContext(
    call: Call,
    caller: Caller,
    db: Db,
    {
      services = dependencies.services,
      share = shareOf(call, caller),
      signal,
    }: { services?: Services; share?: string; signal?: AbortSignal } = {},
  ): Context {
    return {
      db,
      caller,
      share,
      surface: call.surface,
      language: call.language,
      origin: call.origin,
      get signal() {
        return signal ?? call.signal;
      },
      cursors: dependencies.cursors,
      services,
      now: dependencies.now,
      newId: dependencies.newId,
    };
  }

  async function act<Input extends z.ZodObject, Output, Permitted, Prepared>(
    action: Action<string, Input, Output, Permitted, Prepared>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Output> {
    // A token of whatever scopes is no session: what pages do for a person, no program does in their name.
    if (caller.accountId === null || caller.via !== 'session')
      throw new Refusal({ kind: 'unauthenticated', text: noSession });
    const result = toStrictInput(action.input).safeParse(input, { reportInput: true });
    if (!result.success) throw toRefusal(result.error);
    const parsed = result.data as z.output<Input>;
    const before = createContext(
      call,
      caller,
      openReads(dependencies.pool, call, shareOf(call, caller)),
    ) as Context<'mcp:write'>;
    const prepared = (await action.prepare?.(parsed, before)) as Prepared;
    const handle = async (db: Db) => {
      const context = createContext(call, caller, db, { services: quickServices }) as Context<'mcp:write'>;
      return action.handle(parsed, context, await action.permit(parsed, context), prepared);
    };
    if (action.isReadOnly) return handle(before.db);
    const handleIn = (db: Transaction) => runCounted(dependencies, caller, db, () => handle(db));
    const request = action.isIdempotent ? identifyRequest(action, input, call, caller) : null;
    if (request === null) return write(call, caller, handleIn);
    const rules = { redactForRetry: undefined, refreshReply: undefined };
    return repeats.run(`${request.accountId} ${request.key}`, () =>
      write(call, caller, (db) =>
        replayOrRun(dependencies.idempotency, db, request, () => handleIn(db), rules),
      ),
    );
  }

  async function perform<Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<z.output<Output>> {
    checkScope(operation, caller);
    const wanted = parseInput(operation, input, call);
    const parsed = omitDetail(operation, wanted);
    if (isReadOnly(operation)) {
      // What a page remembers may be older than another's request.
      const isShared = caller.accountId === null && call.surface === 'api' && call.reads === undefined;
      const read = async (pool: Pool, share: string) => {
        const context = createContext(call, caller, openReads(pool, call, share), {
          share,
          // Others wait for a shared reply, also when this client has disconnected.
          ...(isShared && { signal: neverAborted }),
        });
        const prepared = await operation.prepare?.(parsed, context);
        return summarizeReply(
          operation,
          wanted,
          compileSchema(operation.output).parse(await operation.handle(parsed, context, prepared)),
        );
      };
      // Whoever is signed in sees what they wrote before. The second time from the main database: it may be the replica
      // that is away.
      const first = caller.accountId === null ? dependencies.readPool() : dependencies.pool;
      const answer = (share: string) =>
        retryReadIfLost((pool) => read(pool, share), [first, dependencies.pool]);
      const key = () => JSON.stringify([operation.name, input, call.language, call.origin]);
      const share = shareOf(call, caller);
      const reply = await (isShared ? publicReads.read(key(), share, answer) : answer(share));
      operation.countReader?.(reply, dependencies.services);
      return reply;
    }
    const prepare = async () =>
      operation.prepare?.(
        parsed,
        createContext(call, caller, openReads(dependencies.pool, call, shareOf(call, caller))),
      );
    const handleIn = async (db: Transaction, prepared: unknown) => {
      const context = createContext(call, caller, db, { services: quickServices });
      return compileSchema(operation.output).parse(
        await runCounted(dependencies, caller, db, () => operation.handle(parsed, context, prepared)),
      );
    };
    const request = identifyRequest(operation, input, call, caller);
    if (request === null)
      return preparedAnew(async () => {
        const prepared = await prepare();
        return write(call, caller, (db) => handleIn(db, prepared));
      });
    const { redactForRetry, refreshReply } = operation;
    let mayBeRepeat = operation.prepare !== undefined;
    const writeOnce = async () => {
      // A repeat gets the first reply, whatever preparing again would cost or come to by now.
      const isRepeat =
        mayBeRepeat &&
        (await dependencies.idempotency.hasReply(
          openReads(dependencies.pool, call, shareOf(call, caller)),
          request,
        ));
      const prepared = isRepeat ? undefined : await prepare();
      return write(call, caller, (db) =>
        replayOrRun(
          dependencies.idempotency,
          db,
          request,
          async () => {
            mayBeRepeat = false;
            if (isRepeat) throw new StalePreparation();
            return handleIn(db, prepared);
          },
          {
            redactForRetry,
            refreshReply:
              refreshReply &&
              ((reply) => refreshReply(reply, createContext(call, caller, db, { services: quickServices }))),
          },
        ),
      );
    };
    return repeats.run(`${request.accountId} ${request.key}`, () => preparedAnew(writeOnce));
  }

  /** Null: it has no idempotency key. */
  function identifyRequest(
    { name: operation }: { name: string },
    input: Record<string, unknown>,
    { idempotencyKey: key }: Call,
    { accountId, scopes }: Caller,
  ): IdempotentRequest | null {
    if (key === undefined || accountId === null) return null;
    return { accountId, scopes, key, operation, input, at: dependencies.now() };
  }

  /** Both steps of a write again where what the first found has changed before the second. */
  async function preparedAnew<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StalePreparation)) throw error;
        if (attempt === maxPreparations) throw concurrentChangeRefusal;
      }
    }
  }

  async function ask(
    operation: AnyOperation,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Text | null> {
    checkScope(operation, caller);
    const parsed = parseInput(operation, input, call);
    // Without a transaction: what is locked on the way is let go at once.
    const context = createContext(call, caller, openReads(dependencies.pool, call, shareOf(call, caller)));
    try {
      return (await operation.confirmationQuestion?.(parsed, context)) ?? null;
    } catch (error) {
      // What was already done cannot be asked about: a repeat of that call gets its reply again.
      const request = error instanceof Refusal ? identifyRequest(operation, input, call, caller) : null;
      if (request !== null && (await dependencies.idempotency.hasReply(context.db, request))) return null;
      throw error;
    }
  }

  return {
    admit,
    identifyCaller,
    perform,
    loadConfirmationQuestion: ask,
    runAction: act,
    async run(operation, input, call) {
      return perform(operation, input, call, await admit(call));
    },
  };
}

import type { z } from 'zod';
import type { Db, Pool, Transaction } from '../../base/db/connect.ts';
import { retryReadIfLost } from '../../base/db/driver/unavailable.ts';
import type { Text } from '../../base/i18n/text.ts';
import { createFairShare } from '../../base/threads/fair-share.ts';
import { createSharedReads } from '../../base/threads/shared-reads.ts';
import { type AdmissionDependencies, createAdmission } from './admission.ts';
import { type Call, openReads } from './call.ts';
import type { Caller } from './caller.ts';
import { type ChangeCounter, runCounted } from './change-counter.ts';
import type { Context } from './context.ts';
import type { Cursors } from './cursor.ts';
import { type IdempotencyStore, type IdempotentRequest, replayOrRun } from './idempotency.ts';
import { type AnyDefinition, type AnyOperation, isReadOnly } from './operation.ts';
import { checkScope, parseHead, parseInput } from './operation-input.ts';
import { preparedAnew, StalePreparation } from './preparation.ts';
import { Refusal } from './refusal.ts';
import { omitDetail, summarizeReply } from './reply-summary.ts';
import type { Services } from './services.ts';
import { loadPermitted, permitHead, show, showsAnew } from './stages.ts';
import { withoutSlowServices } from './transaction-services.ts';

export interface Kernel {
  /** Identifies the caller and counts the request against the rate limit. */
  admit(call: Call): Promise<Caller>;
  /** Again after the body was read, without counting: the token may have been revoked meanwhile. */
  identifyCaller(call: Call): Promise<Caller>;
  /** Scope, parse, load, permit, then show; or prepare, then load, permit, write, show in a transaction. */
  perform: Perform;
  /** Scope, parse, load, permit, question. Null: `perform` needs no confirmation. */
  loadQuestion(
    definition: AnyDefinition,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Text | null>;
  /** Scope, load and permit of a definition with `head`, before the body is read. */
  judgeHead(
    definition: AnyDefinition,
    pathFields: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<void>;
  /** `admit`, then `perform`. */
  run<Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
    call: Call,
  ): Promise<z.output<Output>>;
}

/** Of an operation its output, of a definition without a route what it shows. */
export interface Perform {
  <Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<z.output<Output>>;
  <Reply>(
    definition: AnyDefinition<Reply>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Reply>;
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
const neverAborted = new AbortController().signal;

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

  const openContext = (call: Call, caller: Caller) =>
    createContext(call, caller, openReads(dependencies.pool, call, shareOf(call, caller)));

  async function perform(
    definition: AnyDefinition & Partial<AnyOperation>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<unknown> {
    checkScope(definition, caller);
    const wanted = parseInput(definition, input, call);
    const parsed = omitDetail(definition, wanted);
    if (!isReadOnly(definition)) return writeOnce(definition, input, parsed, call, caller);
    // What a page remembers may be older than another's request.
    const isShared = caller.accountId === null && call.surface === 'api' && call.reads === undefined;
    const read = async (pool: Pool, share: string) => {
      const context = createContext(call, caller, openReads(pool, call, share), {
        share,
        // Others wait for a shared reply, also when this client has disconnected.
        ...(isShared && { signal: neverAborted }),
      });
      const subject = await loadPermitted(definition, parsed, context, false);
      return summarizeReply(definition, wanted, await show(definition, parsed, context, subject));
    };
    // Whoever is signed in sees what they wrote before, and whoever follows an emailed link what it was made for. The
    // second time from the main database: it may be the replica that is away.
    const mayLag = caller.accountId === null && definition.route !== undefined;
    const first = mayLag ? dependencies.readPool() : dependencies.pool;
    const answer = (share: string) =>
      retryReadIfLost((pool) => read(pool, share), [first, dependencies.pool]);
    const key = () => JSON.stringify([definition.name, input, call.language, call.origin]);
    const share = shareOf(call, caller);
    const reply = await (isShared ? publicReads.read(key(), share, answer) : answer(share));
    definition.countReader?.(reply, dependencies.services);
    return reply;
  }

  /** Prepares and writes; a repeat of an idempotency key gets the first reply. */
  async function writeOnce(
    definition: AnyDefinition & Partial<AnyOperation>,
    input: Record<string, unknown>,
    parsed: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<unknown> {
    const { prepare: work } = definition.preparesIf?.(parsed, caller) === false ? {} : definition;
    const prepare = async () => {
      if (work === undefined) return undefined;
      const context = openContext(call, caller);
      return work(parsed, context, await loadPermitted(definition, parsed, context, false));
    };
    const writeIn = (db: Transaction, prepared: unknown) => {
      const change = async () => {
        const context = createContext(call, caller, db, { services: quickServices });
        const subject = await loadPermitted(definition, parsed, context, true);
        const ref = await definition.write?.(parsed, context, subject, prepared);
        return { ref, reply: await show(definition, parsed, context, ref) };
      };
      return definition.isUncounted ? change() : runCounted(dependencies, caller, db, change);
    };
    const isKept = definition.route !== undefined || definition.keepsReply === true;
    const request = isKept ? identifyRequest(definition, input, call, caller) : null;
    if (request === null)
      return preparedAnew(async () => {
        const prepared = await prepare();
        return (await write(call, caller, (db) => writeIn(db, prepared))).reply;
      });
    const { redactForRetry, refreshReply } = definition;
    let mayBeRepeat = work !== undefined;
    const attempt = async () => {
      // A repeat gets the first reply, whatever preparing again would cost or come to by now.
      const isRepeat =
        mayBeRepeat && (await dependencies.idempotency.hasReply(openContext(call, caller).db, request));
      const prepared = isRepeat ? undefined : await prepare();
      return write(call, caller, (db) => {
        const context = createContext(call, caller, db, { services: quickServices });
        return replayOrRun(dependencies.idempotency, db, request, {
          async run() {
            mayBeRepeat = false;
            if (isRepeat) throw new StalePreparation();
            return writeIn(db, prepared);
          },
          ...(showsAnew(definition) && { show: (ref) => show(definition, parsed, context, ref) }),
          redactForRetry,
          refreshReply: refreshReply && ((ref) => refreshReply(ref, context)),
        });
      });
    };
    return repeats.run(`${request.accountId} ${request.key}`, () => preparedAnew(attempt));
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

  async function loadQuestion(
    definition: AnyDefinition & Partial<AnyOperation>,
    input: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<Text | null> {
    checkScope(definition, caller);
    if (definition.question === undefined) return null;
    const parsed = parseInput(definition, input, call);
    if (definition.asksIf?.(parsed, caller) === false) return null;
    const context = openContext(call, caller);
    try {
      const subject = await loadPermitted(definition, parsed, context, false);
      return await definition.question(parsed, context, subject);
    } catch (error) {
      // What was already done cannot be asked about: a repeat of that call gets its reply again.
      const request = error instanceof Refusal ? identifyRequest(definition, input, call, caller) : null;
      if (request !== null && (await dependencies.idempotency.hasReply(context.db, request))) return null;
      throw error;
    }
  }

  async function judgeHead(
    definition: AnyDefinition,
    pathFields: Record<string, unknown>,
    call: Call,
    caller: Caller,
  ): Promise<void> {
    checkScope(definition, caller);
    await permitHead(definition, parseHead(definition, pathFields), openContext(call, caller));
  }

  return {
    admit,
    identifyCaller,
    perform,
    loadQuestion,
    judgeHead,
    async run(operation, input, call) {
      return perform(operation, input, call, await admit(call));
    },
  } as Kernel;
}

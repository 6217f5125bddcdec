import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import { scopes as allScopes, type Scope } from './caller.ts';
import { refuse } from './refusal.ts';

/** How long a first reply is stored for retries. */
export const replyRetentionDays = 7;

export interface IdempotentRequest {
  accountId: string;
  /** Scopes of the token: a stored reply is returned only to a token with the same scopes. */
  scopes: ReadonlySet<Scope>;
  key: string;
  operation: string;
  input: unknown;
  at: Date;
}

export interface StoredReply {
  hash: Buffer;
  operation: string;
  reply: unknown;
  /** What `write` returned, where the reply is made from it; null: `reply` is stored whole, or emptied. */
  ref: unknown;
  /** Null: not recorded; then all scopes are required. */
  scopes: string[] | null;
  /** Short fields of a reply that has been emptied to make room; null: the reply is whole. */
  summary: Record<string, unknown> | null;
  /** The account still has every role that it had when the reply was stored. */
  hasRights: boolean;
}

/** Store of first replies; `claim` waits for a running request with the same key. */
export interface IdempotencyStore {
  /** Null: the key is new and now claimed; otherwise the stored first reply. */
  claim(db: Db, request: IdempotentRequest, hash: Buffer): Promise<StoredReply | null>;
  save(db: Db, request: IdempotentRequest, kept: KeptReply, summary: Record<string, unknown>): Promise<void>;
  /** Whether a first reply is stored for this key, without waiting for a running request. */
  hasReply(db: Db, request: IdempotentRequest): Promise<boolean>;
}

/** A whole reply, or what it is made from. */
export type KeptReply = { readonly reply: unknown } | { readonly ref: unknown };

/** What a request with an idempotency key does the first time, and when it is repeated. */
export interface Repeatable<Ref, Reply> {
  run(): Promise<{ readonly ref: Ref; readonly reply: Reply }>;
  /** Makes the reply of a repeat from what `run` wrote; absent: the reply is stored whole. */
  show?(ref: Ref): Promise<Reply>;
  /** As stored for a retry: without secrets that may be shown, and stored, only once. */
  redactForRetry: ((written: Ref) => Ref) | undefined;
  /** Refreshes what was stored and may be stale; null: run the operation again. */
  refreshReply: ((written: Ref) => Promise<Ref | null>) | undefined;
}

/**
 * Clients on a bad connection retry requests that may have arrived. The key is claimed in the operation's own
 * transaction: the reply is stored exactly when the work is committed, and a refused request leaves nothing behind.
 */
export async function replayOrRun<Ref, Reply>(
  store: IdempotencyStore,
  db: Db,
  request: IdempotentRequest,
  { run, show, redactForRetry, refreshReply }: Repeatable<Ref, Reply>,
): Promise<Reply> {
  const runAndSave = async () => {
    const { ref, reply } = await run();
    const written = show === undefined ? (reply as unknown as Ref) : ref;
    const kept = redactForRetry === undefined ? written : redactForRetry(written);
    await store.save(
      db,
      request,
      show === undefined ? { reply: kept } : { ref: kept },
      summarize(show === undefined ? kept : reply),
    );
    return reply;
  };
  const hash = createHash('sha256')
    .update(request.operation)
    .update('\0')
    .update(toCanonicalJson(request.input))
    .digest();
  const first = await store.claim(db, request, hash);
  if (first === null) return runAndSave();
  if (first.operation !== request.operation || !first.hash.equals(hash)) {
    refuse.invalid('Idempotency-Key', {
      en: 'This key was used for another request. Take a new one.',
      ru: 'Этот ключ уже был у другого запроса. Возьмите новый.',
    });
  }
  const needed = first.scopes ?? allScopes;
  if (needed.length !== request.scopes.size || !needed.every((scope) => request.scopes.has(scope as Scope))) {
    refuse.invalid('Idempotency-Key', {
      en: 'This key was used with a token of other scopes. Use that token, or take a new key.',
      ru: 'Этот ключ уже был у запроса с другими правами токена. Возьмите тот же токен или новый ключ.',
    });
  }
  if (!first.hasRights) refuse.forbidden(rightsEnded);
  if (first.summary !== null) refuse.invalid('Idempotency-Key', replyEmptied, { done: first.summary });
  // The hash covers operation and input, so what is stored has this operation's type.
  if (first.reply === null && first.ref !== null && show !== undefined) return show(first.ref as Ref);
  const kept = first.reply as Ref;
  if (refreshReply === undefined) return kept as unknown as Reply;
  const renewed = await refreshReply(kept);
  if (renewed === null) return runAndSave();
  if (renewed !== kept) await store.save(db, request, { reply: renewed }, summarize(renewed));
  return renewed as unknown as Reply;
}

const rightsEnded = {
  en: 'This was done when the key was first used, and is not done again. Its reply is not shown, because a role you had then has ended.',
  ru: 'Это уже сделано, когда ключ пришёл впервые, и второй раз не делается. Ответ не показан: одна из ваших прежних ролей с тех пор закончилась.',
};
const replyEmptied = {
  en: 'This was done when the key was first used, and is not done again. The reply is no longer kept in full; `done` has its short fields. Read the rest where it is shown.',
  ru: 'Это уже сделано, когда ключ пришёл впервые, и второй раз не делается. Ответ целиком больше не хранится; его короткие поля в `done`. Остальное прочитайте там, где оно показано.',
};

const maxSummaryFields = 30;
const maxSummaryText = 120;

/** Identifiers, status and other short fields of a reply or of its `data`. */
export function summarize(reply: unknown): Record<string, unknown> {
  const { data, ...others } = isRecord(reply) ? reply : {};
  return Object.fromEntries(
    Object.entries({ ...others, ...(isRecord(data) && data) })
      .filter(([, value]) => (typeof value === 'string' ? value.length <= maxSummaryText : !isRecord(value)))
      .filter(([, value]) => !Array.isArray(value) && value !== undefined)
      .slice(0, maxSummaryFields),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with sorted keys: equal inputs give equal text whatever the order of their fields. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint'
      ? `${part}n`
      : part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  );
}

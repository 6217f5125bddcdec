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
  /** Null: not recorded; then all scopes are required. */
  scopes: string[] | null;
}

/** Store of first replies; `claim` waits for a running request with the same key. */
export interface IdempotencyStore {
  /** Null: the key is new and now claimed; otherwise the stored first reply. */
  claim(db: Db, request: IdempotentRequest, hash: Buffer): Promise<StoredReply | null>;
  save(db: Db, request: IdempotentRequest, reply: unknown): Promise<void>;
  /** Whether a first reply is stored for this key, without waiting for a running request. */
  hasReply(db: Db, request: IdempotentRequest): Promise<boolean>;
}

export interface RetryOptions<Reply> {
  /** The reply as stored for a retry: without secrets that may be shown, and stored, only once. */
  redactForRetry: ((reply: Reply) => Reply) | undefined;
  /** Refreshes a stored reply that may be stale; null: run the operation again. */
  refreshReply: ((reply: Reply) => Promise<Reply | null>) | undefined;
}

/**
 * Clients on a bad connection retry requests that may have arrived. The key is claimed in the operation's own
 * transaction: the reply is stored exactly when the work is committed, and a refused request leaves nothing behind.
 */
export async function replayOrRun<Reply>(
  store: IdempotencyStore,
  db: Db,
  request: IdempotentRequest,
  handle: () => Promise<Reply>,
  { redactForRetry, refreshReply }: RetryOptions<Reply>,
): Promise<Reply> {
  const hash = createHash('sha256')
    .update(request.operation)
    .update('\0')
    .update(toCanonicalJson(request.input))
    .digest();
  const first = await store.claim(db, request, hash);
  if (first === null) {
    const reply = await handle();
    await store.save(db, request, redactForRetry ? redactForRetry(reply) : reply);
    return reply;
  }
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
  // The hash covers operation and input, so the stored reply has this operation's type.
  const kept = first.reply as Reply;
  const renewed = refreshReply === undefined ? kept : await refreshReply(kept);
  if (renewed === kept) return kept;
  const reply = renewed ?? (await handle());
  await store.save(db, request, redactForRetry === undefined ? reply : redactForRetry(reply));
  return reply;
}

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

import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import { scopes as allScopes, type Scope } from './caller.ts';
import { refuse } from './refusal.ts';

/** How long a first reply is kept for whoever sends the same again. */
export const replyDays = 7;

export interface IdempotentRequest {
  accountId: string;
  /** What the token may do: a reply is given again only to one that may do the same. */
  scopes: ReadonlySet<Scope>;
  key: string;
  operation: string;
  input: unknown;
  at: Date;
}

export interface FirstReply {
  hash: Buffer;
  operation: string;
  reply: unknown;
  /** Null: not recorded, so it may hold anything. */
  scopes: string[] | null;
}

/** Where first replies are kept; its claim waits for a running request with the same key. */
export interface Idempotency {
  /** Null when the key is new and now ours; the first one otherwise. */
  claim(db: Db, request: IdempotentRequest, hash: Buffer): Promise<FirstReply | null>;
  keep(db: Db, request: IdempotentRequest, reply: unknown): Promise<void>;
  /** Whether a first reply is there for this key, without waiting for a request under way. */
  isKept(db: Db, request: IdempotentRequest): Promise<boolean>;
}

/**
 * A phone on a bad line sends again what may have arrived. The key is claimed in the operation's own transaction, so
 * a reply is kept exactly when the work is, and a refused request leaves nothing behind.
 */
export interface RepeatRules<Reply> {
  /** What is kept for a repeat: the reply without what may be shown, and stored, only once. */
  forRepeat: ((reply: Reply) => Reply) | undefined;
  /** What a repeat is told of a reply that may have gone stale; null: it is to be done anew. */
  renew: ((reply: Reply) => Promise<Reply | null>) | undefined;
}

export async function replayOrRun<Reply>(
  store: Idempotency,
  db: Db,
  request: IdempotentRequest,
  handle: () => Promise<Reply>,
  { forRepeat, renew }: RepeatRules<Reply>,
): Promise<Reply> {
  const hash = createHash('sha256')
    .update(request.operation)
    .update('\0')
    .update(canonical(request.input))
    .digest();
  const first = await store.claim(db, request, hash);
  if (first === null) {
    const reply = await handle();
    await store.keep(db, request, forRepeat ? forRepeat(reply) : reply);
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
  // The hash names the operation and its input, so it is a reply of this very operation.
  const kept = first.reply as Reply;
  const renewed = renew === undefined ? kept : await renew(kept);
  if (renewed === kept) return kept;
  const reply = renewed ?? (await handle());
  await store.keep(db, request, forRepeat === undefined ? reply : forRepeat(reply));
  return reply;
}

/** The same text for the same input, in whatever order its fields came. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint'
      ? `${part}n`
      : part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  );
}

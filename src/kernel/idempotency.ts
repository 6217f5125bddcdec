import { createHash } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { refuse } from './refusal.ts';

export interface IdempotentRequest {
  accountId: string;
  key: string;
  operation: string;
  input: unknown;
  at: Date;
}

/** Where first replies are kept; its claim waits for a running request with the same key. */
export interface Idempotency {
  /** Null when the key is new and now ours; the standing row otherwise. */
  claim(
    db: Db,
    request: IdempotentRequest,
    hash: Buffer,
  ): Promise<{ hash: Buffer; operation: string; reply: unknown } | null>;
  keep(db: Db, request: IdempotentRequest, reply: unknown): Promise<void>;
}

/**
 * A phone on a bad line sends again what may have arrived. The key is claimed in the operation's own transaction, so
 * a reply is kept exactly when the work is, and a refused request leaves nothing behind.
 */
export async function replayOrRun<Reply>(
  store: Idempotency,
  db: Db,
  request: IdempotentRequest,
  handle: () => Promise<Reply>,
  forRepeat?: (reply: Reply) => Reply,
): Promise<Reply> {
  const hash = createHash('sha256')
    .update(request.operation)
    .update('\0')
    .update(canonical(request.input))
    .digest();
  const standing = await store.claim(db, request, hash);
  if (standing === null) {
    const reply = await handle();
    await store.keep(db, request, forRepeat ? forRepeat(reply) : reply);
    return reply;
  }
  if (standing.operation !== request.operation || !standing.hash.equals(hash)) {
    refuse.invalid('Idempotency-Key', {
      en: 'This key was used for another request. Take a new one.',
      ru: 'Этот ключ уже был у другого запроса. Возьмите новый.',
    });
  }
  // The hash names the operation and its input, so it is a reply of this very operation.
  return standing.reply as Reply;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint'
      ? `${part}n`
      : part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  );
}

import {
  type IdempotencyStore,
  replyRetentionDays,
  type StoredReply,
} from '../../domain/kernel/idempotency.ts';

export const idempotency: IdempotencyStore = {
  async claim(db, request, hash) {
    const claimed = await db`
      insert into idempotency_reply (account_id, key, operation, request_hash, scopes, created_at)
      values (${request.accountId}, ${request.key}, ${request.operation}, ${hash}, ${[...request.scopes]}::text[], ${request.at})
      on conflict (account_id, key) do update
        set operation = excluded.operation, request_hash = excluded.request_hash, scopes = excluded.scopes,
            created_at = excluded.created_at, reply = null
        where idempotency_reply.created_at < ${request.at}::timestamptz - make_interval(days => ${replyRetentionDays}::int)
      returning 1`;
    if (claimed.length > 0) return null;
    const [row] = await db<StoredReply[]>`
      select request_hash as hash, operation, reply, scopes from idempotency_reply
       where account_id = ${request.accountId} and key = ${request.key}`;
    return row ?? null;
  },
  async hasReply(db, request) {
    const rows = await db<{ kept: number }[]>`
      select 1 as kept from idempotency_reply
       where account_id = ${request.accountId} and key = ${request.key}
         and created_at >= ${request.at}::timestamptz - make_interval(days => ${replyRetentionDays}::int)`;
    return rows.length > 0;
  },
  async save(db, request, reply) {
    await db`
      update idempotency_reply set reply = ${JSON.stringify(reply)}::text::json
       where account_id = ${request.accountId} and key = ${request.key}`;
  },
};

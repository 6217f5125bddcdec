import type { Db } from '../../base/db/connect.ts';
import {
  type IdempotencyStore,
  replyRetentionDays,
  type StoredReply,
} from '../../domain/kernel/idempotency.ts';

/** What the stored replies of one account take, those of at most a kilobyte not counted. */
export const maxReplyBytes = 5 * 1024 * 1024;

export const idempotency: IdempotencyStore = {
  async claim(db, request, hash) {
    const claimed = await db`
      insert into idempotency_reply (account_id, key, operation, request_hash, scopes, created_at)
      values (${request.accountId}, ${request.key}, ${request.operation}, ${hash}, ${[...request.scopes]}::text[], ${request.at})
      on conflict (account_id, key) do update
        set operation = excluded.operation, request_hash = excluded.request_hash, scopes = excluded.scopes,
            created_at = excluded.created_at, reply = null, ref = null, bytes = null, summary = null, rights = null
        where idempotency_reply.created_at < ${request.at}::timestamptz - make_interval(days => ${replyRetentionDays}::int)
      returning 1`;
    if (claimed.length > 0) return null;
    const [row] = await db<StoredReply[]>`
      select request_hash as hash, operation, reply, ref, scopes,
             case when reply is null and ref is null then summary end as summary,
             rights is null or rights <@ ${rightsOf(db, request.accountId)} as "hasRights"
        from idempotency_reply where account_id = ${request.accountId} and key = ${request.key}`;
    return row ?? null;
  },
  async hasReply(db, request) {
    const rows = await db<{ kept: number }[]>`
      select 1 as kept from idempotency_reply
       where account_id = ${request.accountId} and key = ${request.key}
         and created_at >= ${request.at}::timestamptz - make_interval(days => ${replyRetentionDays}::int)`;
    return rows.length > 0;
  },
  async save(db, request, kept, summary) {
    const isWhole = 'reply' in kept;
    const text = JSON.stringify(isWhole ? kept.reply : kept.ref) ?? 'null';
    const bytes = Buffer.byteLength(text);
    await db`
      update idempotency_reply
         set reply = ${isWhole ? text : null}::text::json, ref = ${isWhole ? null : text}::text::json, bytes = ${bytes},
             summary = ${db.json(summary)}, rights = ${rightsOf(db, request.accountId)}
       where account_id = ${request.accountId} and key = ${request.key}`;
    if (bytes > 1024) await emptyOldReplies(db, request.accountId);
  },
};

/** The roles of an account, which may have decided what it was shown. */
const rightsOf = (db: Db, accountId: string) => db`
  array(
    select 'moderator' from account where id = ${accountId} and platform_role = 'moderator'
    union all select 'operator' from account where id = ${accountId} and is_operator
    union all select format('%s of settlement %s', role, settlement_id) from settlement_role where account_id = ${accountId}
    union all select format('tied to plot %s', parcel_id) from membership where account_id = ${accountId} and state <> 'ended'
    union all select format('%s of plot %s', role, parcel_id) from membership where account_id = ${accountId} and state = 'confirmed'
    union all select format('company %s', company_id) from company_representative
               where account_id = ${accountId} and state = 'confirmed')`;

/**
 * Empties the oldest long replies of an account; their rows stay, so that no request runs twice. A row that a repeat
 * holds is left for the next time.
 */
async function emptyOldReplies(db: Db, accountId: string): Promise<void> {
  await db`
    update idempotency_reply r set reply = null, ref = null, bytes = 0
      from (select account_id, key from idempotency_reply
             where account_id = ${accountId} and bytes > 1024
               and (created_at, key) <= (
                 select created_at, key
                   from (select created_at, key, sum(bytes) over (order by created_at desc, key desc) as total
                           from idempotency_reply where account_id = ${accountId} and bytes > 1024) newest
                  where total > ${maxReplyBytes} order by created_at desc, key desc limit 1)
               for update skip locked) old
     where r.account_id = old.account_id and r.key = old.key`;
}

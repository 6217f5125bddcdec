import type { Db } from '../../base/db/connect.ts';
import type { Quota } from '../../domain/kernel/ports.ts';
import { bytesOfDays, changesOfDay } from './account-changes.ts';

/** First key of the two-key advisory lock; the second is derived from the account. */
const quotaLockKey = 7201511;

/**
 * Serializes additions to the quotas of an account until the transaction ends. Call it before locking any row: the
 * opposite order could deadlock.
 */
export async function lockQuotas(db: Db, accountId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(${quotaLockKey}::integer, hashint8(${accountId}::bigint))`;
}

/** Moderators have no quota for submissions awaiting review: theirs are approved at once. */
export interface QuotaHolder {
  readonly accountId: string;
  readonly isModerator?: boolean;
}

/** Each query uses a partial index over the rows that still count. */
const usageQueries: Readonly<Record<Quota, (db: Db, holder: QuotaHolder, now: Date) => ReturnType<Db>>> = {
  drafts: (db, { accountId }) => db`
    (select count(*) from article where author_id = ${accountId} and status = 'draft')
    + (select count(*) from knowledge_article where author_id = ${accountId} and status = 'draft')`,
  waiting: (db, { accountId, isModerator }) =>
    isModerator
      ? db`0`
      : db`
    (select count(*) from knowledge_revision where author_id = ${accountId} and state = 'waiting')
    + (select count(*) from company_representative r join company c on c.id = r.company_id
        where r.account_id = ${accountId} and r.state <> 'ended' and (r.state = 'claimed' or not c.is_verified))
    + (select count(*) from settlement_request where account_id = ${accountId} and state = 'waiting')`,
  // Original file sizes, as for settlements. Soft-deleted files count, because their bytes are kept for a restore.
  file_bytes: (db, { accountId }) => db`
    (select coalesce(sum(bytes), 0) from media where owner_id = ${accountId} and settlement_id is null)
    + (select coalesce(sum(bytes), 0) from media where owner_id = ${accountId} and settlement_id is not null)
    + (select coalesce(sum((content->>'bytes')::bigint), 0) from removed_thing
        where type = 'media' and (content->>'owner_id')::bigint = ${accountId})`,
  open_tasks: (db, { accountId }) => db`
    (select count(*) from task where author_id = ${accountId} and status in ('open', 'in_progress'))`,
  changes: (db, { accountId }, now) => changesOfDay(db, accountId, now),
  written_bytes: (db, { accountId }, now) => bytesOfDays(db, accountId, now),
  tokens: (db, { accountId }, now) => db`
    (select count(*) from personal_token where account_id = ${accountId} and revoked_at is null and expires_at > ${now})`,
};

export async function countQuotaUsage(db: Db, quota: Quota, holder: QuotaHolder, now: Date): Promise<number> {
  const [row] = await db<
    { used: string }[]
  >`select (${usageQueries[quota](db, holder, now)})::bigint as used`;
  return Number(row?.used ?? 0);
}

export async function countAllQuotaUsage(
  db: Db,
  holder: QuotaHolder,
  now: Date,
): Promise<Record<Quota, string>> {
  const count = (quota: Quota) => db`(${usageQueries[quota](db, holder, now)})::bigint`;
  const [row] = await db<[Record<Quota, string>]>`
    select ${count('drafts')} as drafts, ${count('waiting')} as waiting, ${count('open_tasks')} as open_tasks,
           ${count('file_bytes')} as file_bytes, ${count('tokens')} as tokens, ${count('changes')} as changes,
           ${count('written_bytes')} as written_bytes`;
  return row;
}

import type { Db } from '../../base/db/connect.ts';
import type { ChangeCounter } from '../../domain/kernel/change-counter.ts';
import { refuseOverQuota, writtenDays } from '../../domain/rules/quotas.ts';

/** A change that sent no more is always let through, so that whoever has written too much can still answer and tidy up. */
const shortBytes = 2048;

const utcDay = (db: Db, at: Date) => db`(${at}::timestamptz at time zone 'UTC')::date`;

export const changeCounter: ChangeCounter = {
  async count(db, { accountId, bytes, at }, quotas) {
    const [row] = await db<[{ changes: number; today: string; earlier: string }]>`
      insert into account_day as d (account_id, day, changes, bytes)
      values (${accountId}, ${utcDay(db, at)}, 1, ${bytes})
      on conflict (account_id, day) do update set changes = d.changes + 1, bytes = d.bytes + excluded.bytes
      returning changes, bytes as today, ${writtenBefore(db, accountId, at)} as earlier`;
    refuseOverQuota('quotas', 'changes', row.changes - 1, quotas);
    const written = Number(row.today) + Number(row.earlier) - bytes;
    if (bytes > shortBytes) refuseOverQuota('quotas', 'written_bytes', written, quotas, bytes);
  },
};

const writtenBefore = (db: Db, accountId: string, at: Date) => db`
  (select coalesce(sum(b.bytes), 0)::bigint from account_day b
    where b.account_id = ${accountId} and b.day < ${utcDay(db, at)} and b.day > ${utcDay(db, at)} - ${writtenDays}::integer)`;

export const changesOfDay = (db: Db, accountId: string, at: Date) => db`
  (select coalesce(max(d.changes), 0) from account_day d where d.account_id = ${accountId} and d.day = ${utcDay(db, at)})`;

export const bytesOfDays = (db: Db, accountId: string, at: Date) => db`
  (select coalesce(sum(d.bytes), 0) from account_day d
    where d.account_id = ${accountId} and d.day <= ${utcDay(db, at)} and d.day > ${utcDay(db, at)} - ${writtenDays}::integer)`;

import type { Db } from '../../base/db/connect.ts';

/** Accounts among these that block the account or are blocked by it. */
export async function listBlocked(db: Db, accountId: string, others: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select case when account_id = ${accountId} then blocked_id else account_id end as id from account_block
     where (account_id = ${accountId} and blocked_id = any(${others as string[]}::bigint[]))
        or (blocked_id = ${accountId} and account_id = any(${others as string[]}::bigint[]))`;
  return rows.map(({ id }) => id);
}

export async function setBlocks(
  db: Db,
  accountId: string,
  others: readonly string[],
  blocked: boolean,
  at: Date,
): Promise<void> {
  if (blocked)
    await db`
      insert into account_block (account_id, blocked_id, created_at)
      select ${accountId}, unnest(${others as string[]}::bigint[]), ${at} on conflict do nothing`;
  else
    await db`delete from account_block where account_id = ${accountId} and blocked_id = any(${others as string[]}::bigint[])`;
}

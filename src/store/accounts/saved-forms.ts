import type { Db } from '../../base/db/connect.ts';

/** Per account; the oldest beyond this are deleted. */
const maxFormsPerAccount = 3;

export async function insertSavedForm(
  db: Db,
  form: { secretHash: Buffer; accountId: string; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await db`
    insert into waiting_form (secret_hash, account_id, sealed, expires_at)
    values (${form.secretHash}, ${form.accountId}, ${form.sealed}, ${form.expiresAt})`;
  await db`
    delete from waiting_form where secret_hash in (
      select secret_hash from waiting_form where account_id = ${form.accountId}
       order by expires_at desc, secret_hash offset ${maxFormsPerAccount})`;
}

/** The encrypted form. */
export async function findSavedForm(db: Db, secretHash: Buffer, now: Date): Promise<Buffer | undefined> {
  const [row] = await db<{ sealed: Buffer }[]>`
    select sealed from waiting_form where secret_hash = ${secretHash} and expires_at > ${now}`;
  return row?.sealed;
}

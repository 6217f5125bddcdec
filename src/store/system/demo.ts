import type { Db } from '../../base/db/connect.ts';

/** Serializes demo loaders across processes. */
export async function lockDemo(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(7201511847)`;
}

export async function hasDemo(db: Db): Promise<boolean> {
  return (await db`select 1 from account where email_key like '%@demo.example' limit 1`).length > 0;
}

export async function hasAnyAccount(db: Db): Promise<boolean> {
  return (await db`select 1 from account limit 1`).length > 0;
}

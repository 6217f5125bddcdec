import type { Db } from '../../src/base/db/connect.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Fails if another connection holds a transaction. Those of background work end by themselves. */
export async function assertNoTransactionIsHeld(db: Db): Promise<void> {
  await waitUntil('no transaction is held', async () => {
    const held = await db`
      select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`;
    return held.length === 0;
  });
}

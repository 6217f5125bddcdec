import type { Db } from '../../src/base/db/connect.ts';
import { waitUntil } from '../harness/wait-until.ts';

/**
 * Until so many statements wait for locks of this transaction, or for one that does. Not asked of pg_stat_activity: in
 * a transaction it shows only the connections that existed when it was first read.
 */
export async function waitForLockWaiters(holder: Db, count = 1): Promise<void> {
  await waitUntil(`${count} statements wait for a lock`, async () => {
    const [row] = await holder<{ blocked: number }[]>`
      with recursive waiting as (
        select distinct pid, pg_blocking_pids(pid) as blockers from pg_locks where not granted
      ), blocked as (
        select pid from waiting where pg_backend_pid() = any(blockers)
        union
        select w.pid from waiting w join blocked b on b.pid = any(w.blockers)
      )
      select count(*)::int as blocked from blocked`;
    return (row?.blocked ?? 0) >= count;
  });
}

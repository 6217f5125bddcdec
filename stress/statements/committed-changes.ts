import type { Pool } from '../../src/base/db/connect.ts';

/** Written by timers, or differently by how often and when something was done before: says nothing of one call. */
const volatile = new Set([
  'account_day',
  'announcement_household',
  'announcement_opened',
  'instance_lease',
  'job_turn',
  'knowledge_reading',
  'notification_counter',
  // Counted as it is read: a reading whose answer was lost, and which was done again, counts twice.
  'register_reading',
  'search_term',
  // A password is counted as tried before it is compared, and no longer once it was right.
  'sign_in_failure',
  'search_term_change',
]);

/** Columns of moments and counts: whether they change depends on what was done before. */
const isBookkeeping = (column: string) => /(_at|_on|_until|_count|_total|_seq)$/.test(column);

let calls = 0;

interface LoggedChange {
  tx: string;
  table: string;
  was: Record<string, unknown> | null;
  is: Record<string, unknown> | null;
}

/**
 * What was committed since the last call, by transaction: which tables got, lost or changed rows, and in which columns.
 * Two runs of one call write the same. `observeRowChanges` keeps the log.
 */
export async function takeCommittedChanges(pool: Pool): Promise<string[]> {
  // Each call reads the whole log, and what was deleted stays in it: thousands of calls took minutes each hundred.
  if (calls++ % 100 === 0) await pool`vacuum row_change_log`;
  const rows = await pool<LoggedChange[]>`
    with taken as (delete from row_change_log returning *)
    select tx, at_table as table, was, now as is from taken order by n`;
  const transactions = new Map<string, string[]>();
  for (const row of rows) {
    const text = describe(row);
    if (text !== null) transactions.set(row.tx, [...(transactions.get(row.tx) ?? []), text]);
  }
  return [...transactions.values()].map((changes) => [...new Set(changes)].sort().join('; ')).sort();
}

function describe({ table, was, is }: LoggedChange): string | null {
  if (volatile.has(table)) return null;
  if (was === null) return `+${table}`;
  if (is === null) return `-${table}`;
  const changed = Object.keys(is).filter(
    (column) => JSON.stringify(was[column]) !== JSON.stringify(is[column]) && !isBookkeeping(column),
  );
  return changed.length === 0 ? null : `${table}(${changed.join()})`;
}

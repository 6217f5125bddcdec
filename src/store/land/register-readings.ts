import type { DecisionContext } from '../system/audit.ts';

/**
 * Whoever reads records of people leaves a trace, however few at a time: how many in a settlement on a day. One row a day,
 * shown by the audit as one line, so that reading cannot flood it.
 */
export async function countReading(
  { db, caller, now, newId }: DecisionContext,
  settlementId: string,
  people: number,
): Promise<void> {
  if (people === 0 || caller.accountId === null) return;
  const at = now();
  await db`
    insert into register_reading as r (settlement_id, account_id, day, readings, people, last_id, last_at)
    values (${settlementId}, ${caller.accountId}, (${at}::timestamptz at time zone 'UTC')::date, 1, ${people}, ${newId()}, ${at})
    on conflict (settlement_id, account_id, day) do update
      set readings = r.readings + 1, people = r.people + excluded.people,
          last_id = greatest(r.last_id, excluded.last_id), last_at = greatest(r.last_at, excluded.last_at)`;
}

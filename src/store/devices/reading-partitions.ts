import type { Db } from '../../base/db/connect.ts';

/** Monthly partitions of `reading`. Readings without a partition go to the default one, `reading_rest`. */
export interface MonthPartition {
  name: string;
  from: Date;
  to: Date;
}

export function monthPartitionOf(time: Date, offset = 0): MonthPartition {
  const from = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset, 1));
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  return { name: `reading_${from.toISOString().slice(0, 7).replace('-', '_')}`, from, to };
}

export async function listMonthPartitions(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'reading'::regclass and c.relname ~ '^reading_\\d{4}_\\d{2}$' order by 1`;
  return rows.map(({ name }) => name);
}

/** Needs its own transaction: the default partition is locked while its readings move. */
export async function createMonthPartition(db: Db, month: MonthPartition): Promise<void> {
  await db`lock table reading_rest in share row exclusive mode`;
  if ((await listMonthPartitions(db)).includes(month.name)) return;
  await db`create table ${db(month.name)} (like reading including all)`;
  await db`
    with moved as (
      delete from reading_rest where measured_at >= ${month.from} and measured_at < ${month.to}
      returning sensor_id, measured_at, number, text)
    insert into ${db(month.name)} (sensor_id, measured_at, number, text) select * from moved`;
  // Partition bounds cannot be parameters; these are generated dates.
  await db.unsafe(
    `alter table reading attach partition ${month.name} for values from ('${month.from.toISOString()}') to ('${month.to.toISOString()}')`,
  );
}

/** Set before dropping: older readings are rejected and older hours not aggregated again. Never moves back. */
export async function setRetentionHorizon(db: Db, before: Date): Promise<void> {
  await db`
    insert into reading_horizon as h (dropped_before) values (${before})
    on conflict (is_only) do update set dropped_before = greatest(h.dropped_before, excluded.dropped_before)`;
}

/** Months all of whose readings are older. */
export async function listMonthsBefore(db: Db, before: Date): Promise<string[]> {
  return (await listMonthPartitions(db)).filter((name) => {
    const [year, month] = name.slice('reading_'.length).split('_').map(Number) as [number, number];
    return Date.UTC(year, month, 1) <= before.getTime();
  });
}

/** Locks all readings for a moment. */
export async function dropMonthPartition(db: Db, name: string): Promise<void> {
  await db`drop table if exists ${db(name)}`;
}

/** Of the default partition, in batches. */
export async function deleteOldReadings(db: Db, before: Date): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const rows = await db`
      delete from reading_rest where ctid = any(array(
        select ctid from reading_rest where measured_at < ${before} limit 10000))
      returning 1`;
    if (rows.length < 10000) break;
  }
}

export async function deleteOldHourlyRollups(db: Db, before: Date): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const rows = await db`
      delete from reading_rollup where ctid = any(array(
        select ctid from reading_rollup where step = 'hour' and starts_at < ${before} limit 10000))
      returning 1`;
    if (rows.length < 10000) break;
  }
}

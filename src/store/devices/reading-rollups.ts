import type { Db } from '../../base/db/connect.ts';
import type { Aggregation } from '../../engines/devices/sensor-normalization.ts';
import { type ChartPoint, formatInterval, type Period, queryPoints } from './readings.ts';

export interface HourToAggregate {
  connectionId: string;
  startsAt: Date;
}

/** Advisory lock key, the same on every instance. */
const rollupLock = 7_201_511_846;

/**
 * Locks hours that started before `before` and have unaggregated readings; hours being written to are skipped. Empty
 * while another instance aggregates: concurrent runs could store the older result.
 */
export async function lockHoursToAggregate(db: Db, before: Date, limit: number): Promise<HourToAggregate[]> {
  const [lock] = await db<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${rollupLock}) as "isOurs"`;
  if (!lock?.isOurs) return [];
  return db<HourToAggregate[]>`
    select connection_id as "connectionId", starts_at as "startsAt" from reading_uncounted
     where starts_at < ${before} order by connection_id, starts_at limit ${limit}
       for update skip locked`;
}

/**
 * Recomputes the hourly and daily rollups from the readings, so it is idempotent. Must run in a statement after the
 * locking one, to see every reading whose mark was locked.
 */
export async function aggregateHours(db: Db, hours: readonly HourToAggregate[]): Promise<void> {
  const hourRows = db`unnest(${hours.map(({ connectionId }) => connectionId)}::bigint[],
                          ${hours.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[]) h (connection_id, starts_at)`;
  // Consecutive hours become one index range. Hours before the horizon keep their rollup: their readings are deleted.
  await db`
    with numbered as (
      select *, h.starts_at - row_number() over (partition by h.connection_id order by h.starts_at) * interval '1 hour' as run
        from ${hourRows}
       where h.starts_at >= coalesce((select dropped_before from reading_horizon), '-infinity')
    ), runs as materialized (
      select connection_id, min(starts_at) as from_at, max(starts_at) + interval '1 hour' as to_at
        from numbered group by connection_id, run
    )
    insert into reading_rollup as r (sensor_id, step, starts_at, n, mean, low, high, total, last_text, last_number, last_at)
    select s.id, 'hour', c.*
      from runs join device d on d.connection_id = runs.connection_id join sensor s on s.device_id = d.id
     cross join lateral (
       select date_bin('1 hour', measured_at, 'epoch'), count(*), avg(number), min(number), max(number), sum(number),
              (array_agg(text order by measured_at desc))[1], (array_agg(number order by measured_at desc))[1], max(measured_at)
         from reading where sensor_id = s.id and measured_at >= runs.from_at and measured_at < runs.to_at
        group by 1) c
     order by 1, 3
    on conflict (sensor_id, step, starts_at) do update ${updateClause(db)}`;
  await db`
    insert into reading_rollup as r (sensor_id, step, starts_at, n, mean, low, high, total, last_text, last_number, last_at)
    select s.id, 'day', days.starts_at, c.*
      from (select distinct h.connection_id, date_bin('1 day', h.starts_at, 'epoch') as starts_at from ${hourRows}
             where h.starts_at >= coalesce((select dropped_before from reading_horizon), '-infinity')) days
      join device d on d.connection_id = days.connection_id join sensor s on s.device_id = d.id
     cross join lateral (
       select sum(n), sum(total) / sum(n), min(low), max(high), sum(total), (array_agg(last_text order by starts_at desc))[1],
              (array_agg(last_number order by starts_at desc))[1], max(last_at)
         from reading_rollup
        where sensor_id = s.id and step = 'hour' and starts_at >= days.starts_at and starts_at < days.starts_at + interval '1 day'
       having count(*) > 0) c
     order by 1, 3
    on conflict (sensor_id, step, starts_at) do update ${updateClause(db)}`;
  await db`
    delete from reading_uncounted u using ${hourRows}
     where u.connection_id = h.connection_id and u.starts_at = h.starts_at`;
}

function updateClause(db: Db) {
  return db`
    set n = excluded.n, mean = excluded.mean, low = excluded.low, high = excluded.high, total = excluded.total,
        last_text = excluded.last_text, last_number = excluded.last_number, last_at = excluded.last_at
    where (r.n, r.total, r.low, r.high, r.last_at) is distinct from
          (excluded.n, excluded.total, excluded.low, excluded.high, excluded.last_at)`;
}

/**
 * Rollups in buckets of one or more hours or days, aligned to the bucket width; the first bucket is complete. Hours
 * not yet aggregated are computed from the readings in the same statement.
 */
export async function listRollups(
  db: Db,
  sensor: { id: string; connectionId: string },
  period: Period,
  wanted: { step: 'hour' | 'day'; bucketMs: number; aggregation: Aggregation },
  limit: number,
): Promise<ChartPoint[]> {
  // Buckets are aligned to the epoch, whatever the period.
  const first = new Date(Math.floor(period.from.getTime() / wanted.bucketMs) * wanted.bucketMs);
  const end = new Date(Math.ceil(period.to.getTime() / wanted.bucketMs) * wanted.bucketMs);
  const value = {
    mean: db`sum(total) / sum(n) as number, null as text`,
    sum: db`sum(total) as number, null as text`,
    max: db`max(high) as number, null as text`,
    last: db`(array_agg(last_number order by starts_at desc))[1] as number, (array_agg(last_text order by starts_at desc))[1] as text`,
  }[wanted.aggregation];
  const columns = db`starts_at, n, low, high, total, last_number, last_text`;
  const counted = db`
    select ${columns} from reading_rollup
     where sensor_id = ${sensor.id} and step = ${wanted.step} and starts_at >= ${first} and starts_at < ${end}`;
  const countedPieces =
    wanted.step === 'hour'
      ? db`${counted} and starts_at not in (select starts_at from hour)`
      : db`
        ${counted} and starts_at not in (select starts_at from day)
        union all
        select c.* from day cross join lateral (
          select ${columns} from reading_rollup
           where sensor_id = ${sensor.id} and step = 'hour' and starts_at >= day.starts_at
             and starts_at < day.starts_at + interval '1 day') c
         where c.starts_at not in (select starts_at from hour)`;
  return queryPoints(
    db,
    db`
    with hour as materialized (
      select starts_at from reading_uncounted
       where connection_id = ${sensor.connectionId} and starts_at >= ${first} and starts_at < ${end}
    ), day as materialized (
      select distinct date_bin('1 day', starts_at, 'epoch') as starts_at from hour
    ), piece as (
      ${countedPieces}
      union all
      select hour.starts_at, c.* from hour cross join lateral (
        select count(*)::int, min(number), max(number), sum(number), (array_agg(number order by measured_at desc))[1],
               (array_agg(text order by measured_at desc))[1]
          from reading
         where sensor_id = ${sensor.id} and measured_at >= hour.starts_at and measured_at < hour.starts_at + interval '1 hour'
        having count(*) > 0) c
    )
    select date_bin(${formatInterval(wanted.bucketMs)}::interval, starts_at, ${first}) as at, sum(n) as n,
           min(low) as low, max(high) as high, ${value}
      from piece
     group by 1 order by 1 limit ${limit}`,
  );
}

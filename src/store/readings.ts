import type { Db } from '../db/connect.ts';

export interface NewReading {
  sensorId: string;
  measuredAt: Date;
  number: number | null;
  text: string | null;
}

const atOnce = 5000;
/** Sums of what lies beyond would leave the range of numbers, and nothing in a village measures it. */
const biggestNumber = 1e18;

/**
 * Adds readings in any order and counts them into their hour and day. One that is there already (sensor and time)
 * changes nothing. Tells how many were new.
 */
export async function insertReadings(db: Db, readings: readonly NewReading[]): Promise<number> {
  const fitting = readings.filter(({ number }) => number === null || Math.abs(number) <= biggestNumber);
  let added = 0;
  for (let from = 0; from < fitting.length; from += atOnce) {
    const rows = fitting.slice(from, from + atOnce);
    const [result] = await db<{ count: number }[]>`
      with added as (
        insert into reading (sensor_id, measured_at, number, text)
        select * from unnest(${rows.map(({ sensorId }) => sensorId)}::bigint[], ${rows.map(({ measuredAt }) => measuredAt.toISOString())}::timestamptz[],
                             ${rows.map(({ number }) => number) as number[]}::float8[], ${rows.map(({ text }) => text) as string[]}::text[])
        on conflict do nothing
        returning sensor_id, measured_at, number, text
      ), counted as (
        insert into reading_rollup as r (sensor_id, step, starts_at, n, mean, low, high, total, last_text, last_number, last_at)
        select a.sensor_id, u.step, date_trunc(u.step, a.measured_at, 'UTC'), count(*), avg(a.number), min(a.number), max(a.number),
               sum(a.number), (array_agg(a.text order by a.measured_at desc))[1],
               (array_agg(a.number order by a.measured_at desc))[1], max(a.measured_at)
          from added a cross join (values ('hour'), ('day')) u (step)
         group by 1, 2, 3
        on conflict (sensor_id, step, starts_at) do update
           set n = r.n + excluded.n, low = least(r.low, excluded.low), high = greatest(r.high, excluded.high),
               total = coalesce(r.total + excluded.total, r.total, excluded.total),
               mean = coalesce(r.total + excluded.total, r.total, excluded.total) / (r.n + excluded.n),
               last_text = case when excluded.last_at > r.last_at then excluded.last_text else r.last_text end,
               last_number = case when excluded.last_at > r.last_at then excluded.last_number else r.last_number end,
               last_at = greatest(r.last_at, excluded.last_at)
      )
      select count(*)::int as count from added`;
    added += result?.count ?? 0;
  }
  return added;
}

export interface PointRow {
  at: Date;
  n: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  total: number | null;
  lastNumber: number | null;
  lastText: string | null;
}

export interface Period {
  from: Date;
  to: Date;
}

/** Single readings, oldest first, one more than the limit when there are more. */
export async function listReadings(
  db: Db,
  sensorId: string,
  period: Period,
  limit: number,
): Promise<PointRow[]> {
  return db<PointRow[]>`
    select measured_at as at, 1 as n, number as mean, number as low, number as high, number as total,
           number as "lastNumber", text as "lastText"
      from reading
     where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
     order by measured_at limit ${limit}`;
}

/** To find the last of many is dear, so only sensors that are gathered by it ask for it. */
function lastOf(
  db: Db,
  isWanted: boolean,
  number: 'number' | 'last_number',
  at: 'measured_at' | 'starts_at',
) {
  const text = number === 'number' ? 'text' : 'last_text';
  return isWanted
    ? db`(array_agg(${db(number)} order by ${db(at)} desc))[1] as "lastNumber", (array_agg(${db(text)} order by ${db(at)} desc))[1] as "lastText"`
    : db`null::float8 as "lastNumber", null::text as "lastText"`;
}

/** Single readings gathered into points of one width. */
export async function gatherReadings(
  db: Db,
  sensorId: string,
  period: Period,
  wanted: { bucketMs: number; withLast: boolean },
  limit: number,
): Promise<PointRow[]> {
  return db<PointRow[]>`
    select date_bin(${wanted.bucketMs} * interval '1 millisecond', measured_at, ${period.from}) as at, count(*)::int as n,
           avg(number) as mean, min(number) as low, max(number) as high, sum(number) as total,
           ${lastOf(db, wanted.withLast, 'number', 'measured_at')}
      from reading
     where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
     group by 1 order by 1 limit ${limit}`;
}

/** Hours or days, or several of them as one point. The first is the one the period begins in. */
export async function listRollups(
  db: Db,
  sensorId: string,
  period: Period,
  wanted: { step: 'hour' | 'day'; bucketMs: number; withLast: boolean },
  limit: number,
): Promise<PointRow[]> {
  return db<PointRow[]>`
    select date_bin(${wanted.bucketMs} * interval '1 millisecond', starts_at, date_trunc(${wanted.step}, ${period.from}::timestamptz, 'UTC')) as at,
           sum(n)::int as n, sum(total) / sum(n) as mean, min(low) as low, max(high) as high, sum(total) as total,
           ${lastOf(db, wanted.withLast, 'last_number', 'starts_at')}
      from reading_rollup
     where sensor_id = ${sensorId} and step = ${wanted.step}
       and starts_at >= date_trunc(${wanted.step}, ${period.from}::timestamptz, 'UTC') and starts_at < ${period.to}
     group by 1 order by 1 limit ${limit}`;
}

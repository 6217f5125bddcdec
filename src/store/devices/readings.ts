import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import type { Aggregation } from '../../engines/devices/sensor-normalization.ts';

export interface NewReading {
  sensorId: string;
  connectionId: string;
  measuredAt: Date;
  number: number | null;
  text: string | null;
}

const insertBatchSize = 5000;
/** Larger values could overflow sums; no real sensor reports them. */
const maxReadingValue = 1e18;

/**
 * Inserts readings and marks their hours for aggregation. Duplicates (sensor and time) are ignored. Returns the
 * number of new ones.
 */
export async function insertReadings(db: Db, readings: readonly NewReading[], now: Date): Promise<number> {
  const fitting = readings.filter(({ number }) => number === null || Math.abs(number) <= maxReadingValue);
  let added = 0;
  for (let from = 0; from < fitting.length; from += insertBatchSize) {
    const rows = fitting.length <= insertBatchSize ? fitting : fitting.slice(from, from + insertBatchSize);
    const hasText = rows.some(({ text }) => text !== null);
    const owners = [...new Map(rows.map(({ sensorId, connectionId }) => [sensorId, connectionId]))];
    // Updates the mark even if it exists: the row lock keeps a concurrent aggregation out.
    const [result] = await db<{ count: number }[]>`
      with added as (
        insert into reading (sensor_id, measured_at, number, text)
        select g.sensor_id, to_timestamp(g.at / 1000), g.number, g.text
          from unnest(${formatArrayLiteral(rows.map(({ sensorId }) => sensorId))}::text::bigint[],
                      ${formatArrayLiteral(rows.map(({ measuredAt }) => measuredAt.getTime()))}::text::float8[],
                      ${formatArrayLiteral(rows.map(({ number }) => number))}::text::float8[],
                      ${hasText ? (rows.map(({ text }) => text) as string[]) : null}::text[]) g (sensor_id, at, number, text)
         where to_timestamp(g.at / 1000) >= coalesce((select dropped_before from reading_horizon), '-infinity')
        on conflict do nothing
        returning sensor_id, measured_at
      ), marked as (
        insert into reading_uncounted (connection_id, starts_at, marked_at)
        select h.connection_id, h.starts_at, ${now}
          from (select distinct o.connection_id, date_bin('1 hour', a.measured_at, 'epoch') as starts_at
                  from added a join unnest(${formatArrayLiteral(owners.map(([sensor]) => sensor))}::text::bigint[],
                                           ${formatArrayLiteral(owners.map(([, connection]) => connection))}::text::bigint[]) o (sensor_id, connection_id)
                    on o.sensor_id = a.sensor_id) h
         order by 1, 2
        on conflict (connection_id, starts_at) do update set marked_at = excluded.marked_at
      )
      select count(*)::int as count from added`;
    added += result?.count ?? 0;
  }
  return added;
}

/** Chart point; `at` is the start in milliseconds, `count` the number of readings in it. */
export type ChartPoint = [
  at: number,
  count: number,
  number: number | null,
  low: number | null,
  high: number | null,
  text: string | null,
];

export interface Period {
  from: Date;
  to: Date;
}

/** Raw readings, oldest first. */
export async function listReadings(
  db: Db,
  sensorId: string,
  period: Period,
  limit: number,
): Promise<ChartPoint[]> {
  return queryPoints(
    db,
    db`
    select measured_at as at, 1 as n, number, number as low, number as high, text
      from reading
     where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
     order by measured_at limit ${limit}`,
  );
}

/** Raw readings aggregated into buckets of equal width. */
export async function aggregateReadings(
  db: Db,
  sensorId: string,
  period: Period,
  wanted: { bucketMs: number; aggregation: Aggregation },
  limit: number,
): Promise<ChartPoint[]> {
  const value = {
    mean: db`avg(number) as number, null as text`,
    sum: db`sum(number) as number, null as text`,
    max: db`max(number) as number, null as text`,
    // Finding the last value is expensive, so only this aggregation does it.
    last: db`(array_agg(number order by measured_at desc))[1] as number, (array_agg(text order by measured_at desc))[1] as text`,
  }[wanted.aggregation];
  return queryPoints(
    db,
    db`
    select date_bin(${formatInterval(wanted.bucketMs)}::interval, measured_at, ${period.from}) as at, count(*) as n,
           min(number) as low, max(number) as high, ${value}
      from reading
     where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
     group by 1 order by 1 limit ${limit}`,
  );
}

/**
 * Seconds a boolean sensor was on in the period: each reading holds until the next, the last until the end; the state
 * at the start comes from the reading before it.
 */
export async function sumSecondsOn(db: Db, sensorId: string, period: Period): Promise<number> {
  const [row] = await db<{ seconds: number }[]>`
    with told as (
      (select ${period.from}::timestamptz as at, number from reading
        where sensor_id = ${sensorId} and measured_at < ${period.from} order by measured_at desc limit 1)
      union all
      select measured_at, number from reading
       where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
    ), held as (
      select number, lead(at, 1, ${period.to}::timestamptz) over (order by at) - at as span from told
    )
    select coalesce(extract(epoch from sum(span) filter (where number = 1)), 0)::float8 as seconds from held`;
  return row?.seconds ?? 0;
}

/** How many single readings of the period lie below one bound and above the other; null for a bound not given. */
export async function countBeyond(
  db: Db,
  sensorId: string,
  period: Period,
  { below, above }: { below?: number | undefined; above?: number | undefined },
): Promise<{ below: number | null; above: number | null }> {
  const [row] = await db<{ below: number; above: number }[]>`
    select count(*) filter (where number < ${below ?? null}::float8)::int as below,
           count(*) filter (where number > ${above ?? null}::float8)::int as above
      from reading
     where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}`;
  return {
    below: below === undefined ? null : (row?.below ?? 0),
    above: above === undefined ? null : (row?.above ?? 0),
  };
}

/** Whether raw readings since then are all still stored. */
export async function hasRawReadings(db: Db, since: Date): Promise<boolean> {
  const dropped = await db`select 1 from reading_horizon where dropped_before > ${since}`;
  return dropped.length === 0;
}

/** On intervals of a boolean sensor in milliseconds, merged, by the same rules as `sumSecondsOn`. */
export async function listOnIntervals(
  db: Db,
  sensorId: string,
  period: Period,
  limit: number,
): Promise<(readonly [from: number, to: number])[]> {
  const [row] = await db<{ stretches: [number, number][] | null }[]>`
    with told as (
      (select ${period.from}::timestamptz as at, number from reading
        where sensor_id = ${sensorId} and measured_at < ${period.from} order by measured_at desc limit 1)
      union all
      select measured_at, number from reading
       where sensor_id = ${sensorId} and measured_at >= ${period.from} and measured_at < ${period.to}
    ), changed as (
      select at, number from (select at, number, lag(number) over (order by at) as before from told) t
       where number is distinct from before
    ), held as (
      select at, number, lead(at, 1, ${period.to}::timestamptz) over (order by at) as until from changed
    )
    select json_agg(json_build_array((extract(epoch from at) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint)
                    order by at) as stretches
      from (select at, until from held where number = 1 order by at limit ${limit}) h`;
  return row?.stretches ?? [];
}

/** One JSON value instead of a thousand rows, which saves the per-row cost of the driver. */
export async function queryPoints(db: Db, points: ReturnType<Db>): Promise<ChartPoint[]> {
  const [row] = await db<{ points: ChartPoint[] | null }[]>`
    select json_agg(json_build_array((extract(epoch from at) * 1000)::bigint, n, number, low, high, text)) as points
      from (${points}) p`;
  return row?.points ?? [];
}

/** An interval literal, so that PostgreSQL does not compute it for every row. */
export const formatInterval = (ms: number) => `${ms / 1000} seconds`;

import type { Db } from '../../base/db/connect.ts';
import type { MeterReading } from '../../domain/rules/meter-readings.ts';

export interface NewMeterReading extends MeterReading {
  id: string;
  meterId: string;
  typedBy: string;
  isByBoard: boolean;
  now: Date;
}

/** In the order of time. */
export async function listMeterReadings(db: Db, meterId: string, limit: number): Promise<MeterReading[]> {
  const rows = await db<{ at: Date; number: number; formerEnd: number | null }[]>`
    select measured_at as at, number, former_end as "formerEnd" from meter_reading
     where meter_id = ${meterId} and taken_back_at is null order by measured_at desc limit ${limit}`;
  return rows.reverse().map((row) => ({ ...row, at: row.at.getTime() }));
}

/** How many were typed since then, with those taken back. */
export async function countTyped(db: Db, meterId: string, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from meter_reading where meter_id = ${meterId} and created_at >= ${since}`;
  return row?.count ?? 0;
}

/** False: there is one of that moment. */
export async function insertMeterReading(db: Db, reading: NewMeterReading): Promise<boolean> {
  const rows = await db`
    insert into meter_reading (id, meter_id, measured_at, number, former_end, typed_by, is_by_board, created_at)
    values (${reading.id}, ${reading.meterId}, ${new Date(reading.at)}, ${reading.number}, ${reading.formerEnd},
            ${reading.typedBy}, ${reading.isByBoard}, ${reading.now})
    on conflict (meter_id, measured_at) where taken_back_at is null do nothing returning 1`;
  return rows.length > 0;
}

export interface TypedReading {
  id: string;
  meterId: string;
  measuredAt: Date;
  number: number;
  typedBy: string;
  isByBoard: boolean;
  createdAt: Date;
}

export async function findMeterReading(db: Db, id: string): Promise<TypedReading | undefined> {
  const [row] = await db<TypedReading[]>`
    select id, meter_id as "meterId", measured_at as "measuredAt", number, typed_by as "typedBy",
           is_by_board as "isByBoard", created_at as "createdAt"
      from meter_reading where id = ${id} and taken_back_at is null`;
  return row;
}

/** Its photograph goes with it. */
export async function takeBackReading(db: Db, id: string, now: Date): Promise<void> {
  await db`delete from media where id = (select media_id from meter_reading where id = ${id})`;
  await db`update meter_reading set taken_back_at = ${now} where id = ${id}`;
}

/** The value that the sensor of a meter now shows: that of its last reading. Its charts forget what was taken back. */
export async function forgetSensorReading(
  db: Db,
  meter: { id: string; sensorId: string; connectionId: string },
  measuredAt: Date,
  now: Date,
): Promise<void> {
  await db`delete from reading where sensor_id = ${meter.sensorId} and measured_at = ${measuredAt}`;
  const hour = db`date_bin('1 hour', ${measuredAt}::timestamptz, 'epoch')`;
  const day = db`date_bin('1 day', ${measuredAt}::timestamptz, 'epoch')`;
  // Computed anew from what is left, which may be nothing.
  await db`
    delete from reading_rollup where sensor_id = ${meter.sensorId}
       and (step = 'hour' and starts_at = ${hour} or step = 'day' and starts_at = ${day})`;
  await db`
    insert into reading_uncounted (connection_id, starts_at, marked_at)
    select distinct ${meter.connectionId}::bigint, date_bin('1 hour', measured_at, 'epoch'), ${now}::timestamptz
      from reading where sensor_id = ${meter.sensorId} and measured_at >= ${day} and measured_at < ${day} + interval '1 day'
    on conflict (connection_id, starts_at) do update set marked_at = excluded.marked_at`;
  await db`
    update sensor s set number = r.number, measured_at = r.measured_at, reported_at = r.measured_at, changed_at = r.measured_at
      from (select 1) one left join lateral (
        select number, measured_at from meter_reading where meter_id = ${meter.id} and taken_back_at is null
         order by measured_at desc limit 1) r on true
     where s.id = ${meter.sensorId}`;
}

export interface MeterReminder {
  month: string;
  sentAt: Date;
  plots: number;
}

export async function findReminder(
  db: Db,
  settlementId: string,
  kind: string,
  month: string,
): Promise<MeterReminder | undefined> {
  const [row] = await db<MeterReminder[]>`
    select to_char(month, 'YYYY-MM') as month, sent_at as "sentAt", plots from meter_reminder
     where settlement_id = ${settlementId} and kind = ${kind} and month = ${`${month}-01`}::date`;
  return row;
}

/** False: it was sent before. */
export async function insertReminder(
  db: Db,
  reminder: { settlementId: string; kind: string; month: string; sentBy: string; plots: number; now: Date },
): Promise<boolean> {
  const rows = await db`
    insert into meter_reminder (settlement_id, kind, month, sent_by, sent_at, plots)
    values (${reminder.settlementId}, ${reminder.kind}, ${`${reminder.month}-01`}::date, ${reminder.sentBy},
            ${reminder.now}, ${reminder.plots})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** At most two thousand confirmed accounts of these plots, each with every plot of them that is its own. */
export async function listAccountsOfPlots(
  db: Db,
  parcelIds: readonly string[],
): Promise<{ accountId: string; parcelId: string }[]> {
  return db<{ accountId: string; parcelId: string }[]>`
    select b.account_id as "accountId", b.parcel_id as "parcelId"
      from membership b join account a on a.id = b.account_id
     where b.parcel_id = any(${parcelIds as string[]}::bigint[]) and b.state = 'confirmed' and a.deleted_at is null
     order by b.account_id, b.parcel_id limit 2000`;
}

/** Plots of the settlement that are lived on. */
export async function countDwellings(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from parcel where settlement_id = ${settlementId} and kind = 'dwelling'`;
  return row?.count ?? 0;
}

import type { Db } from '../../base/db/connect.ts';
import type { MeterReading } from '../../domain/rules/meter-readings.ts';
import type { MeterKind } from '../../engines/devices/manual.ts';

/** A meter with what decides who may read it and type into it. */
export interface MeterRow {
  id: string;
  parcelId: string;
  plotNumber: string;
  settlementId: string | null;
  /** Null: kept by the board, for people on paper. */
  sensorId: string | null;
  connectionId: string | null;
  /** Whose connection it is. */
  ownerId: string | null;
  kind: MeterKind;
  name: string;
  forBoard: boolean;
  isMain: boolean;
  isCommon: boolean;
  /** Of a sensor that only whose connection it is reads. */
  isPrivate: boolean;
  /** Typed by people, not sent by a device. */
  isTyped: boolean;
  isEnded: boolean;
  timeZone: string;
  meterDay: number;
}

const columns = (db: Db) => db`
  m.id, m.parcel_id as "parcelId", p.number as "plotNumber", p.settlement_id as "settlementId", m.sensor_id as "sensorId",
  c.id as "connectionId", c.account_id as "ownerId", m.kind, m.name, m.for_board as "forBoard", m.is_main as "isMain",
  m.is_main or coalesce(c.is_common, false) as "isCommon", coalesce(s.visibility = 'private', false) as "isPrivate", coalesce(c.provider = 'manual', true) as "isTyped",
  (m.ended_at is not null or coalesce(c.state = 'revoked', false)) as "isEnded",
  coalesce(t.time_zone, 'Europe/Moscow') as "timeZone", coalesce(t.meter_day, 25) as "meterDay"`;

const tables = (db: Db) => db`
  meter m join parcel p on p.id = m.parcel_id left join settlement t on t.id = p.settlement_id
    left join sensor s on s.id = m.sensor_id left join device d on d.id = s.device_id
    left join device_connection c on c.id = d.connection_id`;

export interface SeenMeter extends MeterRow {
  /** Since when the account is confirmed on the plot; null: it is not. */
  memberSince: Date | null;
  isPlotOwner: boolean;
  isEditor: boolean;
  readsAsBoard: boolean;
  /** Confirmed somewhere in the settlement. */
  isResident: boolean;
  isKeeper: boolean;
}

const roles = (db: Db, accountId: string) => db`
  (select coalesce(b.decided_at, b.created_at) from membership b
    where b.parcel_id = m.parcel_id and b.account_id = ${accountId} and b.state = 'confirmed') as "memberSince",
  exists (select 1 from membership b where b.parcel_id = m.parcel_id and b.account_id = ${accountId}
             and b.state = 'confirmed' and b.role = 'owner') as "isPlotOwner",
  exists (select 1 from settlement_role r where r.settlement_id = p.settlement_id and r.account_id = ${accountId}
             and r.role = 'editor') as "isEditor",
  exists (select 1 from settlement_role r where r.settlement_id = p.settlement_id and r.account_id = ${accountId}
             and r.role in ('editor', 'auditor')) as "readsAsBoard",
  exists (select 1 from membership b join parcel q on q.id = b.parcel_id
           where q.settlement_id = p.settlement_id and b.account_id = ${accountId} and b.state = 'confirmed') as "isResident",
  exists (select 1 from device_keeper k where k.settlement_id = p.settlement_id and k.account_id = ${accountId}) as "isKeeper"`;

/** `locks`: readings are typed one after the other. */
export async function findMeter(
  db: Db,
  by: { readonly id: string } | { readonly sensorId: string },
  accountId: string,
  locks: boolean,
): Promise<SeenMeter | undefined> {
  const isMeant = 'id' in by ? db`m.id = ${by.id}` : db`m.sensor_id = ${by.sensorId}`;
  // In the order of edit_device_connection: the connection before the meter.
  if (locks)
    await db`
      select 1 from device_connection where id = (
        select d.connection_id from meter m join sensor s on s.id = m.sensor_id join device d on d.id = s.device_id where ${isMeant})
         for no key update`;
  const [row] = await db<SeenMeter[]>`
    select ${columns(db)}, ${roles(db, accountId)} from ${tables(db)}
     where ${isMeant}
       ${locks ? db`for update of m` : db``}`;
  return row;
}

export interface StoredReading extends MeterReading {
  readonly id: string;
  readonly isByBoard: boolean;
  readonly typedBy: string;
  /** State of the photograph of the dial; null: there is none. */
  readonly photograph: 'processing' | 'ready' | 'failed' | null;
}

export interface MeterWithReadings extends MeterRow {
  readings: StoredReading[];
}

/** More than anybody types in three years. */
const maxReadings = 120;

const typedReadings = (db: Db, since: ReturnType<Db>) => db`
  (select coalesce(json_agg(json_build_object('id', r.id::text, 'at', (extract(epoch from r.measured_at) * 1000)::float8,
                     'number', r.number, 'formerEnd', r.former_end, 'isByBoard', r.is_by_board, 'typedBy', r.typed_by::text,
                     'photograph', (select g.state from media g where g.id = r.media_id))
                     order by r.measured_at), '[]')
     from (select * from meter_reading r where r.meter_id = m.id and r.taken_back_at is null and r.measured_at >= ${since}
            order by r.measured_at desc limit ${maxReadings}) r)`;

/**
 * Meters of the account’s plots and those of the settlements whose common meters it types, or those of one plot. Of a
 * meter that the board keeps, a household reads what was typed since it is there.
 */
export async function listOwnMeters(
  db: Db,
  accountId: string,
  parcelId?: string,
): Promise<(MeterWithReadings & SeenMeter)[]> {
  const since = db`
    case when m.sensor_id is null and not m.is_main then coalesce(b.decided_at, b.created_at) else '-infinity' end`;
  return db<(MeterWithReadings & SeenMeter)[]>`
    with kept as materialized (
      select r.settlement_id from settlement_role r where r.account_id = ${accountId} and r.role = 'editor'
      union
      select k.settlement_id from device_keeper k where k.account_id = ${accountId}
         and exists (select 1 from membership b join parcel q on q.id = b.parcel_id
                      where q.settlement_id = k.settlement_id and b.account_id = k.account_id and b.state = 'confirmed')),
    reached as (
      select x.id from membership b join meter x on x.parcel_id = b.parcel_id
       where b.account_id = ${accountId} and b.state = 'confirmed'
      union
      select x.id from kept join parcel q on q.settlement_id = kept.settlement_id join meter x on x.parcel_id = q.id and x.is_main
      union
      select x.id from kept join parcel q on q.settlement_id = kept.settlement_id and q.kind = 'common'
        join meter x on x.parcel_id = q.id)
    select ${columns(db)}, ${roles(db, accountId)}, ${typedReadings(db, since)} as readings
      from reached join ${tables(db)} on m.id = reached.id
      left join membership b on b.parcel_id = m.parcel_id and b.account_id = ${accountId} and b.state = 'confirmed'
     where m.ended_at is null and c.state is distinct from 'revoked'
       and case when m.is_main or coalesce(c.is_common, false)
                then p.settlement_id in (select settlement_id from kept) else b.id is not null end
       and (m.sensor_id is null or s.is_enabled and (s.visibility <> 'private' or c.account_id = ${accountId}))
       ${parcelId === undefined ? db`` : db`and m.parcel_id = ${parcelId}`}
     order by m.id limit 100`;
}

/** Of one plot, for the board; of others than those let to it, nothing. */
export async function listBoardMetersOfPlot(
  db: Db,
  parcelId: string,
  since: Date,
): Promise<MeterWithReadings[]> {
  return db<MeterWithReadings[]>`
    select ${columns(db)}, ${typedReadings(db, db`${since}::timestamptz`)} as readings from ${tables(db)}
     where m.parcel_id = ${parcelId} and m.for_board and m.ended_at is null order by m.id limit 20`;
}

/** Most meters of a village that count the same. */
export const maxMeters = 3000;

/**
 * Meters that the board may read and the main ones, with their readings since then. Of a device that sends by itself,
 * the last value of each day around the board’s.
 */
export async function listBoardMeters(
  db: Db,
  settlementId: string,
  kind: MeterKind,
  since: Date,
): Promise<MeterWithReadings[]> {
  return db<MeterWithReadings[]>`
    select ${columns(db)},
           case when coalesce(c.provider = 'manual', true) then ${typedReadings(db, db`${since}::timestamptz`)}
                else (select coalesce(json_agg(json_build_object('id', '0', 'at', (extract(epoch from r.last_at) * 1000)::float8,
                                        'number', r.last_number, 'formerEnd', null, 'isByBoard', false, 'typedBy', '0', 'photograph', null)
                                        order by r.last_at), '[]')
                        from reading_rollup r
                       where r.sensor_id = m.sensor_id and r.step = 'day' and r.starts_at >= ${since} and r.last_number is not null
                         and extract(day from r.starts_at) between coalesce(t.meter_day, 25) - 1 and coalesce(t.meter_day, 25) + 1)
           end as readings
      from ${tables(db)}
     where p.settlement_id = ${settlementId} and m.kind = ${kind} and (m.for_board or m.is_main)
     order by p.number_key, m.id limit ${maxMeters}`;
}

export interface NewMeter {
  id: string;
  parcelId: string;
  sensorId: string | null;
  kind: MeterKind;
  name: string;
  forBoard: boolean;
  isMain: boolean;
  createdBy: string;
  now: Date;
}

export async function insertMeter(db: Db, meter: NewMeter): Promise<void> {
  await db`
    insert into meter (id, parcel_id, sensor_id, kind, name, for_board, is_main, created_by, created_at)
    values (${meter.id}, ${meter.parcelId}, ${meter.sensorId}, ${meter.kind}, ${meter.name}, ${meter.forBoard},
            ${meter.isMain}, ${meter.createdBy}, ${meter.now})`;
}

/** Locks the plot, so that two at once cannot exceed a bound. */
export async function countMeters(db: Db, parcelId: string): Promise<number> {
  await db`select 1 from parcel where id = ${parcelId} for no key update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from meter where parcel_id = ${parcelId} and ended_at is null`;
  return row?.count ?? 0;
}

export async function updateMeter(
  db: Db,
  id: string,
  change: { forBoard?: boolean; endedAt?: Date },
): Promise<void> {
  const { forBoard, endedAt } = change;
  await db`
    update meter set for_board = coalesce(${forBoard ?? null}::boolean, for_board),
                     ended_at = coalesce(${endedAt ?? null}::timestamptz, ended_at) where id = ${id}`;
}

export async function findMeterDay(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<
    { day: number }[]
  >`select meter_day as day from settlement where id = ${settlementId}`;
  return row?.day ?? 25;
}

export async function setMeterDay(db: Db, settlementId: string, day: number): Promise<number> {
  const [row] = await db<{ before: number }[]>`
    with was as (select id, meter_day from settlement where id = ${settlementId} for update)
    update settlement s set meter_day = ${day} from was where s.id = was.id returning was.meter_day as before`;
  return row?.before ?? day;
}

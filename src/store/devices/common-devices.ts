import type { Db } from '../../base/db/connect.ts';
import { typedRhythmS } from '../../domain/rules/sensor-freshness.ts';

/** Condition on `device_connection c`: it is the settlement's, and the account looks after it now. */
export const isKeptBy = (db: Db, accountId: string) => db`
  (c.is_common and exists (select 1 from parcel cp where cp.id = c.parcel_id and ${keepsPlot(db, accountId)}))`;

/** Condition on `parcel cp`: on the board, or a resident whom it named. */
const keepsPlot = (db: Db, accountId: string) => db`
  (exists (select 1 from settlement_role cr where cr.settlement_id = cp.settlement_id and cr.account_id = ${accountId} and cr.role = 'editor')
   or exists (select 1 from device_keeper k where k.settlement_id = cp.settlement_id and k.account_id = ${accountId}
                 and ${isResidentOf(db, db`k.settlement_id`, db`k.account_id`)}))`;

const isResidentOf = (db: Db, settlement: ReturnType<Db>, account: ReturnType<Db>) => db`
  exists (select 1 from membership km join parcel kp on kp.id = km.parcel_id
           where km.account_id = ${account} and km.state = 'confirmed' and kp.settlement_id = ${settlement})`;

/** Condition on `device_connection c`: it is the settlement's, and the account is a resident, on the board or its auditor. */
export const isReadAsCommon = (db: Db, accountId: string) => db`
  (c.is_common and c.state <> 'revoked' and exists (
     select 1 from parcel cp where cp.id = c.parcel_id
        and (${isResidentOf(db, db`cp.settlement_id`, db`${accountId}::bigint`)}
             or exists (select 1 from settlement_role cr where cr.settlement_id = cp.settlement_id and cr.account_id = ${accountId}
                           and cr.role in ('editor', 'auditor')))))`;

/** Whom alarms of a common `device_connection c` are told. */
export const keepersOfConnection = (db: Db) => db`
  select r.account_id from parcel cp join settlement_role r on r.settlement_id = cp.settlement_id and r.role = 'editor'
   where cp.id = c.parcel_id
  union
  select k.account_id from parcel cp join device_keeper k on k.settlement_id = cp.settlement_id
   where cp.id = c.parcel_id and ${isResidentOf(db, db`k.settlement_id`, db`k.account_id`)}`;

/** Whether the account may connect devices to this plot of the settlement. */
export async function mayConnectCommon(db: Db, parcelId: string, accountId: string): Promise<boolean> {
  const rows = await db`
    select 1 from parcel cp where cp.id = ${parcelId} and cp.kind = 'common' and ${keepsPlot(db, accountId)}`;
  return rows.length > 0;
}

/**
 * Who stops looking after a settlement's devices leaves its connections to the board's oldest member; secrets stay sealed.
 * Without a settlement: of all that the account made.
 */
export async function handOverConnections(db: Db, accountId: string, settlementId?: string): Promise<void> {
  await db`
    update device_connection c set account_id = n.account_id
      from parcel p cross join lateral (
             select r.account_id from settlement_role r
              where r.settlement_id = p.settlement_id and r.role = 'editor' and r.account_id <> ${accountId}
              order by r.created_at, r.account_id limit 1) n
     where c.account_id = ${accountId} and c.is_common and p.id = c.parcel_id
       ${settlementId === undefined ? db`` : db`and p.settlement_id = ${settlementId}`}
       and not (${isKeptBy(db, accountId)})`;
}

export interface Keeper {
  accountId: string;
  name: string;
}

export async function listKeepers(db: Db, settlementId: string): Promise<Keeper[]> {
  return db<Keeper[]>`
    select k.account_id as "accountId", a.display_name as name from device_keeper k join account a on a.id = k.account_id
     where k.settlement_id = ${settlementId} and ${isResidentOf(db, db`k.settlement_id`, db`k.account_id`)}
     order by k.created_at limit 20`;
}

/** Confirmed residents by name, each with one plot. */
export async function listPossibleKeepers(
  db: Db,
  settlementId: string,
): Promise<(Keeper & { plotNumber: string })[]> {
  return db<(Keeper & { plotNumber: string })[]>`
    select m.account_id as "accountId", a.display_name as name, min(p.number) as "plotNumber"
      from parcel p join membership m on m.parcel_id = p.id and m.state = 'confirmed' join account a on a.id = m.account_id
     where p.settlement_id = ${settlementId}
       and not exists (select 1 from device_keeper k where k.settlement_id = p.settlement_id and k.account_id = m.account_id)
     group by m.account_id, a.display_name order by a.display_name, m.account_id limit 300`;
}

export async function insertKeeper(
  db: Db,
  keeper: { settlementId: string; accountId: string; namedBy: string; now: Date },
): Promise<'named' | 'full' | 'no resident'> {
  await db`select 1 from settlement where id = ${keeper.settlementId} for no key update`;
  const [row] = await db<{ count: number; isResident: boolean }[]>`
    select (select count(*)::int from device_keeper where settlement_id = ${keeper.settlementId} and account_id <> ${keeper.accountId}) as count,
           ${isResidentOf(db, db`${keeper.settlementId}::bigint`, db`${keeper.accountId}::bigint`)} as "isResident"`;
  if (!row?.isResident) return 'no resident';
  if (row.count >= 20) return 'full';
  await db`
    insert into device_keeper (settlement_id, account_id, named_by, created_at)
    values (${keeper.settlementId}, ${keeper.accountId}, ${keeper.namedBy}, ${keeper.now}) on conflict do nothing`;
  return 'named';
}

/** Of one settlement, or of those where the account is not confirmed any more. */
export async function deleteKeeper(db: Db, accountId: string, settlementId?: string): Promise<boolean> {
  const rows = await db`
    delete from device_keeper k
     where k.account_id = ${accountId}
       and ${settlementId === undefined ? db`not ${isResidentOf(db, db`k.settlement_id`, db`k.account_id`)}` : db`k.settlement_id = ${settlementId}`}
    returning 1`;
  await handOverConnections(db, accountId, settlementId);
  return rows.length > 0;
}

export interface CommonSensor {
  /** Null: a meter that the board keeps, which has no page of a sensor. */
  id: string | null;
  /** Of such a meter: where it stands. */
  meterPlot: string | null;
  connectionId: string | null;
  deviceName: string;
  name: string | null;
  kind: string;
  rawKey: string;
  valueType: 'number' | 'text' | 'boolean';
  unit: string;
  number: number | null;
  text: string | null;
  rhythmS: number | null;
  measuredAt: Date | null;
  reportedAt: Date | null;
  changedAt: Date | null;
  isRaised: boolean;
}

/** What residents see of the settlement's devices, and its main meters that people read. */
export async function listCommonSensors(db: Db, settlementId: string): Promise<CommonSensor[]> {
  return db<(CommonSensor & { place: string })[]>`
    select s.id, null::bigint as "meterPlot", c.id as "connectionId", coalesce(d.given_name, d.name) as "deviceName", s.name, s.kind, s.raw_key as "rawKey",
           s.value_type as "valueType", s.unit, s.number, s.text, s.rhythm_s as "rhythmS", s.measured_at as "measuredAt",
           s.reported_at as "reportedAt", s.changed_at as "changedAt",
           exists (select 1 from sensor_alert a where a.sensor_id = s.id and a.raised_at is not null) as "isRaised", s.id as place
      from parcel p join device_connection c on c.parcel_id = p.id and c.is_common and c.state <> 'revoked'
      join device d on d.connection_id = c.id join sensor s on s.device_id = d.id and s.is_enabled and s.visibility <> 'private'
     where p.settlement_id = ${settlementId}
    union all
    select null, m.parcel_id, null, m.name, null, m.kind, m.kind, 'number', case m.kind when 'energy' then 'kWh' else 'm³' end, r.number, null,
           ${typedRhythmS}::integer, r.measured_at, r.measured_at, r.measured_at, false, m.id
      from parcel p join meter m on m.parcel_id = p.id and m.is_main and m.sensor_id is null and m.ended_at is null
      left join lateral (select number, measured_at from meter_reading
                          where meter_id = m.id and taken_back_at is null order by measured_at desc limit 1) r on true
     where p.settlement_id = ${settlementId}
     order by place limit 200`;
}

/** Plots that devices of the settlement stand on. */
export async function listCommonPlots(
  db: Db,
  settlementId: string,
): Promise<{ id: string; number: string }[]> {
  return db<{ id: string; number: string }[]>`
    select id, number from parcel where settlement_id = ${settlementId} and kind = 'common' order by number_key limit 50`;
}

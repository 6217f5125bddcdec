import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import type { AlertRule } from '../../domain/rules/sensor-alerts.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import type { Aggregation, ValueType } from '../../engines/devices/sensor-normalization.ts';
import { isKeptBy, isReadAsCommon } from './common-devices.ts';
import { alertsOfSensor } from './sensor-alerts.ts';

/** In the JSON of its device: times are ISO 8601. */
export interface SensorRow {
  id: string;
  key: string;
  rawKey: string;
  /** User-defined name; null when not set. */
  name: string | null;
  kind: string;
  valueType: ValueType;
  aggregation: Aggregation;
  unit: string;
  number: number | null;
  text: string | null;
  isEnabled: boolean;
  visibility: Visibility;
  rhythmS: number | null;
  measuredAt: string | null;
  reportedAt: string | null;
  alerts: AlertInList[] | null;
}

/** Times are strings, because the rows come from json_agg. */
export interface AlertInList extends AlertRule {
  since: string | null;
  value: number | null;
  raisedAt: string | null;
}

/** The sensors of `device d` as SensorRow[]; `isShown` is a condition on `sensor s`. */
export const sensorsOfDevice = (db: Db, isShown: ReturnType<Db>) => db`
  (select coalesce(json_agg(json_build_object(
            'id', s.id::text, 'key', s.key, 'rawKey', s.raw_key, 'name', s.name, 'kind', s.kind, 'valueType', s.value_type,
            'aggregation', s.aggregation, 'unit', s.unit, 'number', s.number, 'text', s.text, 'isEnabled', s.is_enabled,
            'visibility', s.visibility, 'rhythmS', s.rhythm_s, 'measuredAt', s.measured_at, 'reportedAt', s.reported_at,
            'alerts', ${alertsOfSensor(db)}) order by s.id), '[]')
     from sensor s where s.device_id = d.id and ${isShown})`;

export interface VisibleSensor extends Pick<SensorRow, 'id' | 'kind' | 'unit' | 'valueType' | 'aggregation'> {
  connectionId: string;
  reportedAt: Date | null;
  rhythmS: number | null;
}

/** A sensor of the account's own connection, or one shared with the members of its plot. */
export async function findVisibleSensor(
  db: Db,
  id: string,
  accountId: string,
): Promise<VisibleSensor | undefined> {
  const [row] = await db<VisibleSensor[]>`
    select s.id, s.kind, s.unit, s.value_type as "valueType", s.aggregation, d.connection_id as "connectionId",
           s.reported_at as "reportedAt", s.rhythm_s as "rhythmS"
      from sensor s join device d on d.id = s.device_id join device_connection c on c.id = d.connection_id
     where s.id = ${id}
       and (c.account_id = ${accountId} or ${isKeptBy(db, accountId)}
            or (s.visibility <> 'private' and s.is_enabled and ${isReadAsCommon(db, accountId)})
            or (s.visibility <> 'private' and s.is_enabled and c.state <> 'revoked'
                and exists (select 1 from membership m where m.account_id = ${accountId} and m.parcel_id = c.parcel_id
                               and m.state = 'confirmed')))`;
  return row;
}

export interface SensorChange {
  id: string;
  is_enabled?: boolean | undefined;
  visibility?: Visibility | undefined;
  /** Null clears the name. */
  name?: string | null | undefined;
}

/** Returns the ids that belong to the connection. */
export async function updateSensors(
  db: Db,
  connectionId: string,
  changes: readonly SensorChange[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    update sensor s set is_enabled = coalesce(v.is_enabled::boolean, s.is_enabled),
                        visibility = coalesce(v.visibility::visibility, s.visibility),
                        name = case when v.is_named::boolean then v.name else s.name end
      from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map((one) => (one.is_enabled === undefined ? null : String(one.is_enabled))) as string[]}::text[],
                  ${changes.map((one) => one.visibility ?? null) as string[]}::text[],
                  ${changes.map((one) => String(one.name !== undefined))}::text[],
                  ${changes.map((one) => one.name ?? null) as string[]}::text[]) v (id, is_enabled, visibility, is_named, name), device d
     where s.id = v.id and d.id = s.device_id and d.connection_id = ${connectionId}
    returning s.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Readings that the connections of one account may add to its history in a day (UTC). */
export const maxReadingsPerDay = 500_000;

export interface EnabledSensor {
  id: string;
  connectionId: string;
  deviceKey: string;
  key: string;
  rhythmS: number | null;
  reportedAt: Date | null;
  hasAlerts: boolean;
  /** False: today's readings of the account are full, and only the latest value is kept. */
  isStored: boolean;
}

/**
 * Enabled sensors with these keys. Counts what their connections bring, and locks these against concurrent writers of
 * readings until the transaction ends.
 */
export async function lockEnabledSensors(
  db: Db,
  connections: readonly { id: string; readings: number }[],
  keys: readonly string[],
  now: Date,
): Promise<EnabledSensor[]> {
  const today = db`(${now}::timestamptz at time zone 'UTC')::date`;
  return db<EnabledSensor[]>`
    with brought (id, readings) as (
      select * from unnest(${connections.map(({ id }) => id)}::bigint[], ${connections.map(({ readings }) => readings)}::integer[])
    ), locked as materialized (
      select id from device_connection where id in (select id from brought) order by id for no key update
    ), held as materialized (
      update device_connection c
         set recorded_on = ${today},
             recorded = least(case when c.recorded_on = ${today} then c.recorded else 0 end + n.readings, ${2 * maxReadingsPerDay})
        from locked join brought n using (id)
       where c.id = locked.id
      returning c.id, c.recorded, c.account_id
    ), filled as materialized (
      select h.id, h.recorded + coalesce((select sum(o.recorded) from device_connection o
                                           where o.account_id = h.account_id and o.recorded_on = ${today} and o.id <> h.id), 0)
                     <= ${maxReadingsPerDay} as "isStored"
        from held h
    )
    select s.id, held.id as "connectionId", d.key as "deviceKey", s.key, s.rhythm_s as "rhythmS", s.reported_at as "reportedAt",
           s.has_alerts as "hasAlerts", held."isStored"
      from filled held join device d on d.connection_id = held.id join sensor s on s.device_id = d.id
     where s.is_enabled and s.key = any(${keys as string[]}::text[])`;
}

export interface LatestValue {
  id: string;
  number: number | null;
  text: string | null;
  at: Date;
  /** When this value began, among the readings that came together. */
  beganAt: Date;
  /** All of them told this value: it may have begun earlier. */
  isUnbroken: boolean;
  rhythmS: number | null;
}

/** Stores the latest values; late readings do not overwrite newer ones. */
export async function saveLatestValues(db: Db, values: readonly LatestValue[]): Promise<void> {
  if (values.length === 0) return;
  const hasText = values.some(({ text }) => text !== null);
  await db`
    update sensor s set number = v.number, text = v.text, measured_at = v.at, reported_at = v.at, rhythm_s = v.rhythm,
                        changed_at = case when v.unbroken = 1 and (s.number, s.text) is not distinct from (v.number, v.text)
                                          then coalesce(s.changed_at, s.measured_at, v.began) else greatest(v.began, s.measured_at) end
      from (select id, number, text, to_timestamp(at / 1000) as at, rhythm, to_timestamp(began / 1000) as began, unbroken
              from unnest(${formatArrayLiteral(values.map(({ id }) => id))}::text::bigint[], ${formatArrayLiteral(values.map(({ number }) => number))}::text::float8[],
                          ${hasText ? (values.map(({ text }) => text) as string[]) : null}::text[],
                          ${formatArrayLiteral(values.map(({ at }) => at.getTime()))}::text::float8[],
                          ${formatArrayLiteral(values.map(({ rhythmS }) => rhythmS))}::text::float8[],
                          ${formatArrayLiteral(values.map(({ beganAt }) => beganAt.getTime()))}::text::float8[],
                          ${formatArrayLiteral(values.map(({ isUnbroken }) => Number(isUnbroken)))}::text::float8[])
                   v (id, number, text, at, rhythm, began, unbroken)) v
     where s.id = v.id and (s.measured_at is null or s.measured_at < v.at)`;
}

import type { Db } from '../../base/db/connect.ts';
import type { AlertRule, AlertState } from '../../domain/rules/sensor-alerts.ts';

export interface AlertRow extends AlertRule, AlertState {
  id: string;
  sensorId: string;
}

function columns(db: Db) {
  return db`
    a.id, a.sensor_id as "sensorId", a.kind, a.bound, a.margin, a.seconds, a.since, a.value, a.raised_at as "raisedAt"`;
}

/** The alerts of sensor `s` as JSON; null when it has none. */
export function alertsOfSensor(db: Db) {
  return db`
    case when s.has_alerts then (
      select json_agg(json_build_object('kind', a.kind, 'bound', a.bound, 'margin', a.margin, 'seconds', a.seconds,
                                        'since', a.since, 'value', a.value, 'raisedAt', a.raised_at) order by a.id)
        from sensor_alert a where a.sensor_id = s.id) end`;
}

export async function listAlerts(db: Db, sensorIds: readonly string[]): Promise<AlertRow[]> {
  return db<AlertRow[]>`
    select ${columns(db)} from sensor_alert a where a.sensor_id = any(${sensorIds as string[]}::bigint[]) order by a.id`;
}

export async function saveAlertStates(
  db: Db,
  changes: readonly ({ id: string } & AlertState)[],
): Promise<void> {
  const time = (date: Date | null) => date?.toISOString() ?? null;
  await db`
    update sensor_alert a set since = v.since, value = v.value, raised_at = v.raised_at
      from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ since }) => time(since)) as string[]}::timestamptz[],
                  ${changes.map(({ value }) => (value === null ? null : String(value))) as string[]}::float8[],
                  ${changes.map(({ raisedAt }) => time(raisedAt)) as string[]}::timestamptz[]) v (id, since, value, raised_at)
     where a.id = v.id`;
}

/** Replaces the alerts of these sensors; an unchanged rule keeps its state. */
export async function replaceAlerts(
  db: Db,
  sensorIds: readonly string[],
  rules: readonly ({ sensorId: string } & AlertRule & AlertState)[],
  now: Date,
  newId: () => string,
): Promise<void> {
  const number = (value: number | null) => (value === null ? null : String(value));
  const time = (date: Date | null) => date?.toISOString() ?? null;
  const ruleRows = db`unnest(${rules.map(() => newId())}::bigint[], ${rules.map(({ sensorId }) => sensorId)}::bigint[],
                          ${rules.map(({ kind }) => kind)}::text[], ${rules.map(({ bound }) => number(bound)) as string[]}::float8[],
                          ${rules.map(({ margin }) => number(margin)) as string[]}::float8[],
                          ${rules.map(({ seconds }) => number(seconds)) as string[]}::integer[],
                          ${rules.map(({ since }) => time(since)) as string[]}::timestamptz[],
                          ${rules.map(({ value }) => number(value)) as string[]}::float8[],
                          ${rules.map(({ raisedAt }) => time(raisedAt)) as string[]}::timestamptz[])
                   v (id, sensor_id, kind, bound, margin, seconds, since, value, raised_at)`;
  const isSame = db`a.sensor_id = v.sensor_id
    and (a.kind, a.bound, a.margin, a.seconds) is not distinct from (v.kind, v.bound, v.margin, v.seconds)`;
  await db`
    delete from sensor_alert a
     where a.sensor_id = any(${sensorIds as string[]}::bigint[]) and not exists (select 1 from ${ruleRows} where ${isSame})`;
  await db`
    insert into sensor_alert (id, sensor_id, kind, bound, margin, seconds, since, value, raised_at, created_at)
    select v.id, v.sensor_id, v.kind, v.bound, v.margin, v.seconds, v.since, v.value, v.raised_at, ${now}
      from ${ruleRows}
     where not exists (select 1 from sensor_alert a where ${isSame})`;
  await db`
    update sensor s set has_alerts = exists (select 1 from sensor_alert a where a.sensor_id = s.id)
     where s.id = any(${sensorIds as string[]}::bigint[])`;
}

/** Clears the state of alerts of sensors that are not watched any more. */
export async function resetAlerts(db: Db, sensorIds: readonly string[]): Promise<void> {
  await db`
    update sensor_alert set since = null, value = null, raised_at = null
     where sensor_id = any(${sensorIds as string[]}::bigint[]) and (since is not null or raised_at is not null)`;
}

export async function removeAlerts(db: Db, connectionIds: readonly string[]): Promise<void> {
  await db`
    with watched as (
      update sensor s set has_alerts = false
        from device d
       where d.id = s.device_id and d.connection_id = any(${connectionIds as string[]}::bigint[]) and s.has_alerts
      returning s.id)
    delete from sensor_alert where sensor_id in (select id from watched)`;
}

/** Alerts that became due by time passing, or are raised and not notified yet, in order of id. */
export async function listDueAlerts(
  db: Db,
  wanted: { now: Date; after: string; toldBefore: Date; limit: number },
): Promise<{ id: string; connectionId: string }[]> {
  const { now, after, toldBefore, limit } = wanted;
  const watched = db`
    join sensor s on s.id = a.sensor_id and s.is_enabled
    join device d on d.id = s.device_id
    join device_connection c on c.id = d.connection_id and c.state in ('new', 'ok', 'failing')`;
  const isOver = db`<= ${now}::timestamptz - a.seconds * interval '1 second'`;
  return db<{ id: string; connectionId: string }[]>`
    (select a.id, d.connection_id as "connectionId" from sensor_alert a ${watched}
      where a.kind in ('silent', 'on') and a.raised_at is null and a.id > ${after}
        and case a.kind when 'silent' then coalesce(s.reported_at, a.created_at) else a.since end ${isOver}
      order by a.id limit ${limit})
    union all
    (select a.id, d.connection_id from sensor_alert a ${watched}
      where a.raised_at is not null and (a.told_at is null or a.told_at < a.raised_at) and a.id > ${after}
        and (a.told_at is null or a.told_at <= ${toldBefore})
      order by a.id limit ${limit})
    order by id limit ${limit}`;
}

export interface WatchedAlert extends AlertRow {
  toldAt: Date | null;
  createdAt: Date;
  connectionId: string;
  name: string | null;
  rawKey: string;
  deviceName: string;
  sensorKind: string;
  unit: string;
  reportedAt: Date | null;
  timeZone: string;
}

/** One alert with the data of its notification. Locks the connection, so that no reading is recorded meanwhile. */
export async function lockAlert(db: Db, id: string, connectionId: string): Promise<WatchedAlert | undefined> {
  const held = await db`
    select 1 from device_connection where id = ${connectionId} and state in ('new', 'ok', 'failing') for no key update`;
  if (held.length === 0) return undefined;
  const [row] = await db<WatchedAlert[]>`
    select ${columns(db)}, a.told_at as "toldAt", a.created_at as "createdAt", c.id as "connectionId",
           s.name, s.raw_key as "rawKey", coalesce(d.given_name, d.name) as "deviceName", s.kind as "sensorKind", s.unit,
           s.reported_at as "reportedAt", coalesce(t.time_zone, 'Europe/Moscow') as "timeZone"
      from sensor_alert a join sensor s on s.id = a.sensor_id join device d on d.id = s.device_id
      join device_connection c on c.id = d.connection_id join parcel p on p.id = c.parcel_id
      left join settlement t on t.id = p.settlement_id
     where a.id = ${id} and c.id = ${connectionId} and s.is_enabled`;
  return row;
}

export async function markAlertNotified(db: Db, id: string, now: Date): Promise<void> {
  await db`update sensor_alert set told_at = ${now} where id = ${id}`;
}

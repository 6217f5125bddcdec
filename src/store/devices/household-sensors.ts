import type { Db } from '../../base/db/connect.ts';
import type { DeviceState } from '../../domain/rules/device-states.ts';
import type { ValueType } from '../../engines/devices/sensor-normalization.ts';
import { isKeptBy } from './common-devices.ts';
import { alertsOfSensor } from './sensor-alerts.ts';
import type { AlertInList } from './sensors.ts';

/** A sensor with its device, for pages that show a household at a glance. */
export interface HouseholdSensorRow {
  id: string;
  deviceId: string;
  deviceName: string;
  connectionId: string;
  state: DeviceState;
  isOwn: boolean;
  parcelId: string;
  plotNumber: string;
  /** Of a settlement, by its slug; null: of a household. */
  commonTo: string | null;
  /** Of a settlement whose devices the account looks after. */
  isKept: boolean;
  name: string | null;
  kind: string;
  rawKey: string;
  valueType: ValueType;
  unit: string;
  number: number | null;
  text: string | null;
  rhythmS: number | null;
  measuredAt: Date | null;
  reportedAt: Date | null;
  changedAt: Date | null;
  alerts: AlertInList[] | null;
}

/** More than any household has; what is beyond is on the page of the devices. */
const maxSensors = 2000;

/** Enabled sensors that the account may see: of its own connections, those shared on its plots, and those of its settlements. */
export async function listHouseholdSensors(db: Db, accountId: string): Promise<HouseholdSensorRow[]> {
  return db<HouseholdSensorRow[]>`
    select s.id, d.id as "deviceId", coalesce(d.given_name, d.name) as "deviceName", c.id as "connectionId", c.state,
           c.account_id = ${accountId} as "isOwn", c.parcel_id as "parcelId", p.number as "plotNumber",
           case when c.is_common then t.slug end as "commonTo", ${isKeptBy(db, accountId)} as "isKept", s.name, s.kind,
           s.raw_key as "rawKey", s.value_type as "valueType", s.unit, s.number, s.text, s.rhythm_s as "rhythmS",
           s.measured_at as "measuredAt", s.reported_at as "reportedAt", s.changed_at as "changedAt", ${alertsOfSensor(db)} as alerts
      from (select id from device_connection where account_id = ${accountId} and state <> 'revoked'
             union
            select o.id from membership m join device_connection o on o.parcel_id = m.parcel_id and o.state <> 'revoked'
             where m.account_id = ${accountId} and m.state = 'confirmed'
             union
            select o.id from (select q.settlement_id from membership m join parcel q on q.id = m.parcel_id
                               where m.account_id = ${accountId} and m.state = 'confirmed'
                               union select r.settlement_id from settlement_role r where r.account_id = ${accountId}) place
              join parcel cp on cp.settlement_id = place.settlement_id and cp.kind = 'common'
              join device_connection o on o.parcel_id = cp.id and o.is_common and o.state <> 'revoked') seen
      join device_connection c on c.id = seen.id
      join parcel p on p.id = c.parcel_id left join settlement t on t.id = p.settlement_id
      join device d on d.connection_id = c.id
      join sensor s on s.device_id = d.id and s.is_enabled and (c.account_id = ${accountId} or s.visibility <> 'private')
     order by c.id, d.id, s.id
     limit ${maxSensors}`;
}

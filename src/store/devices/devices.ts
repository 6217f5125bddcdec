import type { Db } from '../../base/db/connect.ts';
import type { DeviceDescription } from '../../engines/devices/provider.ts';

/** Limits per connection. */
export const maxDevicesPerConnection = 200;
export const maxSensorsPerConnection = 500;

/**
 * Upserts the devices and sensors a source describes, new ones only up to the limit. Missing ones are kept with their
 * history; user settings (enabled, visibility) are not changed.
 */
export async function saveDevices(
  db: Db,
  connectionId: string,
  devices: readonly DeviceDescription[],
  at: Date,
  newId: () => string,
): Promise<void> {
  if (devices.length === 0) return;
  const rows = devices.slice(0, maxDevicesPerConnection);
  const list = <Key extends keyof DeviceDescription>(key: Key) => rows.map((row) => row[key]) as string[];
  await db`
    with given as (
      select g.*, d.id is not null as known
        from unnest(${rows.map(() => newId())}::bigint[], ${list('key')}::text[], ${list('name')}::text[], ${list('manufacturer')}::text[],
                    ${list('model')}::text[], ${list('firmware')}::text[], ${list('operator')}::text[], ${list('category')}::text[],
                    ${list('accessKind')}::text[])
             with ordinality as g (id, key, name, manufacturer, model, firmware, operator, category, access_kind, place)
        left join device d on d.connection_id = ${connectionId} and d.key = g.key
    ), fitting as (
      select *, row_number() over (partition by known order by place) as nth from given
    )
    insert into device as d (id, connection_id, key, name, manufacturer, model, firmware, operator, category, access_kind, created_at)
    select id, ${connectionId}, key, name, manufacturer, model, firmware, operator, category, access_kind, ${at}
      from fitting
     where known or nth <= ${maxDevicesPerConnection} - (select count(*) from device where connection_id = ${connectionId})
    on conflict (connection_id, key) do update
       set name = excluded.name, manufacturer = excluded.manufacturer, model = excluded.model, firmware = excluded.firmware,
           operator = excluded.operator, category = excluded.category
     where (d.name, d.manufacturer, d.model, d.firmware, d.operator, d.category) is distinct from
           (excluded.name, excluded.manufacturer, excluded.model, excluded.firmware, excluded.operator, excluded.category)`;
  await saveSensors(db, connectionId, rows, at, newId);
}

/** Sets user-defined names; null clears one. Returns the ids that belong to the connection. */
export async function renameDevices(
  db: Db,
  connectionId: string,
  names: readonly { id: string; name: string | null }[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    update device d set given_name = v.name
      from unnest(${names.map(({ id }) => id)}::bigint[], ${names.map(({ name }) => name) as string[]}::text[]) v (id, name)
     where d.id = v.id and d.connection_id = ${connectionId}
    returning d.id`;
  return new Set(rows.map(({ id }) => id));
}

async function saveSensors(
  db: Db,
  connectionId: string,
  devices: readonly DeviceDescription[],
  at: Date,
  newId: () => string,
): Promise<void> {
  const rows = devices.flatMap((device) =>
    device.sensors.map((sensor) => ({ ...sensor, device: device.key })),
  );
  if (rows.length === 0) return;
  const list = (key: keyof (typeof rows)[number]) => rows.map((row) => row[key]);
  await db`
    with given as (
      select g.*, d.id as device_id, s.id is not null as known
        from unnest(${rows.map(() => newId())}::bigint[], ${list('device')}::text[], ${list('key')}::text[], ${list('rawKey')}::text[],
                    ${list('kind')}::text[], ${list('valueType')}::text[], ${list('aggregation')}::text[], ${list('unit')}::text[])
             with ordinality as g (id, device, key, raw_key, kind, value_type, aggregation, unit, place)
        join device d on d.connection_id = ${connectionId} and d.key = g.device
        left join sensor s on s.device_id = d.id and s.key = g.key
    ), fitting as (
      select *, row_number() over (partition by known order by place) as nth from given
    )
    insert into sensor as s (id, device_id, key, raw_key, kind, value_type, aggregation, unit, created_at, visibility)
    select id, device_id, key, raw_key, kind, value_type, aggregation, unit, ${at},
           (select case when is_common then 'residents' else 'private' end::visibility from device_connection where id = ${connectionId})
      from fitting
     where known or nth <= ${maxSensorsPerConnection} - (select count(*) from device d join sensor s on s.device_id = d.id
                                              where d.connection_id = ${connectionId})
    on conflict (device_id, key) do update
       set raw_key = excluded.raw_key, kind = excluded.kind, value_type = excluded.value_type,
           aggregation = excluded.aggregation, unit = excluded.unit
     where (s.raw_key, s.kind, s.value_type, s.aggregation, s.unit) is distinct from
           (excluded.raw_key, excluded.kind, excluded.value_type, excluded.aggregation, excluded.unit)`;
}

/** What their resident calls them, else as they call themselves. */
export async function listDeviceNames(db: Db, connectionId: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select coalesce(given_name, name) as name from device where connection_id = ${connectionId} order by id limit 10`;
  return rows.map(({ name }) => name);
}

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Pool } from '../../../src/base/db/connect.ts';
import { createKernel } from '../../../src/domain/kernel/run.ts';
import { list_my_devices } from '../../../src/features/operations/device/list_my_devices.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import {
  addHouseholdMember,
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from './device-fixtures.ts';

describe('device connections', () => {
  let service: TestService;
  let village: Village;
  const connect = (extra: Record<string, unknown> = {}) =>
    village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'House',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
      ...extra,
    } as never);

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' });
    village = await buildVillage(service);
    await addHouseholdMember(service, village);
  });

  it('begin in state new, in exactly the shape of the contract', async () => {
    const { data } = await connect();
    assert.deepEqual(data, {
      id: data.id,
      parcel_id: village.plots.resident,
      name: 'House',
      provider: 'home_assistant',
      state: 'new',
      is_own: true,
      has_secret: true,
      last_error: null,
      failure_count: 0,
      polled_at: null,
      devices: [],
    });
    const at = new Date(Date.now() - 60_000);
    await recordReadings(
      service,
      data.id,
      [makeDevice('d1', [thermometer])],
      [makeReading('temperature', at, 21.5)],
    );
    const listed = (await village.clients.resident.list_my_devices({})).data.find(({ id }) => id === data.id);
    const device = listed?.devices[0];
    assert.deepEqual(
      { ...device, sensors: [] },
      {
        id: device?.id,
        connection_id: data.id,
        key: 'd1',
        name: 'Device d1',
        given_name: null,
        manufacturer: 'Acme',
        model: null,
        firmware: null,
        operator: 'json_http',
        category: 'climate',
        access_kind: 'read',
        troubles: [],
        sensors: [],
      },
    );
    assert.deepEqual(device?.sensors, [
      {
        id: device?.sensors[0]?.id,
        device_id: device?.id,
        key: 'temperature',
        raw_key: 'temp_1',
        name: null,
        kind: 'temperature',
        value_type: 'number',
        aggregation: 'mean',
        unit: '°C',
        number: 21.5,
        text: null,
        is_enabled: true,
        visibility: 'private',
        is_fresh: true,
        measured_at: `${at.toISOString().slice(0, 19)}+00:00`,
        decimals: 1,
        alerts: [],
      },
    ]);
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('are made by confirmed members of the plot only', async () => {
    const wish = {
      parcel: village.plots.resident,
      name: 'x',
      ...homeAssistantAt('https://ha.example.org'),
      secret: 's',
    };
    for (const who of ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider'] as const) {
      await assertRefused(village.clients[who].connect_device(wish as never), 403);
    }
    await assertRefused(village.anonymous.connect_device(wish as never), 401);
    const reader = await service.as(village.accounts.resident, ['mcp:read']);
    await assertRefused(reader.connect_device(wish as never), 403);
    await assertRefused(connect({ parcel: '999' }), 404);
  });

  it('are validated by the rules of their provider', async () => {
    await assertRefused(connect({ provider: 'tuya' }), 422, 'provider');
    await assertRefused(connect({ settings: {} }), 422, 'settings.url');
    await assertRefused(connect({ settings: { url: 'ftp://x' } }), 422, 'settings.url');
    await assertRefused(
      connect({ settings: { url: 'https://me:pass@ha.example.org' } }),
      422,
      'settings.url',
    );
    await assertRefused(
      connect({ settings: { url: 'https://x.org', token: 'open' } }),
      422,
      'settings.token',
    );
    await assertRefused(connect({ secret: undefined }), 422, 'secret');
    await assertRefused(connect({ secret: ' ' }), 422, 'secret');
    await assertRefused(connect({ name: '  ' }), 422, 'name');
    const broken = { url: 'https://x.org', device: { name: 'x' }, sensors: [{ key: 'a', path: 'no path' }] };
    await assertRefused(connect({ provider: 'json_http', settings: broken }), 422, 'settings.sensors.0.path');
  });

  it('are fully visible to their owner, partly to the household, and to nobody else', async () => {
    const { data } = await connect();
    const quiet = { ...thermometer, key: 'humidity', rawKey: 'hum_1' };
    await recordReadings(service, data.id, [makeDevice('d1', [thermometer, quiet])], []);
    const list = async (who: keyof Village['clients']) =>
      (await village.clients[who].list_my_devices({})).data.filter(({ id }) => id === data.id);
    const sensors = (await list('resident'))[0]?.devices[0]?.sensors ?? [];
    assert.equal(sensors.length, 2);
    assert.deepEqual(await list('company'), [], 'everything is private at first');
    const edit = { connection: data.id, name: 'Mine now' };
    await assertRefused(village.clients.company.edit_device_connection(edit), 404);
    await assertRefused(village.clients.company.disconnect_device({ connection: data.id }), 404);

    const [shown, hidden] = sensors as [(typeof sensors)[0], (typeof sensors)[0]];
    await village.clients.resident.edit_device_connection({
      connection: data.id,
      sensors: [{ id: shown.id, visibility: 'residents' }],
    });
    assert.deepEqual(
      [(await list('company'))[0]?.is_own, (await list('resident')).find(({ id }) => id === data.id)?.is_own],
      [false, true],
    );
    const seen = (await list('company'))[0]?.devices.flatMap((device) => device.sensors.map(({ id }) => id));
    assert.deepEqual(seen, [shown.id]);
    await assertRefused(village.clients.company.edit_device_connection(edit), 403);
    await assertRefused(village.clients.company.disconnect_device({ connection: data.id }), 403);
    await village.clients.company.list_sensor_readings({ sensor: shown.id });
    await assertRefused(village.clients.company.list_sensor_readings({ sensor: hidden.id }), 404);
    for (const who of ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider'] as const) {
      assert.deepEqual(await list(who), []);
      await assertRefused(village.clients[who].edit_device_connection(edit), 404);
      await assertRefused(village.clients[who].disconnect_device({ connection: data.id }), 404);
      await assertRefused(village.clients[who].list_sensor_readings({ sensor: shown.id }), 404);
    }
    const reader = await service.as(village.accounts.resident, ['mcp:read', 'mcp:write']);
    await assertRefused(reader.list_sensor_readings({ sensor: shown.id }), 403);

    await village.clients.resident.edit_device_connection({
      connection: data.id,
      sensors: [{ id: shown.id, is_enabled: false }],
    });
    assert.deepEqual(await list('company'), [], 'what is switched off is not shown to others');
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('are filtered by settlement, by identifier or slug', async () => {
    const { data } = await connect();
    const count = async (settlement: string) =>
      (await village.clients.resident.list_my_devices({ settlement })).data.filter(({ id }) => id === data.id)
        .length;
    const { id, slug } = village.settlement;
    assert.deepEqual(
      [await count(id), await count(slug), await count(village.other.slug), await count('nowhere')],
      [1, 1, 0, 0],
    );
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('send their secret only to the address it was given for', async () => {
    const { data } = await connect();
    const [before] = await service.db<{ settings: { url: string } }[]>`
      select settings from device_connection where id = ${data.id}`;
    const url = before?.settings.url as string;
    const edit = (change: Record<string, unknown>) =>
      village.clients.resident.edit_device_connection({ connection: data.id, ...change });
    await assertRefused(edit({ settings: { url: 'https://thief.example/' } }), 422, 'secret');
    await assertRefused(
      edit({ settings: { url: `${new URL(url).protocol}//${new URL(url).hostname}:8124/` } }),
      422,
      'secret',
    );
    await edit({ settings: { url: new URL('/elsewhere', url).href } });
    await edit({ settings: { url: 'https://new.example/' }, secret: 'given again' });
    const [after] = await service.db<{ settings: { url: string } }[]>`
      select settings from device_connection where id = ${data.id}`;
    assert.equal(after?.settings.url, 'https://new.example/');
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('are renamed, paused, resumed and ended', async () => {
    const { data } = await connect();
    const edit = (change: Record<string, unknown>) =>
      village.clients.resident.edit_device_connection({ connection: data.id, ...change });
    assert.equal((await edit({ name: 'Pump house' })).data.name, 'Pump house');
    assert.equal((await edit({ is_paused: true })).data.state, 'paused');
    assert.equal((await edit({ secret: 'another' })).data.state, 'paused', 'a new secret does not resume');
    assert.equal((await edit({ is_paused: false })).data.state, 'new');
    await assertRefused(edit({ secret: null }), 422, 'secret');
    await assertRefused(edit({ settings: { url: 'nothing' } }), 422, 'settings.url');
    await assertRefused(edit({ sensors: [{ id: '5', is_enabled: true }] }), 422, 'sensors.0.id');
    await assertRefused(edit({ colour: 'red' }), 422, 'colour');

    const at = new Date(Date.now() - 60_000);
    await recordReadings(
      service,
      data.id,
      [makeDevice('d1', [thermometer])],
      [makeReading('temperature', at, 5)],
    );
    const ended = await village.clients.resident.disconnect_device({ connection: data.id });
    assert.deepEqual([ended.data.state, ended.data.has_secret], ['revoked', false]);
    const again = await village.clients.resident.disconnect_device({ connection: data.id });
    assert.equal(again.data.state, 'revoked');
    await assertRefused(edit({ name: 'x' }), 422, 'connection');
    const [row] = await service.db`select secret from device_connection where id = ${data.id}`;
    assert.equal(row?.secret, null);
    const sensor = ended.data.devices[0]?.sensors[0]?.id as string;
    const history = await village.clients.resident.list_sensor_readings({ sensor });
    assert.equal(history.data.readings.length, 1, 'history stays');
  });

  it('keep user-given names when the source reports its own again', async () => {
    const { data } = await connect();
    const described = [makeDevice('d1', [thermometer])];
    await recordReadings(service, data.id, described, []);
    const find = async (who: keyof Village['clients']) =>
      (await village.clients[who].list_my_devices({})).data.find(({ id }) => id === data.id)?.devices[0];
    const device = await find('resident');
    const [deviceId, sensorId] = [device?.id as string, device?.sensors[0]?.id as string];
    const edit = (change: Record<string, unknown>, who: keyof Village['clients'] = 'resident') =>
      village.clients[who].edit_device_connection({ connection: data.id, ...change });
    await edit({
      sensors: [{ id: sensorId, name: 'Теплица у забора', visibility: 'residents' }],
      devices: [{ id: deviceId, name: 'Градусник' }],
    });
    await recordReadings(service, data.id, described, []);
    for (const who of ['resident', 'company'] as const) {
      const shown = await find(who);
      assert.deepEqual(
        [shown?.name, shown?.given_name, shown?.sensors[0]?.raw_key, shown?.sensors[0]?.name],
        ['Device d1', 'Градусник', 'temp_1', 'Теплица у забора'],
      );
    }
    await assertRefused(edit({ sensors: [{ id: sensorId, name: 'x' }] }, 'company'), 403);
    await assertRefused(edit({ devices: [{ id: deviceId, name: 'x' }] }, 'outsider'), 404);
    await assertRefused(edit({ devices: [{ id: '5', name: 'x' }] }), 422, 'devices.0.id');
    await assertRefused(edit({ sensors: [{ id: sensorId, name: ' ' }] }), 422, 'sensors.0.name');
    await assertRefused(edit({ sensors: [{ id: sensorId, name: 'x'.repeat(101) }] }), 422, 'sensors.0.name');
    await edit({ sensors: [{ id: sensorId, visibility: 'private' }] });
    assert.equal((await find('resident'))?.sensors[0]?.name, 'Теплица у забора', 'left out: as it was');
    await edit({ sensors: [{ id: sensorId, name: null }], devices: [{ id: deviceId, name: null }] });
    assert.deepEqual(
      [(await find('resident'))?.given_name, (await find('resident'))?.sensors[0]?.name],
      [null, null],
    );
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('show errors in the language of the reader', async () => {
    const { data } = await connect();
    await service.db`
      update device_connection set state = 'failing', failure_count = 2, last_error = '{"en": "No answer.", "ru": "Нет ответа."}' where id = ${data.id}`;
    const token = await service.token(village.accounts.resident);
    const read = async (language: string) =>
      (await service.client(token, language).list_my_devices({})).data.find(({ id }) => id === data.id)
        ?.last_error;
    assert.deepEqual([await read('ru'), await read('en')], ['Нет ответа.', 'No answer.']);
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('never show their secret: not in replies, the log or the database', async () => {
    const { data } = await connect();
    await village.clients.resident.edit_device_connection({ connection: data.id, secret: plantedSecret });
    const replies = JSON.stringify([data, await village.clients.resident.list_my_devices({})]);
    const refusal = await assertRefused(connect({ settings: {} }), 422);
    const dump =
      await service.db`select c::text as line, encode(c.secret, 'escape') as secret from device_connection c`;
    const kept = await service.db`select r::text as line from idempotency_reply r`;
    assert.ok(dump.some(({ secret }) => String(secret).startsWith('v1.')));
    const hex = Buffer.from(plantedSecret).toString('hex');
    for (const place of [
      replies,
      JSON.stringify(refusal.body),
      JSON.stringify([...dump, ...kept]),
      service.log.join(''),
    ]) {
      assert.ok(!place.includes(plantedSecret) && !place.includes(hex));
    }
    assert.ok(service.log.length > 0);
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('are limited to twenty per account, also concurrently', async () => {
    const endings = await Promise.allSettled(Array.from({ length: 24 }, () => connect()));
    const made = endings.flatMap((ending) => (ending.status === 'fulfilled' ? [ending.value.data.id] : []));
    assert.equal(made.length, 20);
    for (const connection of made) await village.clients.resident.disconnect_device({ connection });
  });

  it('are listed with one query, whatever their number', async () => {
    for (let number = 0; number < 4; number += 1) {
      const { data } = await connect();
      const sensors = Array.from({ length: 50 }, (_, index) => ({ ...thermometer, key: `t${index}` }));
      await recordReadings(service, data.id, [makeDevice('d1', sensors)], []);
    }
    let queries = 0;
    const counting: Pool = new Proxy(service.pool, {
      get: (target, name) => (name === 'forOwner' ? () => counting : Reflect.get(target, name)),
      apply(target, self, given) {
        const query = Reflect.apply(target as never, self, given) as Promise<unknown>;
        const settle = query.then;
        // Only awaited queries are sent; fragments are parts of one.
        // biome-ignore lint/suspicious/noThenProperty: awaiting is what is counted
        query.then = function wait(this: Promise<unknown>, ...handlers: never[]) {
          queries += 1;
          return Reflect.apply(settle, this, handlers);
        } as never;
        return query;
      },
    });
    const kernel = createKernel({ ...service.app.kernelDependencies, pool: counting });
    const scopes = new Set(['mcp:read'] as const);
    const caller = {
      accountId: village.accounts.resident,
      isModerator: false,
      scopes,
      via: 'personal' as const,
    };
    const call = {
      surface: 'api',
      bearer: 'x',
      origin: '',
      address: '',
      language: 'en',
      signal: new AbortController().signal,
    };
    const reply = (await kernel.perform(list_my_devices as never, {}, call as never, caller as never)) as {
      data: { state: string; devices: { sensors: unknown[] }[] }[];
    };
    const sensors = reply.data
      .filter(({ state }) => state !== 'revoked')
      .flatMap(({ devices }) => devices.flatMap((one) => one.sensors));
    assert.deepEqual([sensors.length, queries], [200, 1]);
  });
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNoTransactionIsHeld } from '../../db/open-transactions.ts';
import { account } from '../../devices/broker.ts';
import { type FakeHomeAssistant, startFakeHomeAssistant, token } from '../../devices/fake-home-assistant.ts';
import { findBrokers } from '../../devices/mosquitto.ts';
import { loopbackGuard } from '../../devices/provider-harness.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';
import { type Listener, listen } from '../../outbound/listeners.ts';
import { addHouseholdMember } from './device-fixtures.ts';

describe('connection test (dry_run)', () => {
  let service: TestService;
  let village: Village;
  let home: FakeHomeAssistant;
  let hanging: Listener;
  let onHanging = () => {};
  const wish = (extra: Record<string, unknown> = {}) =>
    ({
      parcel: village.plots.resident,
      name: 'House',
      provider: 'home_assistant',
      settings: { url: home.url },
      secret: token,
      dry_run: true,
      ...extra,
    }) as never;
  const attempt = (extra?: Record<string, unknown>, who: Persona = 'resident') =>
    village.clients[who].connect_device(wish(extra));
  const countStored = async () =>
    (
      await service.db`select 1 from device_connection union all select 1 from device union all select 1 from sensor`
    ).length;

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' }, { deviceGuard: loopbackGuard });
    village = await buildVillage(service);
    await addHouseholdMember(service, village);
    home = await startFakeHomeAssistant({
      states: [
        {
          entity_id: 'sensor.greenhouse',
          state: '21.5',
          attributes: { device_class: 'temperature', unit_of_measurement: '°C' },
          last_reported: new Date().toISOString(),
        },
      ],
    });
    hanging = await listen(createServer(() => onHanging()));
  });
  after(async () => {
    await home.close();
    await hanging.close();
  });

  it('shows what was found with its values, and stores nothing', async () => {
    const { data, trial } = await attempt();
    assert.deepEqual(trial, { is_ok: true, advice: null, left_out: 0 });
    assert.deepEqual([data.id, data.state, data.last_error, data.has_secret], ['0', 'ok', null, true]);
    const sensors = data.devices.flatMap((device) => device.sensors);
    assert.deepEqual(
      sensors.map(({ kind, number, unit, is_fresh }) => [kind, number, unit, is_fresh]),
      [['temperature', 21.5, '°C', true]],
    );
    assert.equal(await countStored(), 0);
  });

  it('tells what went wrong and what to do, in the language of the reader', async () => {
    const { data, trial } = await attempt({ secret: 'planted-wrong' });
    assert.deepEqual([trial?.is_ok, data.state, data.devices.length], [false, 'failing', 0]);
    assert.match(data.last_error ?? '', /did not accept the token/);
    assert.match(trial?.advice ?? '', /Make a new token/);
    const russian = service.client(await service.token(village.accounts.resident), 'ru');
    const told = await russian.connect_device(wish({ secret: 'planted-wrong' }));
    assert.match(told.trial?.advice ?? '', /Создайте новый токен/);
    const closed = await listen(createServer());
    await closed.close();
    const nobody = await attempt({ settings: { url: `http://127.0.0.1:${closed.port}` } });
    assert.match(nobody.trial?.advice ?? '', /push/);
    assert.equal(await countStored(), 0);
    assert.ok(!service.log.some((line) => line.includes('planted')));
  });

  it('is only for members of the plot, and connects to nothing before that check', async () => {
    const before = home.connections();
    for (const who of ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider'] as const)
      await assertRefused(attempt({}, who), 403);
    await assertRefused(village.anonymous.connect_device(wish()), 401);
    const reader = await service.as(village.accounts.resident, ['mcp:read']);
    await assertRefused(reader.connect_device(wish()), 403);
    await assertRefused(attempt({ parcel: '999' }), 404);
    await assertRefused(attempt({ settings: {} }), 422, 'settings.url');
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.company}`;
    await assertRefused(attempt({}, 'company'), 403);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.company}`;
    assert.equal(home.connections(), before);
  });

  it('is refused at once for unreachable addresses, with and without dry_run', async () => {
    const before = home.connections();
    for (const dry_run of [true, false]) {
      for (const url of [
        'http://192.168.1.10:8123',
        'http://10.0.0.1',
        'http://0x0a000001/',
        'http://[fd00::1]:8123',
        'http://169.254.169.254/',
        'http://homeassistant.local:8123',
        'http://homeassistant:8123',
        'https://nas.lan',
        'http://ha.example.org:25',
      ])
        await assertRefused(attempt({ settings: { url }, dry_run }), 422, 'settings.url');
      const broker = { provider: 'mqtt', dry_run, secret: undefined };
      await assertRefused(attempt({ ...broker, settings: { host: '192.168.0.2' } }), 422, 'settings.host');
      await assertRefused(attempt({ ...broker, settings: { host: 'x y' } }), 422, 'settings.host');
      await assertRefused(
        attempt({ ...broker, settings: { host: 'mq.example.org', port: 22 } }),
        422,
        'settings.port',
      );
    }
    assert.equal(home.connections(), before);
    assert.equal(await countStored(), 0);
  });

  it('runs once at a time per account, and holds no database connection meanwhile', async () => {
    const reached = new Promise<void>((resolve) => {
      onHanging = resolve;
    });
    const leaving = new AbortController();
    const url = `http://127.0.0.1:${hanging.port}/`;
    const key = await service.token(village.accounts.resident);
    const slow = fetch(`${service.url}/api/v1/devices/connections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(wish({ settings: { url } })),
      signal: leaving.signal,
    }).catch(() => null);
    await reached;
    await assertNoTransactionIsHeld(service.db);
    await assertRefused(attempt(), 429);
    const other = await attempt({}, 'company');
    assert.equal(other.trial?.is_ok, true, 'another account does not wait for it');
    leaving.abort();
    await slow;
    for (;;) {
      const reply = await attempt().catch((error: { status?: number }) => error);
      if (!('status' in reply)) break;
      assert.equal(reply.status, 429);
    }
  });

  it('counts against the costly rate limit', async () => {
    const strict = await startService({ RATE_LIMITS: 'costly=2' }, { deviceGuard: loopbackGuard });
    const small = await buildVillage(strict);
    const tries = () =>
      small.clients.resident.connect_device({ ...(wish() as object), parcel: small.plots.resident } as never);
    await tries();
    await tries();
    await assertRefused(tries(), 429);
    const reply = await fetch(`${strict.url}/api/v1/devices/connections`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await strict.token(small.accounts.resident)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...(wish() as object), parcel: small.plots.resident }),
    });
    assert.equal(reply.status, 429);
    assert.ok(Number(reply.headers.get('retry-after')) >= 1);
  });

  it('uses the stored secret for a changed connection, and changes nothing', async () => {
    const { data } = await village.clients.resident.connect_device(wish({ dry_run: false }));
    const edit = (extra: Record<string, unknown>, who: Persona = 'resident') =>
      village.clients[who].edit_device_connection({ connection: data.id, dry_run: true, ...extra });
    const rowOf = async () =>
      (await service.db`select c::text as line from device_connection c where id = ${data.id}`)[0];
    const before = await rowOf();
    assert.equal((await edit({})).trial?.is_ok, true);
    assert.equal((await edit({ settings: { url: `${home.url}/` }, name: 'Other' })).data.name, 'Other');
    assert.equal((await edit({ secret: 'planted-wrong' })).trial?.is_ok, false);
    await assertRefused(edit({ settings: { url: 'http://127.0.0.2:8123' } }), 422, 'secret');
    await assertRefused(edit({ settings: { url: 'http://10.1.1.1' }, secret: 'x' }), 422, 'settings.url');
    const calls = home.connections();
    await assertRefused(edit({}, 'company'), 404);
    await assertRefused(edit({}, 'outsider'), 404);
    assert.equal(home.connections(), calls);
    assert.deepEqual(await rowOf(), before);
    await village.clients.resident.disconnect_device({ connection: data.id });
    await assertRefused(edit({}), 422, 'connection');
  });
});

for (const kind of findBrokers()) {
  describe(`connection test with ${kind.name}`, () => {
    it('reads what the broker sends, and reports when it refuses', async () => {
      const service = await startService({}, { deviceGuard: loopbackGuard });
      const village = await buildVillage(service);
      const broker = await kind.start();
      try {
        const config = {
          name: 'Tank',
          state_topic: 'tank/level',
          unique_id: 'tank',
          unit_of_measurement: 'm',
        };
        await broker.publish('homeassistant/sensor/tank/config', config, true);
        const attempt = (secret: string) =>
          village.clients.resident.connect_device({
            parcel: village.plots.resident,
            provider: 'mqtt',
            name: 'Broker',
            settings: { host: '127.0.0.1', port: broker.port, tls: false, username: account.username },
            secret,
            dry_run: true,
          });
        // Published repeatedly: retained messages have no time of their own and give no values.
        let isOver = false;
        const trying = attempt(account.password).finally(() => {
          isOver = true;
        });
        while (!isOver) {
          await broker.publish('tank/level', '1.4');
          await Promise.race([sleep(100), trying]);
        }
        const { data, trial } = await trying;
        assert.equal(trial?.is_ok, true);
        assert.deepEqual(
          data.devices.flatMap((device) => device.sensors.map(({ number, unit }) => [number, unit])),
          [[1.4, 'm']],
        );
        // An external broker may accept any password.
        if (!kind.canRestart) return;
        const refusal = await attempt('wrong');
        assert.equal(refusal.trial?.is_ok, false);
        assert.match(refusal.data.last_error ?? '', /token or password/);
      } finally {
        await broker.close();
      }
    });
  });
}

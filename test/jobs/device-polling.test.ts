import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PollingOptions, pollDueConnections } from '../../src/background/jobs/device-polling.ts';
import { createPollResultWriter } from '../../src/background/jobs/poll-result-writer.ts';
import { createSecretBox } from '../../src/base/encryption/secret-box.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { claimDueConnections } from '../../src/store/devices/device-polls.ts';
import { type FakeHomeAssistant, startFakeHomeAssistant, token } from '../devices/fake-home-assistant.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { storingDependenciesOf } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const hour = 3_600_000;
type Change = Partial<PollingOptions> & { random?: () => number };

describe('device polling', () => {
  let service: TestService;
  let village: Village;
  let double: FakeHomeAssistant;
  let isBroken = false;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);

  const parts = ({ random, ...change }: Change = {}): PollingOptions => {
    const base = storingDependenciesOf(service, now);
    return {
      ...base,
      secrets: service.app.services.devices.secrets,
      guard: createGuard({ allowPrivate: false, allowLoopback: true }),
      signal: new AbortController().signal,
      storing: createPollResultWriter({ ...base, ...(random && { random }) }),
      ...change,
    };
  };
  /** Polls what is due now; the run ends before anything is due again. */
  const poll = (change?: Change) => pollDueConnections(parts(change), new Date(now().getTime() + 1000));
  const connect = async (
    settings: Record<string, unknown> = { url: double.url },
    who: 'resident' | 'neighbour' = 'resident',
  ) => {
    const made = await village.clients[who].connect_device({
      parcel: village.plots[who],
      name: 'House',
      provider: 'home_assistant',
      settings,
      secret: token,
    });
    return made.data.id;
  };
  const show = async (id: string) =>
    (await village.clients.resident.list_my_devices({})).data.find((one) => one.id === id);
  const rowOf = async (id: string) => {
    const [row] = await service.db<
      { next: Date; locked: Date | null; polled: Date | null; told: Date | null; state: string }[]
    >`select next_poll_at as next, poll_locked_until as locked, polled_at as polled, trouble_told_at as told, state from device_connection where id = ${id}`;
    assert.ok(row);
    return row;
  };
  const end = (connection: string) => village.clients.resident.disconnect_device({ connection });

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' }, { deviceGuard: loopbackGuard });
    village = await buildVillage(service);
    const states = () => [
      {
        entity_id: 'sensor.greenhouse',
        state: '21.5',
        attributes: { device_class: 'temperature', unit_of_measurement: '°C' },
        last_reported: now().toISOString(),
      },
      { entity_id: 'sensor.mood', state: 'merry', attributes: {}, last_reported: now().toISOString() },
    ];
    double = await startFakeHomeAssistant({
      states: [],
      onRequest: (request, reply) => {
        if (isBroken) reply.writeHead(500).end('planted inner detail');
        else if (request.headers.authorization !== `Bearer ${token}`) reply.writeHead(401).end();
        else reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(states()));
      },
    });
  });
  after(() => double.close());

  it('stores devices, sensors and readings, and schedules the next poll', async () => {
    const id = await connect();
    assert.equal(await poll(), 1);
    const shown = await show(id);
    assert.deepEqual([shown?.state, shown?.failure_count, shown?.last_error], ['ok', 0, null]);
    const sensors = shown?.devices.flatMap((device) => device.sensors) ?? [];
    assert.deepEqual(
      sensors.map(({ kind, number, text, is_fresh }) => [kind, number, text, is_fresh]),
      [
        ['temperature', 21.5, null, true],
        ['', null, 'merry', true],
      ],
    );
    const { next, polled, locked } = await rowOf(id);
    const wait = next.getTime() - (polled as Date).getTime();
    assert.ok(wait >= 57_000 && wait <= 63_000);
    assert.equal(locked, null);
    assert.equal(await poll(), 0, 'not due again yet');
    ahead += 2 * 60_000;
    assert.equal(await poll(), 1);
    const sensor = sensors[0]?.id as string;
    const to = new Date(now().getTime() + 1000).toISOString();
    const { data } = await village.clients.resident.list_sensor_readings({ sensor, to });
    assert.equal(data.readings.length, 2);
    await end(id);
    ahead += 2 * 60_000;
    assert.equal(await poll(), 0, 'a revoked connection is not polled');
  });

  it('backs off exponentially on failure, notifies once after a day, and resets on success', async () => {
    const id = await connect();
    isBroken = true;
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      assert.equal(await poll({ random: () => 0.5 }), 1);
      const { next, polled } = await rowOf(id);
      waits.push((next.getTime() - (polled as Date).getTime()) / 60_000);
      ahead += next.getTime() - now().getTime() + 10;
    }
    assert.deepEqual(waits, [1.5, 3, 6, 12, 24, 45, 45, 45, 45]);
    const shown = await show(id);
    assert.deepEqual([shown?.state, shown?.failure_count], ['failing', 9]);
    assert.match(shown?.last_error ?? '', /fault of its own/);
    const notices = async () =>
      (
        await service.db`select 1 from notification where account_id = ${village.accounts.resident} and key = 'notifications.device_trouble'`
      ).length;
    assert.deepEqual([await notices(), (await rowOf(id)).told], [0, null]);
    for (let day = 0; day < 3; day += 1) {
      ahead += 25 * hour;
      await poll();
      assert.equal(await notices(), 1);
    }
    isBroken = false;
    ahead += 2 * hour;
    await poll();
    const well = await show(id);
    assert.deepEqual(
      [well?.state, well?.failure_count, well?.last_error, (await rowOf(id)).told],
      ['ok', 0, null, null],
    );
    await end(id);
  });

  it('reports an unreadable secret, a rejected token and a blocked private address', async () => {
    const id = await connect();
    const wrong = createSecretBox(
      deriveKey('another key of the service, long enough', 'devices').toString('base64url'),
    );
    await poll({ secrets: wrong });
    assert.match((await show(id))?.last_error ?? '', /can no longer be read/);
    await village.clients.resident.edit_device_connection({ connection: id, secret: 'planted-wrong' });
    await poll();
    assert.match((await show(id))?.last_error ?? '', /did not accept the token/);
    await village.clients.resident.edit_device_connection({ connection: id, secret: token });
    const before = double.connections();
    await poll({ guard: createGuard({ allowPrivate: false }) });
    assert.equal((await show(id))?.state, 'failing');
    assert.equal(double.connections(), before, 'no connection to a private address');
    await end(id);
  });

  it('claims each connection once, and shares claims fairly between accounts', async () => {
    const mine = await Promise.all(Array.from({ length: 6 }, () => connect()));
    const theirs = await connect({ url: double.url }, 'neighbour');
    const lockedUntil = new Date(now().getTime() + 60_000);
    const wanted = { now: now(), lockedUntil, limit: 3, perAccount: 4, busyAccounts: [] };
    const [one, other] = await Promise.all([
      claimDueConnections(service.pool, wanted),
      claimDueConnections(service.pool, wanted),
    ]);
    const ids = [...one, ...other].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes(theirs), 'the connection of the neighbour is among the first');
    await service.db`update device_connection set poll_locked_until = null`;
    const fair = await claimDueConnections(service.pool, { ...wanted, limit: 50 });
    assert.deepEqual(
      [fair.length, fair.filter(({ accountId }) => accountId === village.accounts.resident).length],
      [5, 4],
    );
    const rest = await claimDueConnections(service.pool, {
      ...wanted,
      limit: 50,
      busyAccounts: [village.accounts.resident],
    });
    assert.equal(rest.length, 0);
    // The lock of a dead holder expires.
    ahead += 61_000;
    assert.equal((await claimDueConnections(service.pool, { ...wanted, now: now(), limit: 50 })).length, 5);
    await service.db`update device_connection set poll_locked_until = null`;
    for (const id of mine) await end(id);
    await village.clients.neighbour.disconnect_device({ connection: theirs });
  });

  it('discards the result when the connection was revoked or paused meanwhile', async () => {
    for (const change of ['end', 'pause'] as const) {
      const id = await connect();
      const guard = createGuard({ allowPrivate: false, allowLoopback: true });
      const meddling: typeof guard = {
        ...guard,
        async guardedFetch(url, options) {
          if (change === 'end') await end(id);
          else await village.clients.resident.edit_device_connection({ connection: id, is_paused: true });
          return await guard.guardedFetch(url, options);
        },
      };
      assert.equal(await poll({ guard: meddling }), 1);
      const shown = await show(id);
      assert.deepEqual([shown?.state, shown?.devices.length], [change === 'end' ? 'revoked' : 'paused', 0]);
      if (change === 'pause') await end(id);
    }
  });

  it('pauses the connection when its owner is no longer a member of the plot', async () => {
    const id = await connect();
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.resident}`;
    const before = double.connections();
    await poll();
    const shown = await show(id);
    assert.equal(shown?.state, 'paused');
    assert.match(shown?.last_error ?? '', /no longer belong/);
    assert.equal(double.connections(), before);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.resident}`;
    await end(id);
  });

  it('logs neither secrets nor response bodies of devices', () => {
    assert.ok(service.log.length > 0);
    assert.ok(!service.log.some((line) => line.includes('planted')));
  });
});

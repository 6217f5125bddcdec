import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PollingOptions, pollDueConnections } from '../../src/background/jobs/device-polling.ts';
import {
  createDeviceSessions,
  type DeviceSessionOptions,
  type DeviceSessions,
} from '../../src/background/jobs/device-sessions.ts';
import { createPollResultWriter } from '../../src/background/jobs/poll-result-writer.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { account, type Broker } from '../devices/broker.ts';
import { type FakeHomeAssistant, startFakeHomeAssistant, token } from '../devices/fake-home-assistant.ts';
import { findBrokers } from '../devices/mosquitto.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { storingDependenciesOf } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** The most realistic available broker that can be restarted. */
const kind = findBrokers().findLast(({ canRestart }) => canRestart);
assert.ok(kind);
const brokers = kind;

describe('long-lived device sessions', () => {
  let service: TestService;
  let village: Village;
  let broker: Broker;
  let home: FakeHomeAssistant;
  const guard = createGuard({ allowPrivate: false, allowLoopback: true });
  const now = () => new Date();
  const running: { stop: AbortController; sessions: DeviceSessions }[] = [];

  /** One simulated process: polling runs and the sessions that outlive them. */
  const instance = (change: Partial<DeviceSessionOptions> = {}, clock: { ahead: number } = { ahead: 0 }) => {
    const stop = new AbortController();
    const { secrets } = service.app.services.devices;
    const now = () => new Date(Date.now() + clock.ahead);
    const base = storingDependenciesOf(service, now);
    const storing = createPollResultWriter(base);
    const quick = { renewMs: 200, openMs: 1500, backoff: { baseMs: 50, maxMs: 400 } };
    const sessions = createDeviceSessions({
      ...base,
      storing,
      guard,
      signal: stop.signal,
      ...quick,
      ...change,
    });
    running.push({ stop, sessions });
    const parts: PollingOptions = {
      ...base,
      secrets,
      guard,
      signal: stop.signal,
      storing,
      sessions,
      listenMs: 1500,
    };
    return {
      sessions,
      poll: () => pollDueConnections(parts, new Date(now().getTime() + 300)),
      async end() {
        stop.abort();
        await sessions.whenEnded();
      },
    };
  };
  const show = async (id: string) =>
    (await village.clients.resident.list_my_devices({})).data.find((one) => one.id === id);
  const numberOf = async (id: string, key: string) =>
    (await show(id))?.devices.flatMap(({ sensors }) => sensors).find((sensor) => sensor.key === key)?.number;
  const until = async (what: string, condition: () => Promise<boolean>, between = async () => {}) => {
    await waitUntil(what, async () => {
      if (await condition()) return true;
      await between();
      return false;
    });
  };
  const lockOf = async (id: string) => {
    const [row] = await service.db<{ locked: Date | null; next: Date }[]>`
      select poll_locked_until as locked, next_poll_at as next from device_connection where id = ${id}`;
    return row?.locked ?? null;
  };
  const connectBroker = async () => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Pump house',
      provider: 'mqtt',
      settings: { host: '127.0.0.1', port: broker.port, tls: false, username: account.username },
      secret: account.password,
    });
    return data.id;
  };
  const fill = async (one: Broker) => {
    const exposes = [
      { type: 'numeric', property: 'temperature', unit: '°C', access: 1 },
      {
        type: 'switch',
        features: [{ type: 'binary', property: 'state', value_on: 'ON', value_off: 'OFF', access: 7 }],
      },
    ];
    const list = [{ ieee_address: '0x01', friendly_name: 'pump', type: 'Router', definition: { exposes } }];
    await one.publish('zigbee2mqtt/bridge/devices', list, true);
  };
  const say = (state: 'ON' | 'OFF') => () => broker.publish('zigbee2mqtt/pump', { state });

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' }, { deviceGuard: loopbackGuard });
    village = await buildVillage(service);
    broker = await brokers.start();
    await fill(broker);
    const light = {
      entity_id: 'switch.pump',
      state: 'off',
      attributes: {},
      last_reported: now().toISOString(),
    };
    home = await startFakeHomeAssistant({ states: [light] });
  });
  after(async () => {
    for (const { stop, sessions } of running) {
      stop.abort();
      await sessions.whenEnded();
    }
    await broker.close();
    await home.close();
  });

  it('receive changes at once, run on one instance, and move to another when that one stops', async () => {
    const id = await connectBroker();
    const [one, other] = [instance(), instance()];
    await Promise.all([one.poll(), other.poll()]);
    assert.equal(one.sessions.size + other.sessions.size, 1);
    await until('the pump runs', async () => (await numberOf(id, 'state')) === 1, say('ON'));
    await until('it stands', async () => (await numberOf(id, 'state')) === 0, say('OFF'));
    assert.equal((await show(id))?.state, 'ok');
    // The lease is also renewed without messages, and no other instance gets it.
    const before = await lockOf(id);
    await until('a renewal', async () => ((await lockOf(id))?.getTime() ?? 0) > (before?.getTime() ?? 0));
    await service.db`update device_connection set next_poll_at = now() - interval '1 minute' where id = ${id}`;
    const [holder, idle] = one.sessions.size === 1 ? [one, other] : [other, one];
    assert.equal(await idle.poll(), 0);
    await holder.end();
    assert.equal(await lockOf(id), null);
    assert.equal(await idle.poll(), 1, 'due at once for the other');
    await until('the pump runs', async () => (await numberOf(id, 'state')) === 1, say('ON'));
    await idle.end();
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('are taken over when the 30 s lease expires, after which the first instance records nothing', async () => {
    const id = await connectBroker();
    // Holds the lease without renewing it, like a dead or frozen instance.
    const silent = instance({ renewMs: 1_000_000 });
    const clock = { ahead: 0 };
    const other = instance({}, clock);
    await silent.poll();
    await until('the pump runs', async () => (await numberOf(id, 'state')) === 1, say('ON'));
    const lock = async () => (await lockOf(id))?.getTime() ?? 0;
    await service.db`update device_connection set next_poll_at = now() - interval '1 minute' where id = ${id}`;
    assert.ok((await lock()) <= Date.now() + 30_000);
    clock.ahead = 15_000;
    assert.equal(await other.poll(), 0, 'the lease of the first has not expired');
    await until('the other takes it', async () => {
      clock.ahead = (await lock()) + 500 - Date.now();
      return (await other.poll()) === 1;
    });
    // The first instance has lost the lease.
    await until('the first has left', async () => silent.sessions.size === 0, say('ON'));
    assert.equal(other.sessions.size, 1);
    await until('it stands', async () => (await numberOf(id, 'state')) === 0, say('OFF'));
    await other.end();
    await silent.end();
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('reconnect after a broker restart without a recorded failure', async () => {
    const id = await connectBroker();
    // Waits for the broker longer than a busy machine takes to start it.
    const patient = instance({ backoff: { baseMs: 2_000, maxMs: 60_000 } });
    await patient.poll();
    await until('the pump runs', async () => (await numberOf(id, 'state')) === 1, say('ON'));
    const { port } = broker;
    await broker.close();
    broker = await brokers.start(port);
    await fill(broker);
    await until('it stands', async () => (await numberOf(id, 'state')) === 0, say('OFF'));
    assert.equal(patient.sessions.size, 1);
    assert.deepEqual([(await show(id))?.state, (await show(id))?.failure_count], ['ok', 0]);
    await patient.end();
    // A longer outage is recorded as a failure.
    const { poll, sessions, end } = instance();
    await poll();
    await until('the pump runs', async () => (await numberOf(id, 'state')) === 1, say('ON'));
    await broker.close();
    await until('the failure', async () => (await show(id))?.state === 'failing');
    assert.deepEqual([(await show(id))?.failure_count, sessions.size, await lockOf(id)], [1, 0, null]);
    broker = await brokers.start(port);
    await fill(broker);
    await end();
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('end when the connection is paused, revoked or changed, and when its owner leaves the plot', async () => {
    const changes = {
      pause: (connection: string) =>
        village.clients.resident.edit_device_connection({ connection, is_paused: true }),
      end: (connection: string) => village.clients.resident.disconnect_device({ connection }),
      secret: (connection: string) =>
        village.clients.resident.edit_device_connection({ connection, secret: 'planted-wrong' }),
      leave: () =>
        service.db`update membership set state = 'ended' where account_id = ${village.accounts.resident}`,
    };
    for (const [name, change] of Object.entries(changes)) {
      const id = await connectBroker();
      const { poll, sessions, end } = instance();
      await poll();
      await until('the session', async () => (await show(id))?.state === 'ok');
      await change(id);
      await until(`the end after ${name}`, async () => sessions.size === 0);
      const expected = { pause: 'paused', end: 'revoked', secret: 'new', leave: 'paused' }[name];
      assert.equal((await show(id))?.state, expected);
      await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.resident}`;
      if (name !== 'end') await village.clients.resident.disconnect_device({ connection: id });
      await end();
    }
  });

  it('report a wrong password at once; without a free session the connection is polled', async () => {
    const id = await connectBroker();
    await village.clients.resident.edit_device_connection({ connection: id, secret: 'planted-wrong' });
    const first = instance();
    await first.poll();
    await until('the refusal', async () => (await show(id))?.state === 'failing');
    assert.match((await show(id))?.last_error ?? '', /did not accept/);
    assert.equal(first.sessions.size, 0);
    await village.clients.resident.edit_device_connection({ connection: id, secret: account.password });
    const full = instance({ maxSessions: 0 });
    assert.equal(await full.poll(), 1);
    assert.deepEqual([(await show(id))?.state, full.sessions.size, await lockOf(id)], ['ok', 0, null]);
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('use the Home Assistant WebSocket with the same sensors as REST, and fall back to REST', async () => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'House',
      provider: 'home_assistant',
      settings: { url: home.url },
      secret: token,
    });
    const sensors = async () =>
      (await show(data.id))?.devices.flatMap(({ key, sensors }) =>
        sensors.map((one) => [key, one.key, one.number]),
      );
    const asked = instance({ maxSessions: 0 });
    await asked.poll();
    assert.deepEqual(await sensors(), [['home', 'switch.pump', 0]]);
    await service.db`update device_connection set next_poll_at = now() - interval '1 second' where id = ${data.id}`;
    const { poll, sessions, end } = instance();
    await poll();
    await until(
      'the pump runs',
      async () => (await numberOf(data.id, 'switch.pump')) === 1,
      async () =>
        home.change({
          entity_id: 'switch.pump',
          state: 'on',
          attributes: {},
          last_reported: now().toISOString(),
        }),
    );
    assert.deepEqual([(await sensors())?.length, sessions.size], [1, 1]);
    await end();

    const closed = await startFakeHomeAssistant({
      states: [{ entity_id: 'switch.gate', state: 'on', attributes: {}, last_reported: now().toISOString() }],
      onSocket: (socket) => {
        socket.destroy();
        return true;
      },
    });
    try {
      const change = { connection: data.id, settings: { url: closed.url }, secret: token };
      await village.clients.resident.edit_device_connection(change);
      const third = instance();
      await until(
        'the answer by REST',
        async () => (await numberOf(data.id, 'switch.gate')) === 1,
        async () => void (await third.poll()),
      );
      assert.deepEqual([(await show(data.id))?.state, third.sessions.size], ['ok', 0]);
      await third.end();
    } finally {
      await closed.close();
    }
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('log no secret', () => {
    assert.ok(service.log.length > 0);
    assert.ok(!service.log.some((line) => line.includes('planted')));
  });
});

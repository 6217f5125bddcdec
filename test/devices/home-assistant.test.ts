import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { keepSubscribed } from '../../src/engines/devices/subscription.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import {
  type FakeHomeAssistant,
  type FakeOptions,
  startFakeHomeAssistant,
  token,
} from './fake-home-assistant.ts';
import { collectSnapshots, hasReason, io, open } from './provider-harness.ts';
import { frameHead, textFrame } from './websocket-server.ts';

const reported = new Date(Date.now() - 60_000).toISOString();
const changed = new Date(Date.now() - 86_400_000).toISOString();
const entity = (id: string, state: string, attributes: Record<string, unknown> = {}) => ({
  entity_id: id,
  state,
  attributes,
  last_changed: changed,
  last_updated: changed,
  last_reported: reported,
});
const states = [
  entity('sensor.bath_temp', '71.6', {
    device_class: 'temperature',
    unit_of_measurement: '°F',
    friendly_name: 'Bath\u202e\u0000 house',
  }),
  entity('sensor.meter', '1500', {
    device_class: 'energy',
    unit_of_measurement: 'Wh',
    state_class: 'total_increasing',
  }),
  entity('binary_sensor.cellar_leak', 'off', { device_class: 'moisture' }),
  entity('switch.garden_pump', 'on', { friendly_name: 'Garden pump' }),
  entity('switch.gas_boiler', 'on', {}),
  entity('sensor.lost', 'unavailable', { device_class: 'humidity', unit_of_measurement: '%' }),
  entity('sensor.mood', 'merry', {}),
  entity('device_tracker.phone', 'home', {}),
  entity('camera.yard', 'idle', {}),
];

const doubles: FakeHomeAssistant[] = [];
async function start(options: Partial<FakeOptions> = {}): Promise<FakeHomeAssistant> {
  const double = await startFakeHomeAssistant({ states, ...options });
  doubles.push(double);
  return double;
}
after(() => Promise.all(doubles.map((double) => double.close())));
const signal = () => new AbortController().signal;

const limited = { timeout: 300_000 };

it('a poll normalizes states to kinds and units, timed by last_reported', limited, async () => {
  const { url } = await start();
  const { devices, readings } = await open('home_assistant', { url: `${url}/` }, token).poll(io, signal());
  assert.equal(devices.length, 1);
  const kinds = devices[0]?.sensors.map(({ key, kind, unit, aggregation }) => [key, kind, unit, aggregation]);
  assert.deepEqual(kinds, [
    ['sensor.bath_temp', 'temperature', '°C', 'mean'],
    ['sensor.meter', 'energy', 'kWh', 'max'],
    ['binary_sensor.cellar_leak', 'leak', '', 'max'],
    ['switch.garden_pump', 'pump_state', '', 'last'],
    ['switch.gas_boiler', 'switch', '', 'last'],
    ['sensor.lost', 'humidity', '%', 'mean'],
    ['sensor.mood', '', '', 'last'],
  ]);
  const values = readings.map(({ sensorKey, number, text }) => [sensorKey, number ?? text]);
  assert.deepEqual(values, [
    ['sensor.bath_temp', 22],
    ['sensor.meter', 1.5],
    ['binary_sensor.cellar_leak', 0],
    ['switch.garden_pump', 1],
    ['switch.gas_boiler', 1],
    ['sensor.mood', 'merry'],
  ]);
  assert.equal(readings[0]?.measuredAt.toISOString(), reported);
});

it('a subscription authenticates, reads registries and states, then receives changes', limited, async (t) => {
  const double = await start({
    registry: {
      devices: [
        {
          id: 'd1',
          name: 'Thermo',
          name_by_user: 'Sauna',
          manufacturer: 'Acme',
          model: 'T1',
          sw_version: '2',
        },
      ],
      entities: [{ entity_id: 'sensor.bath_temp', device_id: 'd1' }],
    },
  });
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = open('home_assistant', { url: double.url }, token).subscribe(
    io,
    found.onSnapshot,
    stop.signal,
  );
  await found.until(() => found.valueOf('sensor.meter') !== undefined);
  const sauna = found.devices().get('d1');
  assert.deepEqual(
    [sauna?.name, sauna?.manufacturer, sauna?.model, sauna?.firmware, sauna?.category],
    ['Sauna', 'Acme', 'T1', '2', 'climate'],
  );
  assert.ok(
    found
      .devices()
      .get('home')
      ?.sensors.some(({ key }) => key === 'switch.garden_pump'),
  );
  double.change({ ...entity('sensor.bath_temp', '212'), last_reported: new Date().toISOString() });
  await found.until(() => found.valueOf('sensor.bath_temp')?.number === 100);
  stop.abort();
  await running;
  assert.deepEqual(double.commands, [
    'auth',
    'config/device_registry/list',
    'config/entity_registry/list',
    'subscribe_events state_changed',
    'get_states',
  ]);
});

it('without a device registry all entities belong to one device', limited, async (t) => {
  const double = await start();
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = open('home_assistant', { url: double.url }, token).subscribe(
    io,
    found.onSnapshot,
    stop.signal,
  );
  await found.until(() => found.readings().length > 0);
  assert.deepEqual([...found.devices().keys()], ['home']);
  stop.abort();
  await running;
});

it('a lost connection is reported and reconnected', limited, async (t) => {
  const double = await start();
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const failures: string[] = [];
  const running = keepSubscribed(
    open('home_assistant', { url: double.url }, token),
    io,
    { onSnapshot: found.onSnapshot, onFailure: ({ reason }) => void failures.push(reason) },
    stop.signal,
    { baseMs: 20, maxMs: 40 },
  );
  await found.until(() => found.snapshots.length === 1);
  for (const socket of double.sockets) socket.destroy();
  await found.until(() => found.snapshots.length === 2);
  stop.abort();
  await running;
  assert.deepEqual(failures, ['connection_lost']);
});

it('a wrong token fails as unauthorized for poll and subscribe without leaking it', limited, async () => {
  const { url } = await start();
  const wrong = open('home_assistant', { url }, 'planted-wrong-token');
  await assert.rejects(wrong.poll(io, signal()), hasReason('unauthorized'));
  await assert.rejects(
    wrong.subscribe(io, () => {}, signal()),
    hasReason('unauthorized'),
  );
  const breaking = open('home_assistant', { url }, 'planted\r\nx: y');
  await assert.rejects(breaking.poll(io, signal()), hasReason('unauthorized'));
});

it('invalid REST responses map to failure reasons', limited, async () => {
  const answers: [number, string, string][] = [
    [200, '<html>router</html>', 'not_json'],
    [200, '{"message":"no list"}', 'unexpected_answer'],
    [200, '['.repeat(100_000), 'unexpected_answer'],
    [200, `[${'{"entity_id":"sensor.a","state":"1"},'.repeat(80_000)}1]`, 'too_large'],
    [200, `[${'1,'.repeat(250_000)}{"entity_id":"sensor.a","state":"1"}]`, 'unexpected_answer'],
    [200, '["\xff"]', 'not_json'],
    [302, '', 'redirected'],
    [404, '', 'not_found'],
    [429, '', 'rate_limited'],
    [500, 'planted inner detail', 'server_error'],
    [418, '', 'unexpected_status'],
  ];
  for (const [status, body, reason] of answers) {
    const { url } = await start({
      onRequest: (_request, reply) =>
        reply.writeHead(status, { location: '/' }).end(Buffer.from(body, 'latin1')),
    });
    const polling = open('home_assistant', { url }, token).poll(io, signal());
    await assert.rejects(polling, hasReason(reason), body.slice(0, 20));
  }
});

it('hostile states are ignored or truncated, and limits hold', limited, async () => {
  const hostile = [
    null,
    1,
    'x',
    [],
    { entity_id: '__proto__.x', state: '1' },
    { entity_id: 'constructor.x', state: '1' },
    { entity_id: 'sensor.object', state: {} },
    entity('sensor.huge', '9'.repeat(200_000), { unit_of_measurement: 'u'.repeat(5000) }),
    { ...entity('sensor.future', '5', { unit_of_measurement: 'W' }), last_reported: '9999-01-01T00:00:00Z' },
    { ...entity('sensor.undated', '6', { unit_of_measurement: 'W' }), last_reported: 'x'.repeat(1000) },
    { ...entity('sensor.ancient', '7', { unit_of_measurement: 'W' }), last_reported: '1970-01-01T00:00:00Z' },
    ...Array.from({ length: 6000 }, (_, index) => ({
      entity_id: `sensor.n${index}`,
      state: '1',
      attributes: {},
    })),
  ];
  const { url } = await start({ states: hostile });
  const { devices, readings, leftOut } = await open('home_assistant', { url }, token).poll(io, signal());
  const sensors = devices.flatMap((device) => device.sensors);
  assert.equal(sensors.length, 5000);
  assert.ok(readings.length <= 5000);
  assert.ok(leftOut > 0);
  assert.ok(sensors.every(({ unit }) => unit.length <= 24));
  const times = new Map(readings.map(({ sensorKey, measuredAt }) => [sensorKey, measuredAt.getTime()]));
  assert.ok((times.get('sensor.future') ?? 0) <= Date.now());
  assert.ok(times.has('sensor.undated'));
  assert.ok(!times.has('sensor.ancient') && !times.has('sensor.object') && !times.has('sensor.huge'));
});

it('a hostile WebSocket is closed: oversized, malformed, flooding or not a WebSocket', limited, async () => {
  const subscribe = async (options: Partial<FakeOptions>) => {
    const { url } = await start(options);
    await open('home_assistant', { url }, token).subscribe(io, () => {}, signal());
  };
  const onSocket = (bytes: Buffer) => ({
    onSocket: (socket: { sendRaw(bytes: Buffer): void }) => {
      socket.sendRaw(bytes);
      return true;
    },
  });
  await assert.rejects(subscribe(onSocket(textFrame('x'.repeat(3_000_000)))), hasReason('too_large'));
  await assert.rejects(subscribe(onSocket(frameHead(0x81, 5_000_000))), hasReason('connection_lost'));
  await assert.rejects(subscribe(onSocket(textFrame('not json'))), hasReason('not_json'));
  await assert.rejects(subscribe(onSocket(textFrame('['.repeat(1000)))), hasReason('unexpected_answer'));
  await assert.rejects(subscribe(onSocket(Buffer.from([0xff, 0xff, 1, 2]))), hasReason('connection_lost'));
  const filler = textFrame(JSON.stringify({ type: 'noise', filler: 'x'.repeat(1_000_000) }));
  await assert.rejects(subscribe(onSocket(Buffer.concat(Array(30).fill(filler)))), hasReason('flooded'));
  const { url } = await start();
  const elsewhere = open('home_assistant', { url: `${url}/elsewhere` }, token);
  await assert.rejects(
    elsewhere.subscribe(io, () => {}, signal()),
    hasReason('broken_answer'),
  );
});

it('private addresses are refused unless the operator allows them', limited, async () => {
  const { url, connections } = await start();
  const strict = { ...io, guard: createGuard({ allowPrivate: false }) };
  const provider = open('home_assistant', { url }, token);
  await assert.rejects(provider.poll(strict, signal()), hasReason('address_not_public'));
  await assert.rejects(
    provider.subscribe(strict, () => {}, signal()),
    hasReason('address_not_public'),
  );
  assert.equal(connections(), 0);
});

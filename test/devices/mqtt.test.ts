import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPacketMeter } from '../../src/devices/mqtt-packet-meter.ts';
import { keepSubscribed } from '../../src/devices/subscription.ts';
import { createGuard } from '../../src/outbound/guard.ts';
import { type Listener, listenTcp } from '../outbound/listeners.ts';
import { account, type Broker, startBroker } from './broker.ts';
import { failedFor, gather, io, open } from './connection.ts';

const started: Listener[] = [];
const keep = async <T extends Listener>(listener: Promise<T>): Promise<T> => {
  const kept = await listener;
  started.push(kept);
  return kept;
};
after(() => Promise.all(started.map((listener) => listener.close())));

const provider = ({ port }: Listener, password = account.password, extra = {}) =>
  open('mqtt', { host: '127.0.0.1', port, tls: false, username: account.username, ...extra }, password);

const zigbee = [
  { ieee_address: '0x00', friendly_name: 'Coordinator', type: 'Coordinator' },
  {
    ieee_address: '0x01',
    friendly_name: 'garden/soil',
    type: 'EndDevice',
    software_build_id: '1.2',
    definition: {
      vendor: 'Tuya',
      model: 'TS0601',
      exposes: [
        { type: 'numeric', property: 'soil_moisture', unit: '%', access: 1 },
        { type: 'numeric', property: 'temperature', unit: '°C', access: 1 },
        { type: 'numeric', property: 'linkquality', unit: 'lqi', access: 1 },
        { type: 'numeric', property: 'interval', unit: 's', access: 2 },
      ],
    },
  },
  {
    ieee_address: '0x02',
    friendly_name: 'gate',
    type: 'EndDevice',
    definition: {
      exposes: [{ type: 'binary', property: 'contact', value_on: false, value_off: true, access: 1 }],
    },
  },
  {
    ieee_address: '0x03',
    friendly_name: 'Насос у колодца',
    type: 'Router',
    definition: {
      exposes: [
        {
          type: 'switch',
          features: [{ type: 'binary', property: 'state', value_on: 'ON', value_off: 'OFF', access: 7 }],
        },
      ],
    },
  },
  { ieee_address: '0x04', friendly_name: '#', type: 'EndDevice', definition: { exposes: [] } },
];

const meter = {
  '~': 'tele/meter',
  name: 'Power',
  stat_t: '~/SENSOR',
  val_tpl: "{{ value_json['ENERGY'].Power | round(1) }}",
  dev_cla: 'power',
  unit_of_meas: 'kW',
  uniq_id: 'meter_power',
  dev: { ids: ['meter'], name: 'Meter', mf: 'Tasmota', mdl: 'Plug', sw: '14' },
};

async function fill(broker: Broker): Promise<void> {
  await broker.publish('zigbee2mqtt/bridge/devices', zigbee, true);
  await broker.publish('homeassistant/sensor/meter/power/config', meter, true);
  await broker.publish(
    'homeassistant/device/tank/config',
    {
      device: { identifiers: 'tank', name: 'Tank' },
      origin: { name: 'own' },
      components: {
        level: {
          platform: 'sensor',
          state_topic: 'tank/level',
          unit_of_measurement: 'cm',
          unique_id: 'tank_level',
        },
        alarm: {
          platform: 'binary_sensor',
          state_topic: 'tank/alarm',
          device_class: 'moisture',
          payload_on: 'WET',
          payload_off: 'DRY',
          unique_id: 'tank_alarm',
        },
        lock: { platform: 'lock', state_topic: 'tank/lock', unique_id: 'tank_lock' },
      },
    },
    true,
  );
}

const limited = { timeout: 30_000 };

test(
  'devices of both conventions are found and their values arrive in the product’s terms',
  limited,
  async (t) => {
    const broker = await keep(startBroker());
    await fill(broker);
    await broker.publish('zigbee2mqtt/gate', { contact: true }, true);
    await broker.publish(
      'zigbee2mqtt/garden/soil',
      { soil_moisture: 11, last_seen: '2024-05-01T10:00:00Z' },
      true,
    );
    const found = gather();
    const stop = new AbortController();
    t.after(() => stop.abort());
    const running = provider(broker).subscribe(io, found.onSnapshot, stop.signal);
    await found.until(() => found.devices().size === 5 && found.valueOf('soil_moisture') !== undefined);
    assert.equal(found.valueOf('soil_moisture')?.measuredAt.toISOString(), '2024-05-01T10:00:00.000Z');
    assert.equal(found.valueOf('contact'), undefined, 'a kept message without a time is no new reading');
    const soil = found.devices().get('0x01');
    assert.deepEqual(
      [soil?.name, soil?.manufacturer, soil?.model, soil?.firmware, soil?.operator, soil?.category],
      ['garden/soil', 'Tuya', 'TS0601', '1.2', 'zigbee2mqtt', 'garden'],
    );
    assert.deepEqual(
      soil?.sensors.map(({ key, kind }) => [key, kind]),
      [
        ['soil_moisture', 'soil_moisture'],
        ['temperature', 'temperature'],
        ['linkquality', 'signal'],
      ],
    );
    assert.equal(found.devices().get('0x03')?.sensors[0]?.kind, 'pump_state');
    assert.deepEqual(
      found
        .devices()
        .get('tank')
        ?.sensors.map(({ key, kind, unit }) => [key, kind, unit]),
      [
        ['tank_level', 'water_level', 'm'],
        ['tank_alarm', 'leak', ''],
      ],
    );
    const publishAll = async () => {
      await broker.publish('zigbee2mqtt/garden/soil', { soil_moisture: 33, temperature: 'NaN', extra: {} });
      await broker.publish('zigbee2mqtt/gate', { contact: false });
      await broker.publish('zigbee2mqtt/Насос у колодца', { state: 'ON' });
      await broker.publish('tele/meter/SENSOR', { ENERGY: { Power: 1.2 } });
      await broker.publish('tank/level', '150');
      await broker.publish('tank/alarm', 'WET');
    };
    const numbers = [
      'soil_moisture',
      'contact',
      'state',
      'meter_power',
      'tank_level',
      'tank_alarm',
      'temperature',
    ];
    await found.untilSent(publishAll, () =>
      numbers.every((key) => key === 'temperature' || found.valueOf(key) !== undefined),
    );
    assert.deepEqual(
      numbers.map((key) => found.valueOf(key)?.number),
      [33, 1, 1, 1200, 1.5, 1, undefined],
    );
    stop.abort();
    await running;
  },
);

test(
  'when the broker restarts the failure is told once per try and the values come again',
  limited,
  async (t) => {
    const first = await keep(startBroker());
    await fill(first);
    const found = gather();
    const stop = new AbortController();
    t.after(() => stop.abort());
    const failures: string[] = [];
    let restarted: Promise<Broker> | undefined;
    const running = keepSubscribed(
      provider(first),
      io,
      {
        onSnapshot: found.onSnapshot,
        onFailure: ({ reason }, count) => {
          failures.push(reason);
          if (count === 2)
            restarted = keep(startBroker(first.port)).then((second) => fill(second).then(() => second));
        },
      },
      stop.signal,
      { baseMs: 20, maxMs: 100 },
    );
    await found.until(() => found.devices().size === 5);
    const before = found.snapshots.length;
    await first.close();
    await found.until(() => found.snapshots.length > before);
    const second = await restarted;
    assert.ok(second);
    await found.untilSent(
      () => second.publish('tank/level', '90'),
      () => found.valueOf('tank_level')?.number === 0.9,
    );
    stop.abort();
    await running;
    assert.equal(failures[0], 'connection_lost');
    assert.equal(failures[1], 'connect_failed');
  },
);

test('a wrong password and closed topics are told as such', limited, async () => {
  const broker = await keep(startBroker());
  const never = new AbortController().signal;
  await assert.rejects(
    provider(broker, 'planted-wrong').subscribe(io, () => {}, never),
    failedFor('unauthorized'),
  );
  broker.aedes.authorizeSubscribe = (_client, _subscription, done) => done(null, null);
  await assert.rejects(
    provider(broker).subscribe(io, () => {}, never),
    failedFor('broker_refused'),
  );
});

test('hostile announcements and payloads cost their sender only', limited, async (t) => {
  const broker = await keep(startBroker());
  const subscriptions: string[] = [];
  broker.aedes.authorizeSubscribe = (_client, subscription, done) => {
    subscriptions.push(subscription.topic);
    done(null, subscription);
  };
  const announce = (id: string, config: unknown) =>
    broker.publish(`homeassistant/sensor/${id}/config`, config, true);
  await announce('wild', { state_topic: '#', unique_id: 'wild' });
  await announce('system', { state_topic: '$SYS/broker', unique_id: 'system' });
  await announce('program', {
    state_topic: 'a/b',
    unique_id: 'program',
    value_template: '{% for x in range(10**9) %}{% endfor %}',
  });
  await announce('proto', {
    state_topic: 'p/q',
    unique_id: 'proto',
    value_template: '{{ value_json.__proto__.constructor }}',
  });
  await announce('deep', '['.repeat(5000));
  await announce('broken', '{"state_topic":');
  await announce('list', []);
  await announce('zigbee', {
    state_topic: 'z/z',
    unique_id: 'z',
    device: { identifiers: ['zigbee2mqtt_0x01'] },
  });
  await announce('good', { state_topic: 'good/value', unique_id: 'good', unit_of_measurement: 'W' });
  await broker.publish('zigbee2mqtt/bridge/devices', '{"not":"a list"}', true);
  const found = gather();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = provider(broker).subscribe(io, found.onSnapshot, stop.signal);
  await found.until(() => found.devices().has('good'));
  const publishAll = async () => {
    await broker.publish('p/q', '{"a":1}');
    await broker.publish('good/value', 'x'.repeat(100_000));
    await broker.publish('good/value', '7');
  };
  await found.untilSent(publishAll, () => found.valueOf('good') !== undefined);
  assert.deepEqual([...found.devices().keys()].sort(), ['good', 'proto']);
  assert.ok(found.readings().every(({ sensorKey, number }) => sensorKey === 'good' && number === 7));
  assert.deepEqual(
    subscriptions
      .filter((topic) => !topic.endsWith('/config') && topic !== 'zigbee2mqtt/bridge/devices')
      .sort(),
    ['good/value', 'p/q'],
  );
  stop.abort();
  await running;
});

test('a broker that is none, or sends too much, is left', limited, async () => {
  const never = new AbortController().signal;
  const welcome = Buffer.from([0x20, 2, 0, 0]);
  const subscribe = (bytes: Buffer) => async () => {
    const server = await keep(listenTcp((socket) => socket.once('data', () => socket.write(bytes))));
    await provider(server).subscribe(io, () => {}, never);
  };
  const announced = Buffer.concat([welcome, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]);
  await assert.rejects(subscribe(announced), failedFor('too_large'));
  await assert.rejects(subscribe(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1])), failedFor('too_large'));
  await assert.rejects(
    subscribe(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
    failedFor('broken_answer'),
  );
  const packet = Buffer.concat([Buffer.from([0x30, 0x83, 0x80, 0x40, 0, 1, 0x61]), Buffer.alloc(1_048_576)]);
  await assert.rejects(
    subscribe(Buffer.concat([welcome, ...Array<Buffer>(20).fill(packet)])),
    failedFor('flooded'),
  );
  const gone = await listenTcp();
  await gone.close();
  await assert.rejects(
    provider(gone).subscribe(io, () => {}, never),
    failedFor('connect_failed'),
  );
});

test('a broker on an address that is not allowed gets no connection', limited, async () => {
  const server = await keep(listenTcp());
  const strict = { ...io, guard: createGuard({ allowPrivate: true }) };
  const never = new AbortController().signal;
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '::1', '[::ffff:127.0.0.1]']) {
    const running = provider(server, account.password, { host }).subscribe(strict, () => {}, never);
    await assert.rejects(running, failedFor('address_not_public'));
  }
  assert.equal(server.connections(), 0);
});

test('the meter finds the packet borders wherever the stream is cut', () => {
  const stream = Buffer.concat([
    Buffer.from([0x20, 2, 0, 0, 0xd0, 0, 0x30, 0xc8, 0x01]),
    Buffer.alloc(200, 0xff),
    Buffer.from([0x30, 0xc9, 0x01]),
  ]);
  for (const size of [1, 2, 3, 7, 50, stream.length]) {
    const measure = createPacketMeter(200);
    const verdicts: boolean[] = [];
    for (let at = 0; at < stream.length; at += size) verdicts.push(measure(stream.subarray(at, at + size)));
    assert.equal(verdicts.at(-1), false, 'the last packet announces 201 bytes');
    assert.ok(verdicts.slice(0, -1).every(Boolean));
  }
});

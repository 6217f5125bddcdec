import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { keepSubscribed } from '../../src/engines/devices/subscription.ts';
import { type Broker, type BrokerKind, connectTo as provider } from './broker.ts';
import { findBrokers } from './mosquitto.ts';
import { collectSnapshots, hasReason, io } from './provider-harness.ts';

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

const limited = { timeout: 300_000 };

async function expectDevicesAndValues(kind: BrokerKind, t: TestContext): Promise<void> {
  const broker = await kind.start();
  t.after(() => broker.close());
  await fill(broker);
  await broker.publish('zigbee2mqtt/gate', { contact: true }, true);
  await broker.publish(
    'zigbee2mqtt/garden/soil',
    { soil_moisture: 11, last_seen: '2024-05-01T10:00:00Z' },
    true,
  );
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = provider(broker).subscribe(io, found.onSnapshot, stop.signal);
  await found.until(() => found.devices().size === 5 && found.valueOf('soil_moisture') !== undefined);
  assert.equal(found.valueOf('soil_moisture')?.measuredAt.toISOString(), '2024-05-01T10:00:00.000Z');
  assert.equal(
    found.valueOf('contact'),
    undefined,
    'a retained message without a timestamp is no new reading',
  );
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
}

async function expectReconnect(kind: BrokerKind, t: TestContext): Promise<void> {
  const first = await kind.start();
  await fill(first);
  const found = collectSnapshots();
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
        if (count === 2) restarted = kind.start(first.port).then((second) => fill(second).then(() => second));
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
  t.after(() => second.close());
  await found.untilSent(
    () => second.publish('tank/level', '90'),
    () => found.valueOf('tank_level')?.number === 0.9,
  );
  stop.abort();
  await running;
  assert.equal(failures[0], 'connection_lost');
  assert.equal(failures[1], 'connect_failed');
}

async function expectRefusals(kind: BrokerKind, t: TestContext): Promise<void> {
  const broker = await kind.start();
  t.after(() => broker.close());
  const never = new AbortController().signal;
  await assert.rejects(
    provider(broker, 'planted-wrong').subscribe(io, () => {}, never),
    hasReason('unauthorized'),
  );
  if (!broker.closeTopics) return;
  broker.closeTopics();
  await assert.rejects(
    provider(broker).subscribe(io, () => {}, never),
    hasReason('broker_refused'),
  );
}

for (const kind of findBrokers()) {
  describe(kind.name, () => {
    it('finds devices of MQTT discovery and Zigbee2MQTT with normalized values', limited, (t) =>
      expectDevicesAndValues(kind, t),
    );
    if (!kind.canRestart) return;
    it('MQTT: reconnects after a broker restart, reporting one failure per attempt', limited, (t) =>
      expectReconnect(kind, t),
    );
    it('MQTT: reports a wrong password and refused topics', limited, (t) => expectRefusals(kind, t));
  });
}

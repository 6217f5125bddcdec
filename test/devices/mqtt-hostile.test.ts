import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { createPacketMeter } from '../../src/engines/devices/mqtt-packet-meter.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { type Listener, listenTcp } from '../outbound/listeners.ts';
import { account, type BrokerKind, connectTo as provider } from './broker.ts';
import { findBrokers } from './mosquitto.ts';
import { collectSnapshots, hasReason, io } from './provider-harness.ts';

const started: Listener[] = [];
const keep = async <T extends Listener>(listener: Promise<T>): Promise<T> => {
  const kept = await listener;
  started.push(kept);
  return kept;
};
after(() => Promise.all(started.map((listener) => listener.close())));

const limited = { timeout: 300_000 };

async function expectHostileIgnored(kind: BrokerKind, t: TestContext): Promise<void> {
  const broker = await kind.start();
  t.after(() => broker.close());
  const announce = (id: string, config: unknown) =>
    broker.publish(`homeassistant/sensor/${id}/config`, config, true);
  await announce('wild', { state_topic: '#', unique_id: 'wild' });
  await announce('plus', { state_topic: 'rooms/+/temperature', unique_id: 'plus' });
  await announce('control', { state_topic: 'a\u0000b\nc', unique_id: 'control' });
  await announce('long', { state_topic: 'x/'.repeat(5000), unique_id: 'long' });
  await announce('markup', {
    state_topic: 'm/m',
    unique_id: '<script>\u202e',
    unit_of_measurement: "'; drop table",
  });
  await announce('bytes', Buffer.from([0xff, 0xfe, 0x00, 0x7b]));
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
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = provider(broker).subscribe(io, found.onSnapshot, stop.signal);
  await found.until(() => found.devices().has('good'));
  const publishAll = async () => {
    await broker.publish('p/q', '{"a":1}');
    await broker.publish('good/value', 'x'.repeat(1_000_000));
    await broker.publish('good/value', Buffer.from([0xc3, 0x28, 0x00]));
    await broker.publish('good/value', '{"broken":');
    await broker.publish('good/value', '7');
  };
  await found.untilSent(publishAll, () => found.valueOf('good') !== undefined);
  assert.deepEqual([...found.devices().keys()].sort(), ['<script>', 'good', 'proto']);
  assert.ok(found.readings().every(({ sensorKey, number }) => sensorKey === 'good' && number === 7));
  const asked = broker.subscriptions?.filter(
    (topic) => !topic.endsWith('/config') && topic !== 'zigbee2mqtt/bridge/devices',
  );
  if (asked) assert.deepEqual([...asked].sort(), ['good/value', 'm/m', 'p/q']);
  stop.abort();
  await running;
}

async function expectOversizedRefused(kind: BrokerKind, t: TestContext): Promise<void> {
  const broker = await kind.start();
  t.after(() => broker.close());
  await broker.publish('zigbee2mqtt/bridge/devices', Buffer.alloc(3_000_000, 0x20), true);
  await assert.rejects(
    provider(broker).subscribe(io, () => {}, new AbortController().signal),
    hasReason('too_large'),
  );
}

// Not on an external broker, which others may use.
for (const kind of findBrokers().filter(({ canRestart }) => canRestart)) {
  describe(kind.name, () => {
    it('hostile MQTT discovery configs and payloads are ignored, and valid sensors are kept', limited, (t) =>
      expectHostileIgnored(kind, t),
    );
    it('an oversized MQTT message ends the connection before it is buffered', limited, (t) =>
      expectOversizedRefused(kind, t),
    );
  });
}

it('a server that is no broker or floods is disconnected with a reason', limited, async () => {
  const never = new AbortController().signal;
  const welcome = Buffer.from([0x20, 2, 0, 0]);
  const subscribe = (bytes: Buffer) => async () => {
    const server = await keep(listenTcp((socket) => socket.once('data', () => socket.write(bytes))));
    await provider(server).subscribe(io, () => {}, never);
  };
  const announced = Buffer.concat([welcome, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]);
  await assert.rejects(subscribe(announced), hasReason('too_large'));
  await assert.rejects(subscribe(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1])), hasReason('too_large'));
  await assert.rejects(
    subscribe(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
    hasReason('broken_answer'),
  );
  const packet = Buffer.concat([Buffer.from([0x30, 0x83, 0x80, 0x40, 0, 1, 0x61]), Buffer.alloc(1_048_576)]);
  await assert.rejects(
    subscribe(Buffer.concat([welcome, ...Array<Buffer>(20).fill(packet)])),
    hasReason('flooded'),
  );
  const gone = await listenTcp();
  await gone.close();
  await assert.rejects(
    provider(gone).subscribe(io, () => {}, never),
    hasReason('connect_failed'),
  );
});

it('a broker on a forbidden address gets no connection', limited, async () => {
  const server = await keep(listenTcp());
  const strict = { ...io, guard: createGuard({ allowPrivate: true }) };
  const never = new AbortController().signal;
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '::1', '[::ffff:127.0.0.1]']) {
    const running = provider(server, account.password, { host }).subscribe(strict, () => {}, never);
    await assert.rejects(running, hasReason('address_not_public'));
  }
  assert.equal(server.connections(), 0);
});

it('the packet meter finds packet boundaries at any chunk size', () => {
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

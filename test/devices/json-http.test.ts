import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { parseDeviceTime } from '../../src/engines/devices/device-time.ts';
import { parseJsonPath, readJsonPath } from '../../src/engines/devices/json-path.ts';
import { type Listener, listenHttp } from '../outbound/listeners.ts';
import { hasReason, io, open } from './provider-harness.ts';

const body = {
  station: { values: [{ t: 50, 'soil moisture': '31,5' }], at: 1_717_200_000 },
  state: 'ok',
  pump: true,
};
const seen: (string | undefined)[] = [];
const started: Listener[] = [];
const serve = async (answer: string) => {
  const listener = await listenHttp((request, reply) => {
    seen.push(request.headers.authorization ?? request.headers['x-key']?.toString());
    reply.end(answer);
  });
  started.push(listener);
  return `http://127.0.0.1:${listener.port}/data?a=1`;
};
after(() => Promise.all(started.map((listener) => listener.close())));
const signal = new AbortController().signal;

const sensors = [
  { key: 'temperature', path: '$.station.values[0].t', unit: '°F' },
  { key: 'soil', path: "$.station.values[0]['soil moisture']", unit: '%' },
  { key: 'mode', path: '$.state' },
  { key: 'pump', path: '$.pump' },
  { key: 'missing', path: '$.station.values[9].t' },
];

it('a mapping turns a response into sensors and readings, timed by time_path', async () => {
  const url = await serve(JSON.stringify(body));
  const settings = { url, device: { name: 'Weather' }, time_path: '$.station.at', sensors };
  const { devices, readings } = await open('json_http', settings).poll(io, signal);
  assert.deepEqual(
    devices[0]?.sensors.map(({ key, kind }) => [key, kind]),
    [
      ['temperature', 'temperature'],
      ['soil', 'soil_moisture'],
      ['mode', ''],
      ['pump', 'pump_state'],
    ],
  );
  assert.deepEqual(
    readings.map(({ number, text }) => number ?? text),
    [10, 31.5, 'ok', 1],
  );
  assert.equal(readings[0]?.measuredAt.toISOString(), '2024-06-01T00:00:00.000Z');
});

it('the secret is sent only as the auth settings say', async () => {
  const url = await serve(JSON.stringify(body));
  const base = { url, device: { name: 'x' }, sensors };
  seen.length = 0;
  await open('json_http', { ...base, auth: { kind: 'bearer' } }, 'planted').poll(io, signal);
  await open('json_http', { ...base, auth: { kind: 'basic' } }, 'me:planted').poll(io, signal);
  await open('json_http', { ...base, auth: { kind: 'header', name: 'X-Key' } }, 'planted').poll(io, signal);
  await open('json_http', { ...base, auth: { kind: 'bearer', name: 'X-Key' } }, 'planted').poll(io, signal);
  await open('json_http', base, 'planted').poll(io, signal);
  const asBasic = 'Basic bWU6cGxhbnRlZA==';
  assert.deepEqual(seen, ['Bearer planted', asBasic, 'planted', 'Bearer planted', undefined]);
  const unsecured = open('json_http', { ...base, auth: { kind: 'bearer' } });
  await assert.rejects(unsecured.poll(io, signal), hasReason('secret_missing'));
});

it('settings with unsafe URLs, headers, paths or too many sensors are refused', () => {
  const good = { url: 'https://example.org/', device: { name: 'x' }, sensors };
  const bad = [
    { ...good, url: 'ftp://example.org/' },
    { ...good, url: 'javascript:alert(1)' },
    { ...good, sensors: [] },
    { ...good, sensors: Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, path: '$.a' })) },
    { ...good, sensors: [sensors[0], sensors[0]] },
    { ...good, sensors: [{ key: 'a', path: '$..*' }] },
    { ...good, auth: { kind: 'header' } },
    ...['Host', 'cookie', 'Content-Length', 'Transfer-Encoding', 'a b', 'x\r\ny'].map((name) => ({
      ...good,
      auth: { kind: 'header', name },
    })),
  ];
  assert.ok(open('json_http', good).canPoll);
  for (const settings of bad) assert.throws(() => open('json_http', settings), hasReason('bad_settings'));
});

it('a response without any mapped value fails with nothing_found', async () => {
  const url = await serve('{"other":1}');
  const settings = { url, device: { name: 'x' }, sensors };
  await assert.rejects(open('json_http', settings).poll(io, signal), hasReason('nothing_found'));
});

it('JSON paths allow names and indices only, and reach own properties only', () => {
  assert.deepEqual(parseJsonPath('$'), []);
  assert.deepEqual(parseJsonPath('$.a-b[0]["c d"].é'), ['a-b', 0, 'c d', 'é']);
  const wrong = [
    '',
    'a',
    '$a',
    '$.',
    '$..a',
    '$.*',
    '$[*]',
    '$[-1]',
    '$[?(@.a)]',
    '$[0',
    "$['a",
    '$.a b',
    '$.9',
  ];
  for (const path of [...wrong, `$${'.a'.repeat(17)}`, `$.${'a'.repeat(300)}`]) {
    assert.equal(parseJsonPath(path), null, path);
  }
  for (const path of [
    '$.__proto__',
    '$.constructor',
    '$.toString',
    '$.length',
    '$[0].length',
    "$['__proto__'].x",
  ]) {
    assert.equal(
      readJsonPath(path.startsWith('$[0]') ? [[]] : {}, parseJsonPath(path) ?? []),
      undefined,
      path,
    );
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.jsonValue(), (path, value) => {
      const steps = parseJsonPath(`$${path}`);
      if (steps) readJsonPath(value, steps);
    }),
    { numRuns: 300 },
  );
});

it('readTime parses ISO 8601 and Unix times and rejects the rest', () => {
  const same = [
    '2024-06-01T00:00:00Z',
    '2024-06-01 00:00:00',
    '2024-06-01T03:00:00+03:00',
    1717200000,
    1717200000000,
  ];
  for (const written of [...same, '1717200000']) {
    assert.equal(parseDeviceTime(written)?.toISOString(), '2024-06-01T00:00:00.000Z', String(written));
  }
  for (const wrong of [
    null,
    '',
    'yesterday',
    '2024-13-45T99:99',
    -1,
    Number.NaN,
    1e300,
    {},
    '9'.repeat(5000),
  ]) {
    assert.equal(parseDeviceTime(wrong), null, String(wrong).slice(0, 30));
  }
});

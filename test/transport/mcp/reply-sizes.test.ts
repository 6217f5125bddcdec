import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TestService } from '../../harness/service.ts';
import type { DemoContext } from './every-tool/demo-context.ts';
import { prepareDemo } from './every-tool/prepare-demo.ts';
import { createMcpClient, readRefusal } from './json-rpc-client.ts';

let service: TestService;
let stage: DemoContext;
let resident: ReturnType<typeof createMcpClient>;
before(async () => {
  stage = await prepareDemo();
  service = stage.service;
  resident = createMcpClient(service, 'resident', stage.tokens.resident);
});

type Reply = Record<string, unknown>;
async function reply(name: string, given: Record<string, unknown>): Promise<Reply> {
  const { body } = await resident.call(name, given);
  assert.equal(body.result?.isError, undefined, JSON.stringify(body.result?.content));
  return body.result?.structuredContent as Reply;
}

interface Sensor {
  id: string;
  kind: string;
  value_type: string;
}

async function listSensors(): Promise<Sensor[]> {
  const { data } = await stage.as.resident.list_my_devices({});
  return data.flatMap(({ devices }) => devices).flatMap(({ sensors }) => sensors);
}

describe('readings over MCP', () => {
  it('are a summary and at most 200 points, rounded to the sensor’s precision', async () => {
    const [sensor] = (await listSensors()).filter(({ value_type }) => value_type === 'number');
    assert.ok(sensor);
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const { data } = (await reply('list_sensor_readings', { sensor: sensor.id, from })) as {
      data: { decimals: number; readings: { number: number }[]; summary: Record<string, unknown> };
    };
    assert.ok(data.readings.length > 10 && data.readings.length <= 200, `${data.readings.length} points`);
    for (const name of ['low', 'high', 'mean', 'trend', 'on_seconds']) assert.ok(name in data.summary, name);
    for (const { number } of data.readings)
      assert.equal(number, Number(number.toFixed(data.decimals)), `${number} with ${data.decimals} decimals`);
    const whole = await stage.as.resident.list_sensor_readings({ sensor: sensor.id, from });
    assert.ok(whole.data.readings.length > data.readings.length, 'REST gives finer steps');
    assert.ok(['rising', 'falling', 'steady'].includes(String(whole.data.summary.trend)));
  });
});

describe('a list with more pages', () => {
  it('says how to continue', async () => {
    const page = await reply('list_parcels', { settlement: stage.settlement.slug, limit: 2 });
    assert.ok(typeof page.cursor === 'string');
    assert.match(String(page._more), /call again.*`cursor`/);
    const all = await reply('list_my_parcels', {});
    assert.equal(all._more, undefined);
  });
});

describe('detail=summary', () => {
  const cases: [string, () => Record<string, unknown>, string][] = [
    ['list_my_devices', () => ({}), 'data'],
    ['list_tasks', () => ({ settlement: stage.settlement.slug }), 'tasks'],
    ['list_contacts', () => ({ settlement: stage.settlement.slug }), 'contacts'],
    ['list_media', () => ({ settlement: stage.settlement.slug, limit: 5 }), 'media'],
    ['show_settlement', () => ({ settlement: stage.settlement.slug }), 'data'],
  ];
  for (const [name, given, key] of cases)
    it(`is shorter than the whole of ${name}, and contains nothing else`, async () => {
      const [whole, short] = [
        await reply(name, given()),
        await reply(name, { ...given(), detail: 'summary' }),
      ];
      assert.ok(JSON.stringify(short).length < JSON.stringify(whole).length * 0.8);
      const first = (value: unknown) => (Array.isArray(value) ? value[0] : value) as Reply;
      for (const [field, value] of Object.entries(first(short[key])))
        if (typeof value !== 'object' && field !== 'path')
          assert.deepEqual(value, first(whole[key])[field], field);
      assert.equal(short.cursor, whole.cursor);
    });
  it('gives the same over REST, and the whole by default', async () => {
    const { data } = await stage.as.resident.show_settlement({ settlement: stage.settlement.slug });
    const short = await stage.as.resident.show_settlement({
      settlement: stage.settlement.slug,
      detail: 'summary',
    });
    assert.ok('boundary' in data && !('boundary' in short.data));
  });
  it('does not change cursors', async () => {
    const given = { settlement: stage.settlement.slug, limit: 1 };
    const { cursor } = await reply('list_tasks', { ...given, detail: 'summary' });
    const next = await reply('list_tasks', { ...given, cursor });
    assert.equal((next.tasks as unknown[]).length, 1);
  });
});

describe('an article', () => {
  it('is shown whole, or one section of it', async () => {
    const { settlement, as, plot } = stage;
    const body = '# Полив\n\nУтром.\n\n# Обрезка\n\nВесной.';
    const { data } = await as.resident.write_article({
      settlement: settlement.slug,
      parcel_id: plot.id,
      title: stage.fresh(),
      body,
    });
    const given = { settlement: settlement.slug, article: data.id };
    const read = async (more: object) =>
      ((await reply('show_article', { ...given, ...more })) as { data: { body: string } }).data.body;
    assert.equal(await read({}), body);
    assert.equal((await read({ section: 'Обрезка' })).trim(), '# Обрезка\n\nВесной.');
    const refused = await resident.call('show_article', { ...given, section: 'Подвязка' });
    assert.match(JSON.stringify(readRefusal(refused)), /obrezka/);
  });
});

describe('URLs', () => {
  it('are absolute in tool results, relative over REST', async () => {
    const { notifications } = (await reply('list_notifications', {})) as { notifications: { url: string }[] };
    assert.ok(notifications.length > 0);
    for (const { url } of notifications) assert.ok(url.startsWith(`${service.url}/`), url);
    const rest = await stage.as.resident.list_notifications({});
    assert.ok(rest.notifications.every(({ url }) => url.startsWith('/')));
  });
});

describe('mentions of a text', () => {
  it('are an object, also when empty', async () => {
    const written = (await reply('write_article', {
      settlement: stage.settlement.slug,
      parcel_id: stage.plot.id,
      title: stage.fresh(),
      body: 'Ничего.',
      detail: 'full',
    })) as { data: { id: string; mentions: unknown } };
    assert.deepEqual(written.data.mentions, {});
    const rest = await stage.as.resident.write_article({
      settlement: stage.settlement.slug,
      parcel_id: stage.plot.id,
      title: stage.fresh(),
      body: 'Ничего.',
    });
    assert.deepEqual(rest.data.mentions, [], 'as the contract has it');
  });
});

describe('a write', () => {
  it('is answered shortly with the address of the page; `detail` gives the whole', async () => {
    const { settlement, plot } = stage;
    const object = { parcel: plot.id, kind: 'tree', title: stage.fresh(), notes: 'Сорт с рынка' };
    const short = (await reply('write_parcel_object', object)) as { url: string; data: Reply };
    assert.deepEqual(Object.keys(short.data).sort(), [
      'archived',
      'id',
      'kind',
      'parcel_id',
      'tags',
      'updated_at',
    ]);
    assert.equal((await fetch(short.url, { redirect: 'manual' })).status, 303, 'a page for who is signed in');
    const whole = (await reply('edit_parcel_object', {
      parcel: plot.id,
      object: short.data.id,
      detail: 'full',
    })) as { data: Reply };
    assert.equal(whole.data.notes, object.notes);
    const removed = await reply('edit_parcel_object', {
      parcel: plot.id,
      object: short.data.id,
      removed: true,
    });
    assert.ok('restorable_until' in (removed.data as Reply));
    assert.equal(removed.url, undefined, 'a removed object has no page');

    const { data: draft } = await stage.as.resident.write_article({
      settlement: settlement.slug,
      parcel_id: plot.id,
      title: stage.fresh(),
      body: 'Раз.',
    });
    const edited = (await reply('edit_article', {
      settlement: settlement.slug,
      article: draft.id,
      body: 'Два.',
    })) as { data: Reply };
    assert.deepEqual([edited.data.id, edited.data.title], [draft.id, undefined]);
    assert.equal(typeof edited.data.version, 'string');
  });

  it('still says the token of a connection that is shown once', async () => {
    const settings = { device: { name: 'Счётчик' }, sensors: [{ key: 't', path: '$.t' }] };
    const { data, push } = (await reply('connect_device', {
      parcel: stage.plot.id,
      name: stage.fresh(),
      provider: 'push',
      settings,
    })) as { data: Reply; push?: Reply };
    assert.ok(push && typeof push.token === 'string', JSON.stringify(push));
    assert.equal(data.name, undefined);
  });
});

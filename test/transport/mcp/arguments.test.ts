import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from './json-rpc-client.ts';

let service: TestService;
let village: Village;
let resident: ReturnType<typeof createMcpClient>;
let editor: ReturnType<typeof createMcpClient>;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  resident = createMcpClient(service, 'resident', await service.token(village.accounts.resident));
  editor = createMcpClient(service, 'settlement', await service.token(village.accounts.editor));
});

/** An id as rounded by a client that stores numbers as doubles. */
const rounded = (id: string) => BigInt(Number(id)).toString();

describe('an unknown argument', () => {
  it('is refused with the existing names, also by reading tools', async () => {
    const { slug } = village.settlement;
    const refused = readRefusal(
      await resident.call('list_buildings', { settlement: slug, max_setback_m: 3 }),
    );
    assert.deepEqual(Object.keys(refused.errors ?? {}), ['max_setback_m']);
    assert.match(refused.message ?? '', /closer_than_m/);
    assert.equal(JSON.stringify(refused).match(/closer_than_m/g)?.length, 1, 'said once');
    assert.match(
      readRefusal(await resident.call('show_interface_settings', { all: true })).message ?? '',
      /no arguments/,
    );
    const answer = await fetch(`${service.url}/api/v1/settlements/${slug}/buildings?max_setback_m=3`);
    assert.equal(answer.status, 200, 'query strings go on ignoring it');
  });
  it('may be one that only REST or another server takes', async () => {
    const { slug } = village.settlement;
    assert.ok(readRefusal(await resident.call('list_parcels', { settlement: slug, near: 50 })).errors?.near);
    assert.equal(
      (await editor.call('list_parcels', { settlement: slug, near: 50 })).body.result?.isError,
      undefined,
    );
    assert.ok(
      readRefusal(await editor.call('show_settlement', { settlement: slug, tags: true })).errors?.tags,
    );
    const { data } = await village.clients.resident.show_settlement({ settlement: slug, tags: true });
    assert.ok(data.tags !== undefined);
  });
  it('may have a name that every object inherits', async () => {
    const refused = await resident.callWith('list_my_parcels', '{"__proto__":1,"constructor":2}');
    assert.deepEqual(Object.keys(readRefusal(refused).errors ?? {}).sort(), ['__proto__', 'constructor']);
  });
});

describe('a refusal', () => {
  it('contains each sentence once', async () => {
    for (const [name, given] of [
      ['save_interface_settings', { assistant_width: 1 }],
      ['list_sensor_readings', { sensor: '1', from: '2026-02-30' }],
      ['send_message', { to: 'person', account: village.accounts.outsider, body: ' ' }],
    ] as const) {
      const answer = await resident.call(name, given);
      const { errors = {} } = readRefusal(answer);
      const text = answer.body.result?.content?.[0]?.text ?? '';
      for (const sentence of Object.values(errors).flat())
        assert.equal(text.split(JSON.stringify(sentence).slice(1, -1)).length, 2, text);
      assert.ok(Object.keys(errors).length > 0, name);
    }
  });
});

describe('a 64-bit number', () => {
  it('is accepted as a string of digits, and as a number while it is exact', async () => {
    const { region } = village.places;
    const asText = await resident.call('list_settlements', { place: region });
    assert.ok(JSON.stringify(asText.body).includes(village.settlement.slug));
    const small = await resident.call('list_settlements', { place: 5 });
    assert.match(
      readRefusal(small).errors?.place?.[0] ?? '',
      /no such place/,
      'small ones name what they name',
    );
  });
  it('is accepted as a large number if it refers to something', async () => {
    const exact = await resident.callWith('list_settlements', `{"place":${village.places.region}}`);
    assert.ok(JSON.stringify(exact.body.result?.structuredContent).includes(village.settlement.slug));
  });
  it('is refused if it refers to nothing, with the probable cause', async () => {
    const lost = rounded('5000000000000000123');
    const refused = await resident.callWith('list_settlements', `{"place":${lost}}`);
    assert.match(readRefusal(refused).errors?.place?.[0] ?? '', /last digits.*string/);
    const parent = await resident.callWith('list_places', `{"parent":${lost}}`);
    assert.match(readRefusal(parent).errors?.parent?.[0] ?? '', /last digits/);
    const read = await resident.callWith('read_notification', `{"notification":${lost}}`);
    assert.match(readRefusal(read).errors?.notification?.[0] ?? '', /last digits/);
    const review = await resident.callWith(
      'list_reviews',
      `{"settlement":"${village.settlement.slug}","subject_type":"company","subject_id":${lost}}`,
    );
    assert.match(readRefusal(review).errors?.subject_id?.[0] ?? '', /last digits/);
    const over = await resident.callWith('list_settlements', '{"place":92233720368547758080}');
    assert.ok(readRefusal(over).errors?.place);
  });
  it('is accepted as a large number if it refers to something without entries', async () => {
    for (const [name, json] of [
      ['list_settlements', `{"place":${village.places.district},"kind":"dnp","status":"planned"}`],
      ['list_places', `{"parent":${village.places.district}}`],
      [
        'list_reviews',
        `{"settlement":"${village.settlement.slug}","subject_type":"company","subject_id":${village.companyId}}`,
      ],
    ] as const) {
      const answer = await resident.callWith(name, json);
      assert.equal(answer.body.result?.isError, undefined, JSON.stringify(answer.body));
    }
  });
  it('is accepted as a cursor, and is exact to the last digit', async () => {
    const first = BigInt(village.settlement.id);
    const after = async (cursor: string) => {
      const answer = await resident.callWith('list_settlements', `{"cursor":${cursor}}`);
      const settlements = answer.body.result?.structuredContent?.settlements as { id: string }[];
      return settlements.some(({ id }) => id === village.settlement.id);
    };
    assert.deepEqual([await after(`${first}`), await after(`${first - 1n}`)], [false, true]);
    assert.deepEqual([await after(`"${first}"`), await after(`"${first - 1n}"`)], [false, true]);
    for (const [client, name, given] of [
      [resident, 'list_notifications', ''],
      [editor, 'list_change_proposals', `"settlement":"${village.settlement.slug}",`],
    ] as const) {
      const answer = await client.callWith(name, `{${given}"cursor":${first}}`);
      assert.equal(answer.body.result?.isError, undefined, JSON.stringify(answer.body));
    }
  });
});

describe('a date-time argument', () => {
  it('may be a plain date, which is its midnight in UTC', async () => {
    const refused = readRefusal(
      await resident.call('list_sensor_readings', { sensor: '1', from: '2026-11-01' }),
    );
    assert.equal(refused.errors, undefined, 'the day is fine, the sensor is not');
  });
});

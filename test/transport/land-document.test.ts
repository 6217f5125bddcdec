import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type PackedCell, unpackCell } from '../../src/engines/geometry/land-cells.ts';
import { type PackedLand, unpackLand } from '../../src/engines/geometry/land-document.ts';
import { type ImportedBuilding, saveBuildings } from '../../src/store/land/land-import.ts';
import { setRequiredSetbacks } from '../../src/store/land/settlements.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createParcelGrid, ringAround } from '../operations/settlement/land-fixtures.ts';

describe('the land document of a settlement', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const house: ImportedBuilding = {
      id: service.newId(),
      changeId: service.newId(),
      cadastralNumber: 'house',
      purpose: 'dwelling',
      areaM2: 40,
      geometry: squarePlot(0, 1).geometry as never,
      parcelId: village.plots.neighbour,
      setbackM: 0.257,
    };
    await saveBuildings(service.db, [house], new Date());
  });

  const get = (headers: Record<string, string> = {}, settlement = village.settlement.slug) =>
    fetch(`${service.url}/settlements/${settlement}/land.json`, { headers });
  const read = async (reply: Response) => unpackLand((await reply.json()) as PackedLand);

  it('contains plots, buildings and boundary for everybody, and no personal data', async () => {
    await village.clients.resident.write_parcel_object({ parcel: '1', kind: 'tree', title: 'Тайная яблоня' });
    const reply = await get();
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    const text = await reply.text();
    for (const hidden of ['яблоня', 'Ivanova', '@example.org', village.accounts.resident])
      assert.ok(!text.includes(hidden), hidden);
    const land = unpackLand(JSON.parse(text) as PackedLand);
    assert.deepEqual(
      land.plots.map(({ id, number }) => [id, number]),
      [
        [village.plots.resident, '1'],
        [village.plots.neighbour, '2'],
        [village.plots.free, '3'],
        [village.plots.empty, '12А'],
      ],
    );
    assert.deepEqual([land.settlement.slug, land.boundary], ['berezka', null]);
    assert.deepEqual(
      land.buildings.map(({ plot, purpose, setbackM }) => [plot, purpose, setbackM]),
      [[1, 'dwelling', 0.26]],
    );
    const corner = land.plots[0]?.outline[0]?.[0]?.[2];
    assert.ok(
      corner !== undefined && Math.abs(corner[0] - 37.5005) < 1e-7 && Math.abs(corner[1] - 56.3003) < 1e-7,
    );
    assert.deepEqual(await read(await get({}, village.settlement.id)), land, 'by identifier as well');
  });

  const raw = async (encoding: string) => {
    const url = new URL(`/settlements/berezka/land.json`, service.url);
    const { request } = await import('node:http');
    return new Promise<{ encoding: string | undefined; etag: string; body: Buffer }>((resolve, reject) => {
      request(url, { headers: { 'accept-encoding': encoding } }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          resolve({
            encoding: reply.headers['content-encoding'],
            etag: reply.headers.etag ?? '',
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  };

  it('is compressed as requested, with a strong ETag per encoding, and answered with 304 while unchanged', async () => {
    const plain = await raw('identity');
    assert.equal(plain.encoding, undefined);
    const [br, gz] = [await raw('br'), await raw('gzip')];
    assert.deepEqual([br.encoding, gz.encoding], ['br', 'gzip']);
    assert.ok(brotliDecompressSync(br.body).equals(plain.body));
    assert.ok(gunzipSync(gz.body).equals(plain.body));
    const tags = [plain.etag, br.etag, gz.etag];
    assert.equal(new Set(tags).size, 3);
    assert.ok(tags.every((tag) => /^"[\w-]+"$/.test(tag)));
    const known = await get({ 'if-none-match': br.etag, 'accept-encoding': 'br' });
    assert.deepEqual([known.status, await known.text()], [304, '']);
    assert.equal(known.headers.get('cache-control'), 'public, no-cache');
    assert.equal(known.headers.get('vary'), 'Accept-Encoding');
    const other = await get({ 'if-none-match': gz.etag, 'accept-encoding': 'br' });
    assert.equal(other.status, 200);
    await other.arrayBuffer();
  });

  it('gets better compression after several requests, and earlier ETags stay valid', async () => {
    const plain = await raw('identity');
    const first = await raw('br');
    const last = await waitUntil('it is compressed better', async () => {
      const again = await raw('br');
      return again.etag === first.etag ? undefined : again;
    });
    assert.deepEqual(
      [first, last].map(({ etag }) => /-br11"$/.test(etag)),
      [false, true],
    );
    assert.ok(last.body.length <= first.body.length);
    assert.ok(brotliDecompressSync(last.body).equals(plain.body));
    for (const { etag } of [first, last])
      assert.equal((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).status, 304);
  });

  it('is served in cells, each with an ETag that stays while nothing changes', async () => {
    const cell = (name: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/settlements/berezka/land.json?cell=${name}`, { headers });
    const here = await cell('6/3750/5630');
    assert.equal(here.status, 200);
    const tag = here.headers.get('etag') ?? '';
    const { land, leftOut } = unpackCell((await here.json()) as PackedCell);
    assert.deepEqual([land, leftOut], [await read(await get()), 0]);
    assert.equal((await cell('6/3750/5630', { 'if-none-match': tag })).status, 304);
    const elsewhere = await cell('6/0/0');
    assert.notEqual(elsewhere.headers.get('etag'), tag);
    assert.deepEqual(unpackCell((await elsewhere.json()) as PackedCell).land.plots, []);
    for (const bad of ['6', '99/1/1', '6/1/1&cell=6/1/2', '6/99999/1']) {
      const refused = await cell(bad);
      assert.equal(refused.status, 422, bad);
      assert.match(await refused.text(), /"cell"/);
    }
  });

  it('follows every change of the land at once', async () => {
    const tag = async () => {
      const reply = await get();
      await reply.arrayBuffer();
      return reply.headers.get('etag');
    };
    const seen = new Set([await tag()]);
    const changes = [
      () => createParcelGrid(service, [1, 1], [0, 1], village.settlement.id),
      () =>
        village.clients.editor.set_settlement_boundary({
          settlement: 'berezka',
          ring: ringAround([0, 1], [0, 3]),
        }),
      () => setRequiredSetbacks(service.db, village.settlement.id, { dwellingM: 4, otherM: 1 }),
      () => service.db`update building set setback_m = 3`,
      () => service.db`update parcel set listing = 'for_sale' where id = ${village.plots.free}`,
      () => service.db`update settlement set name = 'Берёзки' where id = ${village.settlement.id}`,
      () => service.db`delete from building`,
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      const next = await tag();
      assert.ok(!seen.has(next), `change ${index}`);
      assert.equal(await tag(), next, 'and stays until the next');
      seen.add(next);
    }
    assert.equal((await read(await get())).boundary?.length, 4);
    await createParcelGrid(service, [90, 90], [0, 0], village.other.id);
    assert.equal(await tag(), [...seen].at(-1), 'another settlement’s land is another’s');
  });

  it('is the same for concurrent requests, with or without a token', async () => {
    await service.db`update parcel set updated_at = now() where settlement_id = ${village.settlement.id}`;
    const token = await service.token(village.accounts.editor);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        get(index % 2 === 0 ? {} : { authorization: `Bearer ${token}` }),
      ),
    );
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    assert.equal(new Set(texts).size, 1);
  });

  it('is refused for an unknown settlement or an invalid token, and is rate limited', async () => {
    const status = async (reply: Response) => [reply.status, (await reply.json()) as object] as const;
    const [missing, body] = await status(await get({}, 'nowhere'));
    assert.equal(missing, 404);
    assert.ok('message' in body);
    assert.equal((await status(await get({ authorization: 'Bearer nonsense' })))[0], 401);
    const counted = await get();
    await counted.arrayBuffer();
    assert.ok(Number(counted.headers.get('ratelimit-remaining')) > 0);
  });
});

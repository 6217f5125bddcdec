import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';

describe('list_settlements by the name of a place', () => {
  let service: TestService;
  let village: Village;
  let region: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { places } = await village.anonymous.list_places({ parent: village.places.country });
    region = places.find(({ id }) => id === village.places.region)?.name ?? '';
  });

  it('finds settlements of the place where none has such a name, and says so', async () => {
    const found = await village.anonymous.list_settlements({ q: region, also_places: true });
    assert.equal(found.matched, 'place');
    assert.ok(found.settlements.some(({ slug }) => slug === village.settlement.slug));
    assert.ok(!found.settlements.some(({ slug }) => slug === village.other.slug), 'another region');
    const none = await village.anonymous.list_settlements({
      q: region,
      also_places: true,
      kind: 'dnp',
      status: 'planned',
    });
    assert.deepEqual(none.settlements, []);
    const past = await village.anonymous.list_settlements({
      q: region,
      also_places: true,
      cursor: found.settlements.at(-1)?.id ?? '',
    });
    assert.deepEqual(
      [past.settlements, past.matched],
      [[], undefined],
      'the next page looks in the same place',
    );
  });

  it('searches places only with also_places, which tools send unless told otherwise', async () => {
    for (const more of [{}, { also_places: false }]) {
      const found = await village.anonymous.list_settlements({ q: region, ...more });
      assert.deepEqual([found.settlements, found.cursor, found.matched], [[], null, undefined]);
    }
    const tool = createMcpClient(service, 'public');
    const found = async (given: object) =>
      (await tool.call('list_settlements', { q: region, ...given })).body.result?.structuredContent;
    for (const given of [{}, { also_places: true }, { also_places: null }])
      assert.equal((await found(given))?.matched, 'place');
    assert.deepEqual((await found({ also_places: false }))?.settlements, []);
  });

  it('finds by name where a name fits, and says nothing of a match without words', async () => {
    const { settlements } = await village.anonymous.list_settlements({});
    const name = settlements[0]?.name ?? '';
    assert.equal((await village.anonymous.list_settlements({ q: name })).matched, 'name');
    assert.equal((await village.anonymous.list_settlements({})).matched, undefined);
    const none = await village.anonymous.list_settlements({ q: 'щщщщщщщ', also_places: true });
    assert.deepEqual([none.settlements, none.matched], [[], undefined]);
  });
});

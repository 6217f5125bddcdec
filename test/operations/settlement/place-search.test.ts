import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('list_settlements by the name of a place', () => {
  let village: Village;
  let region: string;
  before(async () => {
    village = await buildVillage(await startService());
    const { places } = await village.anonymous.list_places({ parent: village.places.country });
    region = places.find(({ id }) => id === village.places.region)?.name ?? '';
  });

  it('finds settlements of the place where none has such a name, and says so', async () => {
    const found = await village.anonymous.list_settlements({ q: region });
    assert.equal(found.matched, 'place');
    assert.ok(found.settlements.some(({ slug }) => slug === village.settlement.slug));
    assert.ok(!found.settlements.some(({ slug }) => slug === village.other.slug), 'another region');
    const none = await village.anonymous.list_settlements({ q: region, kind: 'dnp', status: 'planned' });
    assert.deepEqual(none.settlements, []);
    const past = await village.anonymous.list_settlements({
      q: region,
      cursor: found.settlements.at(-1)?.id ?? '',
    });
    assert.deepEqual(
      [past.settlements, past.matched],
      [[], undefined],
      'the next page looks in the same place',
    );
  });

  it('finds by name where a name fits, and says nothing of a match without words', async () => {
    const { settlements } = await village.anonymous.list_settlements({});
    const name = settlements[0]?.name ?? '';
    assert.equal((await village.anonymous.list_settlements({ q: name })).matched, 'name');
    assert.equal((await village.anonymous.list_settlements({})).matched, undefined);
    const none = await village.anonymous.list_settlements({ q: 'щщщщщщщ' });
    assert.deepEqual([none.settlements, none.matched], [[], undefined]);
  });
});

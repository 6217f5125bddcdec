import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertSettlement } from '../../../src/store/land/settlements.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('list_settlements', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('lists oldest first in the shape of the contract, without a token', async () => {
    const { settlements, cursor } = await village.anonymous.list_settlements({});
    assert.equal(cursor, null);
    assert.deepEqual(settlements[0], {
      id: village.settlement.id,
      slug: 'berezka',
      name: 'СНТ Берёзка',
      kind: 'snt',
      status: 'populated',
      region: 'Московская область',
      address: 'у деревни Ольгово',
      parcels_total: 4,
    });
    assert.deepEqual(
      settlements.map((entry) => entry.slug),
      ['berezka', 'sosny'],
    );
  });

  it('filters by place at any level, kind, status and part of the name', async () => {
    const slugs = async (input: object) =>
      (await village.anonymous.list_settlements(input)).settlements.map((entry) => entry.slug);
    assert.deepEqual(await slugs({ place: village.places.country }), ['berezka', 'sosny']);
    assert.deepEqual(await slugs({ place: village.places.region }), ['berezka']);
    assert.deepEqual(await slugs({ place: village.places.district }), ['berezka']);
    assert.deepEqual(await slugs({ place: '999' }), []);
    assert.deepEqual(await slugs({ kind: 'cottage_village' }), ['sosny']);
    assert.deepEqual(await slugs({ kind: 2 }), ['berezka'], 'a stored number is accepted');
    assert.deepEqual(await slugs({ status: 'planned' }), []);
    assert.deepEqual(await slugs({ q: 'БЕРЁЗ' }), ['berezka']);
    assert.deepEqual(await slugs({ q: '%' }), [], 'a wildcard is only a character');
    assert.deepEqual(
      await slugs({ q: '', kind: '', status: '', place: '', cursor: '' }),
      ['berezka', 'sosny'],
      'empty is absent',
    );
  });

  it('refuses out-of-range input by field', async () => {
    await assertRefused(village.anonymous.list_settlements({ q: 'я'.repeat(121) }), 422, 'q');
    await assertRefused(village.anonymous.list_settlements({ kind: 'castle' as never }), 422, 'kind');
    await assertRefused(village.anonymous.list_settlements({ cursor: 0, place: -1 }), 422, 'cursor', 'place');
    await assertRefused(village.anonymous.list_settlements({ cursor: '9223372036854775808' }), 422, 'cursor');
    await village.anonymous.list_settlements({ cursor: '9223372036854775807' });
  });

  it('pages do not repeat or skip settlements while others are added and removed', async () => {
    const now = new Date();
    const make = (slug: string) =>
      insertSettlement(service.db, {
        id: service.newId(),
        slug,
        name: slug,
        kind: 'village',
        status: 'planned',
        placeId: village.places.district,
        address: '',
        timeZone: 'Europe/Moscow',
        createdAt: now,
      });
    for (let index = 0; index < 70; index += 1) await make(`walk-${index}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    let turn = 0;
    do {
      const page: { settlements: { slug: string }[]; cursor: string | null } =
        await village.anonymous.list_settlements({
          kind: 'village',
          ...(cursor !== null && { cursor }),
        });
      assert.ok(page.settlements.length <= 30);
      seen.push(...page.settlements.map((entry) => entry.slug));
      cursor = page.cursor;
      turn += 1;
      await service.db`delete from settlement where slug in (${`walk-${turn}`}, ${`walk-${40 + turn * 5}`})`;
      await make(`late-${turn}`);
    } while (cursor !== null && turn < 10);
    const stood = Array.from({ length: 70 }, (_, index) => `walk-${index}`).filter(
      (slug) => !['walk-1', 'walk-2', 'walk-3', 'walk-45', 'walk-50', 'walk-55'].includes(slug),
    );
    assert.equal(new Set(seen).size, seen.length, 'nothing twice');
    assert.deepEqual(
      stood.filter((slug) => !seen.includes(slug)),
      [],
    );
  });
});

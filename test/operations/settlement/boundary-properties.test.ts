import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { BoundaryInput, Position, Shape } from '../../../src/engines/geometry/types.ts';
import { insertParcels } from '../../../src/store/land/parcels.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { insertSettlement } from '../../../src/store/land/settlements.ts';
import { membersOf, selections } from '../../geometry/generated-village.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

/**
 * Properties of the geometry engine, checked through operations and database over generated villages and drawings.
 */
describe('boundary properties over generated settlements', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  async function settle(candidates: BoundaryInput['candidates']) {
    const { db, newId } = service;
    await db`delete from parcel_change`;
    await db`delete from parcel where cadastral_number like 'generated:%'`;
    const settlement = newId();
    await insertSettlement(db, {
      id: settlement,
      slug: `s-${settlement}`,
      name: 'Сгенерированный',
      kind: 'village',
      status: 'planned',
      placeId: village.places.district,
      address: '',
      timeZone: 'Europe/Moscow',
      createdAt: new Date(),
    });
    await insertSettlementRole(db, settlement, village.accounts.editor, 'editor', new Date());
    const ids = new Map(candidates.map(({ id }) => [id, newId()]));
    const rows = candidates.map(({ id, geometry, centre }) => ({
      id: ids.get(id) as string,
      settlementId: null,
      number: id,
      cadastralNumber: `generated:${id}`,
      address: '',
      areaM2: null,
      geometry: geometry as Shape,
      center: centre as [number, number],
    }));
    await insertParcels(db, rows, new Date());
    return { settlement, named: (list: readonly string[]) => list.map((id) => ids.get(id) as string) };
  }

  const listOwn = async (settlement: string) =>
    (await service.db<{ number: string }[]>`select number from parcel where settlement_id = ${settlement}`)
      .map(({ number }) => number)
      .sort();
  const toWire = (ring: readonly Position[]) =>
    ring.map(([longitude, latitude]) => ({ latitude, longitude }));

  it('membership, applying a shaped boundary, idempotency, and shaping stores nothing', async () => {
    await fc.assert(
      fc.asyncProperty(selections, fc.boolean(), async ({ input }, snap) => {
        const { settlement, named } = await settle(input.candidates);
        const drawing = {
          settlement,
          ring: toWire(input.ring ?? []),
          parcels: named(input.parcels ?? []),
          exclude: named(input.exclude ?? []),
          snap,
        };
        const reply = await village.clients.editor.send('shape_settlement_boundary', drawing);
        // A star with few corners can cross itself or enclose too little: tested elsewhere.
        fc.pre(reply.status !== 422);
        assert.equal(reply.status, 201, JSON.stringify(reply.body).slice(0, 200));
        const { data: shaped } = reply.body as { data: Omit<typeof drawing, 'settlement'> };
        assert.deepEqual(await listOwn(settlement), [], 'shaping stores nothing');

        const expected = [...membersOf(input)].sort();
        const first = await village.clients.editor.set_settlement_boundary(drawing);
        assert.deepEqual(await listOwn(settlement), expected);
        assert.equal(first.data.linked, expected.length);
        assert.deepEqual(first.data.ring, shaped.ring);
        const second = await village.clients.editor.set_settlement_boundary({ settlement, ...shaped });
        assert.deepEqual([second.data.linked, second.data.unlinked, second.data.kept], [0, 0, 0]);
        assert.deepEqual(await listOwn(settlement), expected);
      }),
      { numRuns: 12 },
    );
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { observeStatements } from '../../../src/base/db/driver/statement-observer.ts';
import { type ReadLand, readLandDocument } from '../../../src/store/land/land-document.ts';
import { type ImportedBuilding, saveBuildings } from '../../../src/store/land/land-import.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../../harness/village.ts';

describe('land that has changed since it was read', () => {
  let service: TestService;
  let village: Village;
  let known: ReadLand;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await addHouse(village.plots.neighbour);
    await addHouse(village.plots.resident);
    known = await readWhole();
  });

  const addHouse = (parcelId: string) => {
    const house: ImportedBuilding = {
      id: service.newId(),
      changeId: service.newId(),
      cadastralNumber: `house on ${parcelId}`,
      purpose: 'dwelling',
      areaM2: 40,
      geometry: squarePlot(0, 1).geometry as never,
      parcelId,
      setbackM: 0.5,
    };
    return saveBuildings(service.db, [house], new Date());
  };
  const readWhole = async () => (await readLandDocument(service.pool, village.settlement.id)) as ReadLand;

  /** What `work` reads of outlines, by table. */
  async function countOutlines(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    const end = observeStatements({
      answered(text, rows) {
        const [, table] = /geometry\s+from (parcel|building)/.exec(text) ?? [];
        if (table !== undefined) counts[table] = (counts[table] ?? 0) + rows.length;
      },
    });
    await work().finally(end);
    return counts;
  }

  const expectRead = async (change: () => Promise<unknown>, expected: Record<string, number>) => {
    await change();
    let next: ReadLand | undefined;
    const counts = await countOutlines(async () => {
      next = await readLandDocument(service.pool, village.settlement.id, known);
    });
    assert.deepEqual(counts, expected);
    assert.deepEqual(next, await readWhole());
    known = next as ReadLand;
  };

  it('is read without what is as it was', async () => {
    const { plots, settlement, other } = village;
    const { db } = service;
    await expectRead(async () => {}, {});
    await expectRead(() => db`update parcel set listing = 'for_sale' where id = ${plots.free}`, {
      parcel: 1,
    });
    await expectRead(() => addHouse(plots.free), { building: 1 });
    await expectRead(() => db`update settlement set name = 'Берёзки' where id = ${settlement.id}`, {});
    await expectRead(
      () => db`update building set parcel_id = ${plots.empty} where parcel_id = ${plots.resident}`,
      {
        building: 1,
      },
    );
    await expectRead(() => db`delete from building where parcel_id = ${plots.neighbour}`, {});
    // A plot that leaves takes its house along, and brings it back.
    await expectRead(
      () => db`update parcel set settlement_id = ${other.id}, number_key = 'x' where id = ${plots.free}`,
      {},
    );
    await expectRead(() => db`update parcel set settlement_id = ${settlement.id} where id = ${plots.free}`, {
      parcel: 1,
      building: 1,
    });
    await expectRead(
      () => db`update parcel set geometry = null, center = null where id = ${plots.neighbour}`,
      {
        parcel: 1,
      },
    );
    await expectRead(() => db`delete from parcel where id = ${plots.empty}`, {});
  });
});

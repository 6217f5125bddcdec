import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';
import { buildVillage } from '../harness/village.ts';

describe('migration 210_plot_numbers_once', () => {
  it('keeps the number of the first plot, renames duplicates and records the old numbers', async () => {
    const service = await startService();
    const village = await buildVillage(service);
    const { db, newId } = service;
    // The schema before the migration.
    await db`alter table parcel drop constraint parcel_number_once`;
    await db`create index parcel_number on parcel (settlement_id, number_key) where settlement_id is not null`;
    // Has a lower id than the village's own plots, but was linked by a boundary after them.
    const parcel = (id: string, number: string, cadastralNumber: string | null) => ({
      id,
      settlementId: village.settlement.id,
      number,
      cadastralNumber,
      address: '',
      areaM2: null,
      geometry: null,
      center: null,
    });
    const [taken, second, third, long] = ['1000', newId(), newId(), newId()] as const;
    await insertParcels(
      db,
      [
        parcel(taken, '1', '69:1:1:1'),
        parcel(second, '2', null),
        parcel(third, ' 2', null),
        parcel(long, '3', 'x'.repeat(41)),
      ],
      new Date(),
    );
    await db`
      insert into settlement_boundary (id, settlement_id, ring, snap, source, linked, applied_at)
      values (${newId()}, ${village.settlement.id}, '[]', false, 'manual', array[${taken}]::bigint[], now())`;
    const file = join(repository, 'src/base/db/migrations/210_plot_numbers_once.sql');
    await service.pool.unsafe(await readFile(file, 'utf8'));
    const rows = await db<{ id: string; number: string }[]>`
      select id, number from parcel where settlement_id = ${village.settlement.id}`;
    const numbers = Object.fromEntries(rows.map(({ id, number }) => [id, number]));
    assert.deepEqual(numbers, {
      [village.plots.resident]: '1',
      [village.plots.neighbour]: '2',
      [village.plots.free]: '3',
      [village.plots.empty]: '12А',
      [taken]: '69:1:1:1',
      [second]: '2/2',
      [third]: ' 2/3',
      [long]: '3/2',
    });
    const kept = await db<{ parcel: string; was: string }[]>`
      select parcel_id as parcel, before ->> 'number' as was from parcel_change order by parcel_id`;
    assert.deepEqual(
      kept.map(({ parcel: id, was }) => [id, was]),
      [
        [taken, '1'],
        [second, '2'],
        [third, ' 2'],
        [long, '3'],
      ],
    );
    await assert.rejects(
      insertParcels(db, [parcel(newId(), '12 а', null)], new Date()),
      /parcel_number_once/,
    );
    await insertParcels(db, [{ ...parcel(newId(), '1', null), settlementId: null }], new Date());
  });
});

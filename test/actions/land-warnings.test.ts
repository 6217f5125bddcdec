import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { type LandWarning, landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { undo_land_import } from '../../src/features/actions/undo_land_import.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';

const settlement = 'berezka';
const square = (row: number, column: number) =>
  squarePlot(row, column).geometry.coordinates[0] as unknown as Ring;
const move = (ring: Ring, east: number, north = 0): Ring => ring.map(([x, y]) => [x + east, y + north]);
/** Longer by this part, about its middle, so that the centre stays and no neighbour is reached. */
const widen = (ring: Ring, by: number): Ring => {
  const ys = ring.map(([, y]) => y);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  return ring.map(([x, y]) => [x, middle + (y - middle) * (1 + by)]);
};
const metre = 1 / 111_320;
const one = (ring: Ring | null, more: object = {}) =>
  geoJson([geoFeature({ cn: '50:04:00000:1', number: '1', ...more }, ring)]);

/** A file that deserves exactly this warning, and one just below the bar. */
const examples: Record<LandWarning, { file: Buffer; below: Buffer }> = {
  moved: {
    file: one(move(square(0, 0), 0, 21 * metre)),
    below: one(move(square(0, 0), 0, 19 * metre)),
  },
  area: { file: one(widen(square(0, 0), 0.11)), below: one(widen(square(0, 0), 0.09)) },
  outside: {
    file: geoJson([geoFeature({ cn: '50:6:0:1', number: '601' }, move(square(0, 0), 0.1))]),
    below: geoJson([geoFeature({ cn: '50:6:0:1', number: '601' }, move(square(0, 0), 0.005))]),
  },
  swapped: {
    file: geoJson([
      geoFeature({ cn: '50:6:0:2', number: '602' }, square(4, 3).map(([x, y]) => [y, x]) as unknown as Ring),
    ]),
    below: geoJson([geoFeature({ cn: '50:6:0:2', number: '602' }, square(4, 0))]),
  },
  number: {
    file: geoJson([geoFeature({ cn: '50:6:0:3', number: '\uFFFD\uFFFD' }, square(4, 1))]),
    below: geoJson([geoFeature({ cn: '50:6:0:3', number: '603' }, square(4, 1))]),
  },
  overlaps: {
    file: geoJson([geoFeature({ cn: '50:6:0:5', number: '605' }, move(square(0, 0), 0, -10 * metre))]),
    below: geoJson([geoFeature({ cn: '50:6:0:5', number: '605' }, move(square(0, 0), 0, -33.3 * metre))]),
  },
  two_numbers: {
    file: geoJson([geoFeature({ cn: '50:6:0:6', number: '606/607' }, square(4, 4))]),
    below: geoJson([geoFeature({ cn: '50:6:0:6', number: '606/1' }, square(4, 4))]),
  },
  no_outline: {
    file: geoJson([geoFeature({ cn: '50:6:0:4', number: '604' }, null)]),
    below: geoJson([geoFeature({ cn: '50:6:0:4', number: '604' }, square(4, 2))]),
  },
};

describe('a warning of an import of land', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  // A moderator: what is far away or exchanged is left out of files of the board.
  const as = () => [service, village.accounts.moderator] as [TestService, string];
  const via = ['session', true] as const;
  const work = () =>
    drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  const check = async (file: Buffer) => {
    const sent = await runActionAs(
      ...as(),
      import_land,
      {
        settlement,
        kind: 'plots',
        file_name: 'a.json',
        file: file.toString('base64'),
      },
      ...via,
    );
    await work();
    return runActionAs(...as(), show_land_import, { settlement, import: sent.import }, ...via);
  };
  const apply = async (id: string, seen: string, accept: readonly LandWarning[]) => {
    try {
      await runActionAs(...as(), apply_land_import, { settlement, import: id, seen, accept }, ...via);
    } catch (error) {
      if (error instanceof Refusal) return JSON.stringify(error);
      throw error;
    }
    await work();
    return (await runActionAs(...as(), show_land_import, { settlement, import: id }, ...via)).state;
  };

  for (const warning of landWarnings)
    it(`“${warning}” is given alone, and accepted by its own name and by no other`, async () => {
      const { file, below } = examples[warning];
      const calm = await check(below);
      assert.deepEqual(calm.features[0]?.warnings, [], 'just below the bar');
      const { id, outcome, features, report } = await check(file);
      assert.deepEqual(features[0]?.warnings, [warning]);
      assert.deepEqual(report?.warnings, { [warning]: 1 });
      const others = landWarnings.filter((each) => each !== warning);
      for (const accepted of [[], others]) {
        const refused = await apply(id, outcome ?? '', accepted);
        assert.match(refused, new RegExp(`accept_${warning}`));
        for (const other of others) assert.doesNotMatch(refused, new RegExp(`accept_${other}"`));
      }
      assert.equal(await apply(id, outcome ?? '', [warning]), 'applied');
      await runActionAs(...as(), undo_land_import, { settlement, import: id }, ...via);
    });
});

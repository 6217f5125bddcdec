import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import type { ImportKind } from '../../src/domain/rules/land-import-states.ts';
import { CommandError, parseCommand, UsageError } from '../../src/entry/commands/command.ts';
import { importParcelsCommand } from '../../src/entry/commands/import-commands.ts';
import { importLand } from '../../src/entry/commands/import-land.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { cadastralPrefix, type FileCase, fileCases } from './file-cases.ts';
import { geoFeature, geoJson, kml, placemark, rectangle } from './sample-files.ts';

const settlement = 'berezka';

describe('importing every file format, valid and broken, by page and by command', () => {
  let service: TestService;
  let village: Village;
  let folder: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    folder = await mkdtemp(join(tmpdir(), 'settlements-import-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const stored = () =>
    service.db<{ cadastral: string; number: string; area: number | null; geometry: unknown }[]>`
      select cadastral_number as cadastral, number, area_m2 as area, geometry from parcel
       where starts_with(cadastral_number, ${cadastralPrefix}) order by cadastral_number`;
  const forget = () => service.db`delete from parcel where starts_with(cadastral_number, ${cadastralPrefix})`;
  const namesOf = (rows: Awaited<ReturnType<typeof stored>>) =>
    rows.map(({ cadastral, number }) => [cadastral, number]);

  const work = () =>
    drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  /** As a moderator: imports of boards are bounded, the command is not. */
  const who = () => [service, village.accounts.moderator] as [TestService, string];
  async function byPage({ bytes, system = 'auto' }: FileCase) {
    const sent = await runActionAs(
      ...who(),
      import_land,
      { settlement, kind: 'plots', file_name: 'a', file: bytes.toString('base64'), system },
      'session',
      true,
    );
    const show = () =>
      runActionAs(...who(), show_land_import, { settlement, import: sent.import }, 'session', true);
    await work();
    const apply = async () => {
      const { outcome, report } = await show();
      const [seen, accept] = [outcome ?? '', Object.keys(report?.warnings ?? {})];
      await runActionAs(
        ...who(),
        apply_land_import,
        { settlement, import: sent.import, seen, accept },
        'session',
        true,
      );
      await work();
      assert.equal((await show()).state, 'applied');
    };
    return { shown: await show(), apply };
  }

  async function byCommand(
    { bytes, system }: Pick<FileCase, 'bytes' | 'system'>,
    more: readonly string[] = [],
    kind: ImportKind = 'plots',
  ) {
    const file = join(folder, 'file');
    await writeFile(file, bytes);
    const said = { out: '', err: '' };
    const output = (name: 'out' | 'err') => ({
      write(text: string) {
        said[name] += text;
      },
    });
    const given = parseCommand(importParcelsCommand, [file, ...(system ? ['--crs', system] : []), ...more]);
    assert.ok(given !== 'help');
    const code = await importLand(
      { app: service.app, database: { pool: service.pool } },
      given,
      'Parcels',
      { kind, settlementId: village.settlement.id },
      { out: output('out'), err: output('err') },
    ).catch((error: unknown) => error);
    return { code, ...said };
  }

  for (const example of fileCases)
    it(example.name, async () => {
      const { expected } = example;
      const tried = await byCommand(example, ['--dry-run']);
      assert.deepEqual(await stored(), [], 'a dry run writes nothing');
      const page = await byPage(example);
      assert.deepEqual(await stored(), [], 'a check writes nothing');
      if (expected instanceof RegExp) {
        assert.equal(page.shown.state, 'unreadable');
        assert.match(page.shown.fault?.en ?? '', expected);
        assert.ok(page.shown.fault?.ru);
        const done = await byCommand(example);
        for (const { code, out } of [tried, done]) {
          assert.ok(code instanceof CommandError, String(code));
          assert.match(code.message, expected);
          assert.match(code.message, /Nothing was taken in\.$/);
          assert.equal(out, '');
        }
        assert.deepEqual(await stored(), [], 'nothing is written partially');
        return;
      }
      // The page shows the worst first, the command in the order of the file.
      const shown = { ...page.shown, features: page.shown.features.toSorted((a, b) => a.number - b.number) };
      const { report } = shown;
      assert.equal(shown.state, 'checked', JSON.stringify(shown.fault));
      assert.deepEqual(
        shown.features.map(({ number, outcome }) => [number, outcome]),
        expected.map(([number, outcome]) => [number, outcome]),
      );
      for (const [index, [number, outcome, remark = /^$/]] of expected.entries()) {
        assert.match(shown.features[index]?.reason?.en ?? '', remark);
        const line = tried.err.split('\n').find((each) => each.startsWith(`feature ${number}`)) ?? '';
        assert.match(line, new RegExp(`^feature ${number}( \\(.*\\))?: ${outcome}(:|$)`));
        if (remark.source !== '^$') assert.match(line, remark);
      }
      assert.deepEqual(JSON.parse(tried.out), { dry_run: true, ...report });
      const wanted = example.stored ?? [];
      const exit = wanted.length === 0 ? 1 : 0;
      assert.equal(tried.code, exit);
      await page.apply();
      const applied = await stored();
      assert.deepEqual(namesOf(applied), wanted);
      await forget();
      const warned = report?.warnings ? await byCommand(example) : null;
      if (warned) {
        assert.ok(warned.code instanceof CommandError, String(warned.code));
        for (const each of Object.keys(report?.warnings ?? {}))
          assert.match(warned.code.message, new RegExp(`--accept .*${each}`));
        assert.deepEqual(await stored(), [], 'not before its warnings are accepted');
      }
      const done = await byCommand(example, ['--accept', 'all']);
      assert.equal(done.code, exit, done.err);
      const { import: kept, ...counts } = JSON.parse(done.out);
      assert.deepEqual(counts, report);
      assert.equal(
        typeof kept,
        wanted.length === 0 ? 'undefined' : 'string',
        'what changed something is kept',
      );
      assert.deepEqual(await stored(), applied, 'page and command store the same');
      await forget();
    });

  it('imports buildings by the command', async () => {
    const [[[west = 0, south = 0] = []] = []] = squarePlot(0, 0).geometry.coordinates;
    const house = rectangle(west + 0.0001, south + 0.0001, 0.0001, 0.0001);
    const bytes = Buffer.from(kml(placemark('<name>50:77:1:900</name>', [house])));
    const buildings = () => service.db<{ plot: string | null }[]>`
      select p.number as plot from building b left join parcel p on p.id = b.parcel_id
       where b.cadastral_number = '50:77:1:900'`;
    const tried = await byCommand({ bytes }, ['--dry-run'], 'buildings');
    assert.deepEqual([tried.code, JSON.parse(tried.out).added], [0, 1]);
    assert.match(tried.err, /^feature 1 \(50:77:1:900\): added: plot 1$/m);
    assert.deepEqual(await buildings(), []);
    assert.equal((await byCommand({ bytes }, [], 'buildings')).code, 0);
    assert.deepEqual(await buildings(), [{ plot: '1' }]);
    const again = await byCommand({ bytes }, [], 'buildings');
    assert.equal(JSON.parse(again.out).unchanged, 1);
    const broken = await byCommand({ bytes: bytes.subarray(0, -20) }, [], 'buildings');
    assert.ok(broken.code instanceof CommandError);
  });

  it('rolls back all batches if the end of the file is broken', async () => {
    const many = geoJson(
      Array.from({ length: 2500 }, (_, at) => geoFeature({ cn: `${cadastralPrefix}m${at}` }, null)),
    );
    const { code } = await byCommand({ bytes: many.subarray(0, -10) });
    assert.ok(code instanceof CommandError);
    assert.deepEqual(await stored(), []);
  });

  it('an unknown coordinate system is a usage error', async () => {
    for (const system of ['msk-99-9', '+proj=geos', '+proj=tmerc +nadgrids=/etc/passwd']) {
      const { code } = await byCommand({ bytes: geoJson([]), system });
      assert.ok(code instanceof UsageError, system);
    }
  });
});

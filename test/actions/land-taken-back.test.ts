import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { type LandWarning, landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { remove_plot } from '../../src/features/actions/remove_plot.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { undo_land_import } from '../../src/features/actions/undo_land_import.ts';
import { drainQueue } from '../harness/jobs.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';

const settlement = 'berezka';
const ring = (row: number, column: number, shift = 0) =>
  (squarePlot(row, column).geometry.coordinates[0] as unknown as Ring).map(([x, y]) => [
    x + shift,
    y,
  ]) as unknown as Ring;

describe('an import of land that is taken back', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const as = (who: Persona) => [service, village.accounts[who]] as [TestService, string];
  const via = (who: Persona) => ['session', who === 'moderator'] as const;
  const show = (id: string, more: object = {}) =>
    runActionAs(
      ...as('moderator'),
      show_land_import,
      { settlement, import: id, ...more },
      ...via('moderator'),
    );
  const work = () =>
    drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  const check = async (file: Buffer, who: Persona = 'editor', more: object = {}) => {
    const sent = {
      settlement,
      kind: 'plots',
      file_name: 'план.json',
      file: file.toString('base64'),
      ...more,
    };
    const { import: id } = await runActionAs(...as(who), import_land, sent, ...via(who));
    await work();
    return show(id);
  };
  const apply = async (
    id: string,
    accept: readonly LandWarning[] = landWarnings,
    who: Persona = 'editor',
  ) => {
    const seen = (await show(id)).outcome ?? '';
    const input = { settlement, import: id, rename: true, accept, seen };
    await runActionAs(...as(who), apply_land_import, input, ...via(who));
    await work();
    return show(id);
  };
  const takeBack = (id: string, who: Persona = 'editor') =>
    runActionAs(...as(who), undo_land_import, { settlement, import: id }, ...via(who));
  const refusalOf = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (error instanceof Refusal) return JSON.stringify(error);
      throw error;
    }
    return assert.fail('was not refused');
  };
  /** Every row of every table, except what tells of the import itself and what is appended for good. */
  const snapshot = async () => {
    const left = [
      'land_import',
      'land_import_row',
      'land_import_feature',
      'parcel_change',
      'audit_entry',
      'account_day',
      'job',
    ];
    const tables = await service.db<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = current_schema() and c.relkind = 'r' and c.relname <> all(${left}::text[])
         and c.relname not in ('land_version', 'instance', 'idempotency') and c.relname not like 'rate%' order by 1`;
    const whole: Record<string, string[]> = {};
    for (const { name } of tables) {
      const rows = await service.db<{ row: string }[]>`
        select to_jsonb(t)::text as row from ${service.db(name)} t order by 1`;
      whole[name] = rows.map(({ row }) => row);
    }
    return whole;
  };

  it('leaves the database as it was, with people, diaries and devices on 600 plots', async () => {
    const { db, newId } = service;
    const now = new Date();
    const grid = Array.from(
      { length: 600 },
      (_, index) => [10 + Math.floor(index / 30), index % 30] as const,
    );
    const feature = (index: number, shift = 0, number = String(1000 + index)) => {
      const [row, column] = grid[index] as readonly [number, number];
      return geoFeature({ cn: `50:9:0:${index}`, number }, ring(row, column, shift));
    };
    const first = await check(geoJson(grid.slice(0, 500).map((_, index) => feature(index))));
    assert.equal((await apply(first.id)).state, 'applied');
    // A building on every tenth plot, people, a diary and a device on every fifth.
    const plots = await db<{ id: string; name: string }[]>`
      select id, cadastral_number as name from parcel where cadastral_number like '50:9:0:%' order by id`;
    const houses = plots
      .filter((_, index) => index % 10 === 0)
      .map(({ name }) => {
        const [row, column] = grid[Number(name.split(':').at(-1))] as readonly [number, number];
        const inside = ring(row, column).map(([x, y]) => [
          37.5 + column * 0.0005 + (x - 37.5 - column * 0.0005) / 3 + 0.0001,
          56.3 + row * 0.0003 + (y - 56.3 - row * 0.0003) / 3 + 0.0001,
        ]) as unknown as Ring;
        return geoFeature({ cn: `house-${name}`, building: 'dwelling' }, inside);
      });
    const built = await check(geoJson(houses), 'editor', { kind: 'buildings' });
    assert.equal((await apply(built.id)).report?.added, 50);
    const things = createThings(service, village);
    for (const [index, { id }] of plots.entries()) {
      if (index % 5 !== 0) continue;
      await db`
        insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
        values (${newId()}, ${village.accounts.neighbour}, ${id}, 'family', 'confirmed', ${now}, ${now})`;
      await village.clients.neighbour.write_article({ settlement, parcel_id: id, title: 'День', body: 'Т' });
      await things.object('Яблоня', id);
      await db`
        insert into device_connection (id, account_id, parcel_id, name, provider, state, next_poll_at, created_at)
        values (${newId()}, ${village.accounts.neighbour}, ${id}, 'Дом', 'home_assistant', 'paused', ${now}, ${now})`;
    }
    const before = await snapshot();

    // Every plot moves by a street, two exchange their numbers, a hundred come anew.
    const swapped = new Map([
      [1, '1002'],
      [2, '1001'],
    ]);
    const second = await check(
      geoJson(grid.map((_, index) => feature(index, 0.002, swapped.get(index) ?? String(1000 + index)))),
    );
    assert.ok((second.report?.warnings?.moved ?? 0) >= 498, JSON.stringify(second.report));
    const applied = await apply(second.id);
    assert.equal(applied.state, 'applied', JSON.stringify(applied.report));
    assert.notDeepEqual((await snapshot()).parcel, before.parcel, 'it did change the land');
    assert.notDeepEqual((await snapshot()).building, before.building, 'and where buildings stand');

    await takeBack(second.id);
    const after = await snapshot();
    assert.deepEqual(Object.keys(after), Object.keys(before));
    for (const [name, rows] of Object.entries(before)) assert.deepEqual(after[name], rows, name);
    assert.equal((await show(second.id)).state, 'taken_back');
    await takeBack(second.id);
  });

  it('says by name what stands in the way, and changes nothing', async () => {
    const { db, newId } = service;
    const of = (cn: string, number: string, row: number, column: number, shift = 0) =>
      geoFeature({ cn, number }, ring(row, column, shift));
    const first = await apply(
      (await check(geoJson([of('50:8:0:1', '801', 40, 0), of('50:8:0:2', '802', 40, 1)]))).id,
    );
    const [plot] = await db<{ id: string }[]>`select id from parcel where cadastral_number = '50:8:0:1'`;
    await db`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      values (${newId()}, ${village.accounts.newcomer}, ${plot?.id as string}, 'owner', 'confirmed', now(), now())`;
    const later = await apply((await check(geoJson([of('50:8:0:2', '802', 40, 1, 0.0001)]))).id);
    const refused = await refusalOf(takeBack(first.id));
    assert.match(refused, /участок 801 \(люди\)/);
    assert.match(refused, /участок 802: изменён более поздним файлом «план.json»/);
    assert.equal((await show(first.id)).state, 'applied');
    await takeBack(later.id);
    await db`delete from membership where parcel_id = ${plot?.id as string}`;
    // A number given back that somebody else has by now.
    const renumbered = await apply((await check(geoJson([of('50:8:0:1', '811', 40, 0)]))).id);
    await apply((await check(geoJson([of('50:8:0:3', '801', 40, 3)]))).id);
    assert.match(await refusalOf(takeBack(renumbered.id)), /номера уже заняты: 801/);
  });

  it('is for the present board and moderators, and happens once when two do it at once', async () => {
    const file = geoJson([geoFeature({ cn: '50:7:0:1', number: '701' }, ring(42, 0))]);
    const { id } = await apply((await check(file)).id);
    for (const who of ['resident', 'neighbour', 'outsider', 'newcomer'] as const)
      assert.equal(await refusalKindOf(takeBack(id, who)), 'forbidden', who);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(takeBack(id)), 'forbidden', 'no longer on the board');
    await service.db`
      insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${village.accounts.editor}, 'editor', now())`;
    const both = await Promise.allSettled([takeBack(id), takeBack(id, 'moderator')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
      'twice at once is once',
    );
    assert.equal((await service.db`select 1 from parcel where cadastral_number = '50:7:0:1'`).length, 0);
    const audited =
      await service.db`select 1 from audit_entry where action = 'undo_land_import' and after->>'removed' = '1'`;
    assert.equal(audited.length, 1);
  });

  it('warns before: moved, area, far away, axes exchanged, no outline, number; each accepted by name, the worst first', async () => {
    const flip = (points: Ring) => points.map(([x, y]) => [y, x]) as unknown as Ring;
    const far = ring(0, 0).map(([x, y]) => [x + 1, y]) as unknown as Ring;
    const wide = ring(0, 1).map(([x, y]) => [37.5005 + (x - 37.5005) * 1.3, y]) as unknown as Ring;
    const file = geoJson([
      geoFeature({ cn: '50:04:00000:1', number: '1' }, ring(0, 0, 0.001)),
      geoFeature({ cn: '50:04:00000:2', number: '2' }, wide),
      geoFeature({ cn: '50:6:0:1', number: '601' }, far),
      geoFeature({ cn: '50:6:0:2', number: '602' }, flip(ring(44, 0))),
      geoFeature({ cn: '50:6:0:3', number: '\uFFFD\uFFFD' }, ring(44, 1)),
      geoFeature({ cn: '50:6:0:4', number: '604' }, ring(44, 2)),
    ]);
    const seen = await check(file, 'moderator');
    const listed = new Map(seen.features.map((each) => [each.name, each]));
    assert.deepEqual(listed.get('50:04:00000:1')?.warnings, ['moved', 'overlaps']);
    assert.ok(Math.abs((listed.get('50:04:00000:1')?.shiftM ?? 0) - 61.7) < 1);
    assert.ok(listed.get('50:04:00000:2')?.warnings.includes('area'));
    assert.deepEqual(listed.get('50:6:0:1')?.warnings, ['outside']);
    assert.deepEqual(listed.get('50:6:0:2')?.warnings, ['swapped']);
    assert.deepEqual(listed.get('50:6:0:3')?.warnings, ['number']);
    assert.deepEqual(listed.get('50:6:0:4')?.warnings, []);
    assert.equal(seen.features[0]?.name, '50:6:0:2', 'the worst first');
    assert.equal(seen.features.at(-1)?.name, '50:6:0:4');
    const missing = await refusalOf(
      apply(seen.id, ['moved', 'overlaps', 'area', 'outside', 'number'], 'moderator'),
    );
    assert.match(missing, /accept_swapped/);
    assert.doesNotMatch(missing, /accept_moved/);
    assert.equal((await show(seen.id)).state, 'checked');
    assert.equal((await apply(seen.id, landWarnings, 'moderator')).state, 'applied');
    await takeBack(seen.id, 'moderator');
    // For the board the exchanged one is left out, and the reason says why.
    const bounded = await check(geoJson([geoFeature({ cn: '50:6:0:2', number: '602' }, flip(ring(44, 0)))]));
    assert.match(bounded.features[0]?.reason?.ru ?? '', /широта и долгота перепутаны/);
    const table = await check(Buffer.from('кадастровый номер;номер\n50:6:0:9;609\n'));
    assert.deepEqual(table.features[0]?.warnings, [], 'nobody expects outlines of a table');
  });

  it('a plot without people and things can be removed, any other not', async () => {
    const remove = (parcel: string, who: Persona = 'editor') =>
      runActionAs(...as(who), remove_plot, { settlement, parcel }, ...via(who));
    assert.equal(await refusalKindOf(remove('12А', 'resident')), 'forbidden');
    assert.match(await refusalOf(remove('1')), /участок 1 \(люди/);
    assert.equal((await remove('12А')).number, '12А');
    assert.equal((await service.db`select 1 from parcel where id = ${village.plots.empty}`).length, 0);
    assert.equal(await refusalKindOf(remove(village.outsiderPlot)), 'not_found', 'of another settlement');
  });
});

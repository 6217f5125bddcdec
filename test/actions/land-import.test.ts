import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { list_land_imports } from '../../src/features/actions/list_land_imports.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { drainQueue } from '../harness/jobs.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, makeZip, type Ring, rectangle } from '../land-import/sample-files.ts';

const settlement = 'berezka';
const ring = (row: number, column: number) =>
  squarePlot(row, column).geometry.coordinates[0] as unknown as Ring;

describe('importing land through a page', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const as = (who: Persona | null) => [service, who && village.accounts[who]] as [TestService, string | null];
  const via = (who: Persona | null) => ['session', who === 'moderator'] as const;
  const send = (who: Persona | null, file: Buffer, more: object = {}, key?: string) =>
    runActionAs(
      ...as(who),
      import_land,
      { settlement, kind: 'plots', file_name: 'a.json', file: file.toString('base64'), ...more },
      ...via(who),
      key,
    );
  /** In the order of the file. */
  const show = async (who: Persona | null, id: string, more: object = {}) => {
    const shown = await runActionAs(
      ...as(who),
      show_land_import,
      { settlement, import: id, ...more },
      ...via(who),
    );
    return { ...shown, features: [...shown.features].sort((a, b) => a.number - b.number) };
  };
  /** Sends the current outcome as seen, unless another is given. */
  const apply = async (who: Persona | null, id: string, rename = false, look?: string | null) => {
    const seen = look ?? (await show('moderator', id).catch(() => null))?.outcome ?? '';
    return runActionAs(
      ...as(who),
      apply_land_import,
      { settlement, import: id, rename, seen, accept: landWarnings },
      ...via(who),
    );
  };
  /** Runs the job, then shows the import. */
  const settled = async (id: string) => {
    await drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
    return show('moderator', id);
  };
  const checked = async (who: Persona, file: Buffer, more: object = {}) =>
    settled((await send(who, file, more)).import);
  const find = async (cadastralNumber: string) => {
    const [row] = await service.db<{ number: string; settlement: string | null; area: number | null }[]>`
      select number, settlement_id as settlement, area_m2 as area from parcel where cadastral_number = ${cadastralNumber}`;
    return row;
  };

  it('is for the board and moderators: uploading, viewing and applying', async () => {
    const file = geoJson([geoFeature({ cn: '50:2:0:1', number: '201' }, ring(2, 0))]);
    const { id } = await checked('editor', file);
    for (const persona of ['resident', 'newcomer', 'outsider', 'company'] as const) {
      assert.equal(await refusalKindOf(send(persona, file)), 'forbidden', persona);
      assert.equal(await refusalKindOf(show(persona, id)), 'forbidden', persona);
      assert.equal(await refusalKindOf(apply(persona, id)), 'forbidden', persona);
      assert.equal(
        await refusalKindOf(runActionAs(...as(persona), list_land_imports, { settlement })),
        'forbidden',
        persona,
      );
    }
    assert.equal(await refusalKindOf(send(null, file)), 'unauthenticated');
    const elsewhere = runActionAs(
      ...as('moderator'),
      show_land_import,
      { settlement: village.other.slug, import: id },
      ...via('moderator'),
    );
    assert.equal(await refusalKindOf(elsewhere), 'not_found', 'only there where it was sent');
    const latest = await runActionAs(...as('editor'), list_land_imports, { settlement });
    assert.equal(latest.imports[0]?.id, id);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(apply('editor', id)), 'forbidden', 'no editor any more');
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${village.accounts.editor}, 'editor', now())`;
    assert.equal(await find('50:2:0:1'), undefined, 'nobody took it in');
  });

  it('is not applied when the account lost its role before the job ran', async () => {
    const { editor, moderator } = village.accounts;
    const { id } = await checked(
      'editor',
      geoJson([geoFeature({ cn: '50:2:0:7', number: '207' }, ring(2, 7))]),
    );
    await apply('editor', id);
    await service.db`delete from settlement_role where account_id = ${editor}`;
    assert.equal((await settled(id)).state, 'failed');
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${editor}, 'editor', now())`;
    const further = await checked(
      'moderator',
      geoJson([geoFeature({ cn: '50:2:0:8', number: '208' }, ring(2, 8))]),
    );
    await apply('moderator', further.id);
    await service.db`update account set platform_role = null where id = ${moderator}`;
    assert.equal((await settled(further.id)).state, 'failed');
    await service.db`update account set platform_role = 'moderator' where id = ${moderator}`;
    assert.deepEqual([await find('50:2:0:7'), await find('50:2:0:8')], [undefined, undefined]);
  });

  it('previews the outcome of each feature without changes, then applies exactly that', async () => {
    const bow: Ring = [
      [37.505, 56.31],
      [37.5055, 56.3103],
      [37.5055, 56.31],
      [37.505, 56.3103],
      [37.505, 56.31],
    ];
    const file = geoJson([
      geoFeature({ cn: '50:2:1:1', number: '211', address: 'Садовая, 1' }, ring(3, 0)),
      geoFeature({ cn: '50:2:1:2' }, bow),
      geoFeature({ name: 'nothing' }, ring(3, 2)),
      geoFeature({ cn: '50:2:1:1' }, ring(3, 3)),
      geoFeature({ cn: '50:2:1:3', area: 600 }, null),
    ]);
    const seen = await checked('editor', file);
    assert.deepEqual(
      [seen.state, seen.report?.read, seen.report?.added, seen.report?.refused, seen.report?.repaired],
      ['checked', 5, 3, 2, 1],
    );
    assert.deepEqual(
      seen.features.map(({ number, name, plotNumber, outcome, remark }) => [
        number,
        name,
        plotNumber,
        outcome,
        remark,
      ]),
      [
        [1, '50:2:1:1', '211', 'added', null],
        [2, '50:2:1:2', '50:2:1:2', 'added', 'renamed'],
        [3, '', '', 'refused', null],
        [4, '50:2:1:1', '', 'refused', null],
        [5, '50:2:1:3', '50:2:1:3', 'added', 'renamed'],
      ],
    );
    assert.match(seen.features[2]?.reason?.ru ?? '', /Нет ни номера участка, ни кадастрового номера/);
    assert.equal(await find('50:2:1:1'), undefined, 'nothing changes by looking');
    const onlyRefused = await show('editor', seen.id, { only: 'refused', after: 4 });
    assert.deepEqual(
      onlyRefused.features.map(({ number }) => number),
      [4],
    );

    assert.equal(
      await refusalKindOf(apply('editor', seen.id)),
      'invalid',
      'numbers are taken and nobody agreed',
    );
    await apply('editor', seen.id, true);
    await apply('editor', seen.id, true);
    const done = await settled(seen.id);
    assert.deepEqual([done.state, done.hasMoved], ['applied', false]);
    assert.deepEqual(
      [
        (await find('50:2:1:1'))?.number,
        (await find('50:2:1:1'))?.settlement,
        (await find('50:2:1:3'))?.area,
      ],
      ['211', village.settlement.id, 600],
    );
    const [entry] = await service.db<{ account: string; after: { added: number } }[]>`
      select account_id as account, after from audit_entry where action = 'import_land'`;
    assert.deepEqual([entry?.account, entry?.after.added], [village.accounts.editor, 3]);
    const [kept] = await service.db<
      { file: Buffer | null }[]
    >`select file from land_import where id = ${seen.id}`;
    assert.equal(kept?.file, null, 'the file goes');
    const again = await checked('editor', file);
    assert.deepEqual([again.report?.added, again.report?.unchanged, again.report?.renamed], [0, 3, 0]);
  });

  it('applies nothing when the register changed since the preview, and previews again', async () => {
    const file = geoJson([
      geoFeature({ cn: '50:2:2:1', number: '221' }, ring(4, 0)),
      geoFeature({ cn: '50:2:2:2', number: '222' }, ring(4, 1)),
    ]);
    const seen = await checked('editor', file);
    const other = await checked(
      'moderator',
      geoJson([geoFeature({ cn: '50:2:2:9', number: '222' }, ring(4, 2))]),
    );
    await apply('moderator', other.id);
    assert.equal((await settled(other.id)).state, 'applied');
    await apply('editor', seen.id);
    const moved = await settled(seen.id);
    assert.deepEqual([moved.state, moved.hasMoved, moved.report?.renamed], ['checked', true, 1]);
    assert.equal(await find('50:2:2:1'), undefined, 'nothing half done');
    assert.equal(
      await refusalKindOf(apply('editor', seen.id, true, seen.outcome)),
      'invalid',
      'from a page that was opened before',
    );
    await apply('editor', seen.id, true);
    assert.equal((await settled(seen.id)).state, 'applied');
    assert.equal((await find('50:2:2:2'))?.number, '50:2:2:2');
  });

  it('limits a board to its own land, but not moderators', async () => {
    const [foreign] = await service.db<{ cn: string; number: string }[]>`
      update parcel set cadastral_number = '50:9:9:9' where id = ${village.outsiderPlot} returning cadastral_number as cn, number`;
    const file = geoJson([
      geoFeature({ cn: foreign?.cn, number: '999' }, ring(5, 0)),
      geoFeature({ cn: '50:2:3:1', number: '231' }, rectangle(38.5, 56.3, 0.0005, 0.0003)),
      geoFeature({ cn: '50:2:3:2', number: '232' }, ring(5, 2)),
    ]);
    const seen = await checked('editor', file);
    assert.deepEqual(
      seen.features.map(({ outcome, reason }) => [outcome, reason?.en ?? '']),
      [
        ['refused', 'It belongs to another village.'],
        ['refused', 'It lies too far from the village.'],
        ['added', ''],
      ],
    );
    await apply('editor', seen.id);
    await settled(seen.id);
    assert.equal((await find('50:9:9:9'))?.number, foreign?.number);
    const moderated = await checked('moderator', file, { kind: 'land' });
    assert.deepEqual(
      moderated.features.map(({ outcome }) => outcome),
      ['changed', 'added', 'unchanged'],
    );
    // A file of a moderator gives the board no further rights.
    await apply('editor', moderated.id);
    const again = await settled(moderated.id);
    assert.deepEqual([again.state, again.hasMoved], ['checked', true]);
    assert.deepEqual(
      again.features.map(({ outcome }) => outcome),
      ['refused', 'refused', 'unchanged'],
    );
    assert.equal((await find('50:9:9:9'))?.number, foreign?.number);
    assert.equal(await find('50:2:3:1'), undefined);
  });

  it('keeps a board from unclaimed land far away, also by files that draw nothing or draw it elsewhere', async () => {
    const far = rectangle(39.5, 57.3, 0.0005, 0.0003);
    const land = await checked(
      'moderator',
      geoJson([
        geoFeature({ cn: '50:2:44:1', number: '41', address: 'Far away' }, far),
        geoFeature({ cn: '50:2:44:2', number: '42' }, rectangle(39.6, 57.3, 0.0005, 0.0003)),
      ]),
      { kind: 'land' },
    );
    await apply('moderator', land.id);
    const house = geoJson([geoFeature({ cn: '50:2:44:10', building: 'house' }, far)]);
    const houses = await checked('moderator', house, { kind: 'buildings' });
    await apply('moderator', houses.id);
    assert.equal((await settled(houses.id)).state, 'applied');
    const refuse = async (kind: string, file: string | Buffer) => {
      const seen = await checked('editor', Buffer.from(file), { kind, file_name: 'a.csv' });
      assert.deepEqual(
        seen.features.map(({ outcome, reason }) => [outcome, reason?.en]),
        [['refused', 'It lies too far from the village.']],
        kind,
      );
    };
    const table = 'cadastral_number,number,address\n50:2:44:1,141,Ours\n';
    await refuse('plots', table);
    await refuse('land', table);
    await refuse('plots', geoJson([geoFeature({ cn: '50:2:44:2', number: '142' }, ring(6, 3))]));
    await refuse('buildings', 'cadastral_number,area,parcel\n50:2:44:11,50,50:2:44:1\n');
    await refuse('buildings', geoJson([geoFeature({ cn: '50:2:44:10', building: 'shed' }, ring(6, 3))]));
    const { number, settlement: owner } = (await find('50:2:44:1')) ?? assert.fail();
    assert.deepEqual([number, owner], ['41', null]);
  });

  it('shows an outline of thousands of points by a few of them, and takes in all', async () => {
    const [[west, south] = [0, 0]] = ring(6, 5);
    const round: Ring = Array.from({ length: 5_001 }, (_, at) => {
      const turn = ((at % 5_000) / 5_000) * 2 * Math.PI;
      return [west + 0.0002 * Math.cos(turn), south + 0.0001 * Math.sin(turn)];
    });
    const file = geoJson([geoFeature({ cn: '50:2:45:1', number: '451' }, round)]);
    const seen = await checked('editor', file);
    const points = seen.features[0]?.will?.coordinates.flat(2).length ?? 0;
    assert.ok(points > 100 && points < 250, String(points));
    await apply('editor', seen.id);
    assert.equal((await settled(seen.id)).state, 'applied');
    const [row] = await service.db<{ points: number }[]>`
      select jsonb_array_length(geometry->'coordinates'->0) as points from parcel where cadastral_number = '50:2:45:1'`;
    assert.ok((row?.points ?? 0) > 4_000, String(row?.points));
  });

  it('is recorded as a decision of who applied it, not of who uploaded it', async () => {
    const file = geoJson([geoFeature({ cn: '50:2:71:1', number: '271' }, ring(7, 3))]);
    const sent = await checked('moderator', file);
    await apply('editor', sent.id);
    assert.equal((await settled(sent.id)).state, 'applied');
    const [decision] = await service.db<{ by: string }[]>`
      select account_id as by from audit_entry where action = 'import_land' order by id desc limit 1`;
    assert.equal(decision?.by, village.accounts.editor);
  });

  it('adds surrounding land as unowned, and buildings to their plots', async () => {
    const land = await checked('editor', geoJson([geoFeature({ cn: '50:2:4:1' }, ring(6, 0))]), {
      kind: 'land',
    });
    await apply('editor', land.id);
    await settled(land.id);
    assert.equal((await find('50:2:4:1'))?.settlement, null);
    const [[west = 0, south = 0] = []] = ring(6, 0);
    const house = geoJson([
      geoFeature(
        { cn: '50:2:4:100', purpose: 'жилой дом' },
        rectangle(west + 0.0001, south + 0.0001, 0.0001, 0.0001),
      ),
    ]);
    const buildings = await checked('editor', house, { kind: 'buildings' });
    assert.deepEqual(
      [buildings.report?.added, buildings.features[0]?.plotNumber],
      [1, '1'],
      'the plot that it is then put on',
    );
    await apply('editor', buildings.id);
    await settled(buildings.id);
    const [row] = await service.db<{ cn: string }[]>`
      select p.cadastral_number as cn from building b join parcel p on p.id = b.parcel_id where b.cadastral_number = '50:2:4:100'`;
    assert.equal(row?.cn, '50:2:4:1');
  });

  it('keeps the number of a plot where the file has none', async () => {
    const named = await checked(
      'editor',
      geoJson([geoFeature({ cn: '50:2:5:77', number: '251' }, ring(7, 0))]),
    );
    await apply('editor', named.id);
    await settled(named.id);
    const nameless = await checked('editor', geoJson([geoFeature({ cn: '50:2:5:77' }, ring(7, 0))]));
    assert.deepEqual([nameless.report?.unchanged, nameless.features[0]?.plotNumber], [1, '251']);
  });

  it('explains why a file cannot be read, and refuses invalid input', async () => {
    const broken = await checked('editor', makeZip({ 'readme.txt': 'x' }));
    assert.equal(broken.state, 'unreadable');
    assert.match(broken.fault?.ru ?? '', /нет ни файла \.shp/);
    assert.equal(await refusalKindOf(apply('editor', broken.id)), 'invalid');
    const good = geoJson([geoFeature({ cn: '1' }, ring(8, 0))]);
    for (const more of [
      { system: 'msk-99-9' },
      { system: 'own', parameters: '+proj=tmerc +nadgrids=/etc/passwd' },
      { system: 'own' },
      { kind: 'people' },
      { file: '' },
      { file: 'A'.repeat(6 * 1024 * 1024) },
    ])
      assert.equal(
        await refusalKindOf(send('editor', good, more)),
        'invalid',
        JSON.stringify(more).slice(0, 80),
      );
  });

  it('deduplicates repeated submissions, and deletes files that were never applied', async () => {
    const file = geoJson([geoFeature({ cn: '50:2:6:1' }, ring(9, 0))]);
    const [first, second] = [
      await send('editor', file, {}, 'the-same-key-0001'),
      await send('editor', file, {}, 'the-same-key-0001'),
    ];
    assert.equal(first.import, second.import);
    await settled(first.import);
    await sweepExpired(service.db, new Date(Date.now() + 2 * 3_600_000));
    assert.equal(await refusalKindOf(show('editor', first.import)), 'not_found');
    for (let count = 0; count < 7; count += 1) await send('editor', file);
    const kept = await runActionAs(...as('editor'), list_land_imports, { settlement });
    assert.ok(kept.imports.filter(({ state }) => state !== 'applied').length <= 5);
  });
});

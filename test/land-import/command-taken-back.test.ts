import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { ImportKind } from '../../src/domain/rules/land-import-states.ts';
import { CommandError, parseCommand } from '../../src/entry/commands/command.ts';
import { importParcelsCommand } from '../../src/entry/commands/import-commands.ts';
import { importLand, undoByCommand } from '../../src/entry/commands/import-land.ts';
import { startService } from '../harness/service.ts';
import { squarePlot } from '../harness/village.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from '../web/sign-in.ts';
import { geoFeature, geoJson, type Ring, rectangle } from './sample-files.ts';

const ring = (row: number, column: number, shift = 0) =>
  (squarePlot(row, column).geometry.coordinates[0] as unknown as Ring).map(([x, y]) => [
    x + shift,
    y,
  ]) as unknown as Ring;

describe('an import by the command line', () => {
  let actors: OAuthTestClient;
  let editor: Browser;
  let folder: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    editor = await signIn(actors.service, 'editor', 'ru');
    folder = await mkdtemp(join(tmpdir(), 'settlements-import-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = async (bytes: Buffer, kind: ImportKind, more: readonly string[] = []) => {
    const file = join(folder, 'земля.json');
    await writeFile(file, bytes);
    const given = parseCommand(importParcelsCommand, [file, ...more]);
    assert.ok(given !== 'help');
    let out = '';
    const { service, village } = actors;
    const settlementId = kind === 'plots' ? village.settlement.id : null;
    await importLand(
      { app: service.app, database: { pool: service.pool } },
      given,
      'Parcels',
      { kind, settlementId },
      {
        out: {
          write(text) {
            out += text;
          },
        },
        err: { write() {} },
      },
    );
    return JSON.parse(out) as { import?: string; added: number; changed: number };
  };
  const land = () =>
    actors.service.db<{ row: string }[]>`
      select to_jsonb(p)::text as row from parcel p union all select to_jsonb(b)::text from building b order by 1`;
  const takeBack = (id: string) => {
    const { pool, newId } = actors.service;
    return undoByCommand({ database: { pool }, now: () => new Date(), newId }, id);
  };

  it('is listed for the board, which takes it back on its page', async () => {
    const before = await land();
    const done = await run(
      geoJson([
        geoFeature({ cn: '50:04:00000:1', number: '1' }, ring(0, 0, 0.0001)),
        geoFeature({ cn: '50:5:0:1', number: '501' }, ring(5, 0)),
      ]),
      'plots',
      ['--accept', 'overlaps'],
    );
    assert.deepEqual([done.added, done.changed], [1, 1]);
    const here = { settlement: 'berezka', import: done.import ?? '' };
    const page = fillPath(paths.landImport, here);
    const list = await editor.get(fillPath(paths.landImports, here));
    assert.match(visibleText(list.html), /земля\.json Участки посёлка · загружен/);
    const shown = await editor.get(page);
    assert.match(visibleText(shown.html), /командой на сервере.*Новые 1 · Изменятся 1/);
    const taken = await editor.submit(shown, fillPath(paths.undoLandImport, here));
    assert.equal(taken.location, page);
    assert.match(visibleText((await editor.get(page)).html), /Эту загрузку отменили/);
    assert.deepEqual(await land(), before);
    const audit = await editor.get(fillPath(paths.audit, here));
    assert.match(visibleText(audit.html), /Отменили загрузку земли.*Загрузили землю из файла.*на сервере/);
  });

  it('without a settlement is taken back by a command, which says what stands in the way', async () => {
    const before = await land();
    const around = await run(geoJson([geoFeature({ cn: '50:5:1:1' }, ring(6, 0))]), 'land');
    const [[west = 0, south = 0] = []] = ring(6, 0) as unknown as number[][];
    const house = rectangle(west + 0.0001, south + 0.0001, 0.0001, 0.0001);
    const houses = await run(geoJson([geoFeature({ cn: '50:5:1:9' }, house)]), 'buildings');
    assert.ok(around.import && houses.import);
    await assert.rejects(takeBack(around.import), (error: unknown) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, /Nothing was taken back\. In the way: in use by now: plot 1 \(buildings\)/);
      return true;
    });
    const elsewhere = fillPath(paths.landImport, { settlement: 'berezka', import: houses.import });
    assert.equal((await editor.get(elsewhere)).status, 404, 'it is of no settlement');
    await takeBack(houses.import);
    await takeBack(houses.import);
    await takeBack(around.import);
    assert.deepEqual(await land(), before);
    await assert.rejects(takeBack('1'), /There is no import 1/);
  });

  it('that changes nothing, or is tried only, is not kept', async () => {
    const file = geoJson([geoFeature({ cn: '50:5:2:1', number: '521' }, ring(7, 0))]);
    const count = async () => (await actors.service.db`select 1 from land_import`).length;
    const before = await count();
    assert.equal((await run(file, 'plots', ['--dry-run'])).import, undefined);
    assert.equal(await count(), before);
    assert.ok((await run(file, 'plots')).import);
    assert.equal((await run(file, 'plots')).import, undefined);
    assert.equal(await count(), before + 1);
  });
});

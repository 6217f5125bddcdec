import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CommandError, parseCommand, UsageError } from '../../src/entry/commands/command.ts';
import { importParcelsCommand } from '../../src/entry/commands/import-commands.ts';
import { importLand } from '../../src/entry/commands/import-land.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from './sample-files.ts';

describe('warnings of an import by the command line', () => {
  let service: TestService;
  let village: Village;
  let folder: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    folder = await mkdtemp(join(tmpdir(), 'settlements-import-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const run = async (bytes: Buffer, more: readonly string[] = []) => {
    const file = join(folder, 'file');
    await writeFile(file, bytes);
    const said = { out: '', err: '' };
    const output = (name: 'out' | 'err') => ({
      write(text: string) {
        said[name] += text;
      },
    });
    const given = parseCommand(importParcelsCommand, [file, ...more]);
    assert.ok(given !== 'help');
    const code = await importLand(
      { app: service.app, database: { pool: service.pool } },
      given,
      'Parcels',
      { kind: 'plots', settlementId: village.settlement.id },
      { out: output('out'), err: output('err') },
    ).catch((error: unknown) => error);
    return { code, ...said };
  };
  const ring = (row: number, column: number) =>
    squarePlot(row, column).geometry.coordinates[0] as unknown as Ring;
  const flip = (points: Ring) => points.map(([x, y]) => [y, x]) as unknown as Ring;
  const numbers = async () =>
    (
      await service.db<{ number: string }[]>`
        select number from parcel where cadastral_number like '50:41:%' order by number`
    ).map(({ number }) => number);

  it('refuses exchanged axes until they are accepted by name, and exchanges them', async () => {
    const file = geoJson([geoFeature({ cn: '50:41:0:1', number: '401' }, flip(ring(3, 0)))]);
    const refused = await run(file);
    assert.ok(refused.code instanceof CommandError, String(refused.code));
    assert.match(
      refused.code.message,
      /swapped \(1: .*Nothing was taken in\. To exchange .*--swap-axes\. .*--accept swapped\./,
    );
    assert.match(refused.err, /^feature 1 \(50:41:0:1\): warning: swapped: /m);
    const tried = await run(file, ['--dry-run']);
    assert.equal(tried.code, 0);
    assert.match(tried.err, /added: plot 401: warning: swapped/);
    assert.deepEqual(await numbers(), []);
    assert.equal((await run(file, ['--swap-axes'])).code, 0);
    const [found] = await service.db<{ x: number }[]>`
      select center[0] as x from parcel where cadastral_number = '50:41:0:1'`;
    assert.ok(Math.abs((found?.x ?? 0) - 37.5) < 0.01);
  });

  it('names overlapping plots and what lies far away', async () => {
    const file = geoJson([
      geoFeature({ cn: '50:41:1:1', number: '411' }, ring(5, 0)),
      geoFeature({ cn: '50:41:1:2', number: '412' }, ring(5, 0)),
      geoFeature({ cn: '50:41:1:3', number: '413' }, ring(300, 0)),
    ]);
    const refused = await run(file, ['--accept', 'outside']);
    assert.ok(refused.code instanceof CommandError);
    assert.match(refused.code.message, /overlaps \(2: .*--accept overlaps\./);
    assert.match(refused.err, /\(50:41:1:1\): warning: overlaps: 412/);
    assert.equal((await run(file, ['--accept', 'outside,overlaps'])).code, 0);
    assert.deepEqual(await numbers(), ['401', '411', '412', '413']);
    assert.ok((await run(file, ['--accept', 'nonsense'])).code instanceof UsageError);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openFolder } from '../../src/background/backup/backup-place.ts';
import { backupWorker } from '../../src/background/backup/backup-worker.ts';
import { listBackupRuns } from '../../src/store/system/backup-runs.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';
import { createJobContext } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

describe('backups on a schedule', () => {
  let database: TestDatabase;
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-scheduled-'));
    database = await createDatabase();
    service = await startService({}, { database });
    await buildVillage(service);
    await service.db`
      update account set is_operator = true, email_confirmed_at = now() where id = (select min(id) from account)`;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = (to: string | undefined, now: string, signal = new AbortController().signal) =>
    backupWorker(
      {
        openPlace: openFolder,
        at: 90,
        keep: { daily: 2, weekly: 1, monthly: 1 },
        connectTo: database.connectTo,
      },
      () => ({
        media: service.app.services.media,
        installation: {
          ...service.app.services.installation,
          backup: to === undefined ? null : { to, since: null },
          backupKey: 'a key that is kept somewhere else',
        },
      }),
    ).handle({}, createJobContext(service, { signal, now: () => new Date(now) }));
  const readLetters = async () =>
    (await service.db<{ text: string }[]>`select body_text as text from letter order by id`).map(
      ({ text }) => text,
    );

  it('are made once a day and proven, and the oldest is deleted', async () => {
    const to = join(folder, 'kept');
    await assert.rejects(run(to, '2026-03-03T01:40:00Z', AbortSignal.abort()));
    assert.deepEqual(await readdir(to), [], 'nothing is left of one that was stopped');
    for (const name of [
      'settlements-2026-02-27-0130.backup',
      'settlements-2026-02-28-0130.backup',
      'mine.txt',
    ])
      await writeFile(join(to, name), '');
    await run(to, '2026-03-03T01:40:00Z');
    await run(to, '2026-03-03T23:00:00Z');
    assert.deepEqual((await readdir(to)).sort(), [
      'mine.txt',
      'settlements-2026-02-28-0130.backup',
      'settlements-2026-03-03-0130.backup',
    ]);
    const { mode } = await stat(join(to, 'settlements-2026-03-03-0130.backup'));
    assert.equal(mode & 0o777, 0o600);
    const [last, first, ...others] = await listBackupRuns(service.pool, 10);
    assert.equal(others.length, 0);
    assert.deepEqual([first?.verdict, first?.bytes], ['bad', null]);
    assert.deepEqual([last?.verdict, last?.problem, last?.encrypted], ['good', null, true]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /^settlements_backup_verdict 1$/m);
    assert.match(metrics, new RegExp(`^settlements_backup_bytes ${last?.bytes}$`, 'm'));
    for (const name of ['age_seconds', 'seconds', 'verify_seconds'])
      assert.match(metrics, new RegExp(`^settlements_backup_${name} [\\d.]+$`, 'm'));
    assert.deepEqual(await readLetters(), []);
  });

  it('are reported to the operators once when they fail after several attempts, and once when none was made for days', async () => {
    const blocked = join(folder, 'a file');
    await writeFile(blocked, '');
    for (let minute = 30; minute < 60; minute += 5)
      await run(join(blocked, 'folder'), `2026-03-04T01:${minute}:00Z`).catch(() => {});
    assert.equal((await listBackupRuns(service.pool, 10)).length, 7, 'five more attempts');
    assert.deepEqual(await readLetters(), []);
    for (const time of ['02:30', '02:40']) await run(join(blocked, 'folder'), `2026-03-04T${time}:00Z`);
    const [failed, ...more] = await readLetters();
    assert.equal(more.length, 0);
    assert.match(failed ?? '', /settlements-2026-03-04-0130\.backup.*ENOTDIR/s);
    await service.db`delete from backup where bytes is null`;
    for (const day of ['04', '06', '07']) await run(undefined, `2026-03-${day}T12:00:00Z`);
    const [, late, ...others] = await readLetters();
    assert.equal(others.length, 0);
    assert.match(late ?? '', /2026-03-03 01:40 UTC/);
  });

  it('keep files that rows no longer need while one is being written', async () => {
    const { listUnusedBlobs } = await import('../../src/store/media/media-files.ts');
    const now = new Date('2026-03-10T00:00:00Z');
    const unused = () => listUnusedBlobs(service.pool, ['ab'.repeat(32)], now);
    assert.equal((await unused()).length, 1);
    await service.db`
      insert into backup (name, place, started_at, encrypted, schema_version)
      values ('running', 'folder', ${new Date(now.getTime() - 3_600_000)}, false, '1')`;
    assert.equal((await unused()).length, 0);
    await service.db`update backup set started_at = started_at - interval '2 days'`;
    assert.equal((await unused()).length, 1, 'one that was cut off long ago holds nothing up');
  });
});

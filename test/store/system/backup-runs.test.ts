import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  deleteOldBackupRuns,
  failBackupRun,
  finishBackupRun,
  latestBackupRun,
  listBackupRuns,
  recordVerification,
  startBackupRun,
} from '../../../src/store/system/backup-runs.ts';
import { createDatabase, type TestDatabase } from '../../harness/cluster.ts';

describe('runs of backups', () => {
  let database: TestDatabase;
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  const start = (name: string, hour: number) =>
    startBackupRun(database.pool, {
      name,
      place: 'folder',
      encrypted: false,
      schemaVersion: '359_backups',
      now: at(hour),
    });
  before(async () => {
    database = await createDatabase();
  });
  after(() => database.drop());

  it('says how an attempt ended, and whether it could be restored', async () => {
    const { pool } = database;
    assert.equal(await latestBackupRun(pool), undefined);
    const good = await start('one', 1);
    await finishBackupRun(pool, good, {
      bytes: 5_000_000_000,
      rowCount: 12,
      fileCount: 3,
      backupMs: 1500,
      now: at(2),
    });
    const unproven = await latestBackupRun(pool);
    assert.equal(unproven?.bytes, 5_000_000_000);
    assert.deepEqual([unproven?.verdict, unproven?.verifiedAt], [null, null]);
    await recordVerification(pool, good, { verdict: 'good', problem: null, verifyMs: 900, now: at(3) });
    await start('two', 4);
    const again = await start('two', 5);
    await failBackupRun(pool, again, 'x'.repeat(2000), at(6));
    const runs = await listBackupRuns(pool, 10);
    assert.deepEqual(
      runs.map(({ name, verdict, problem }) => [name, verdict, problem?.slice(0, 7) ?? null]),
      [
        ['two', 'bad', 'xxxxxxx'],
        ['two', 'bad', 'cut off'],
        ['one', 'good', null],
      ],
    );
    assert.equal(runs[0]?.problem?.length, 500);
    assert.equal((await listBackupRuns(pool, 2)).length, 2);
    await deleteOldBackupRuns(pool, at(24 * 366 + 2));
    assert.deepEqual(
      (await listBackupRuns(pool, 10)).map(({ name }) => name),
      ['two', 'two'],
    );
  });
});

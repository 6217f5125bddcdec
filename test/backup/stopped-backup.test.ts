import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolder } from '../../src/background/backup/backup-place.ts';
import { backupWorker } from '../../src/background/backup/backup-worker.ts';
import { createJobs } from '../../src/background/jobs/queue.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { findWrittenBackup, listBackupRuns } from '../../src/store/system/backup-runs.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { makeRenditions, upload } from '../operations/media/uploads.ts';

describe('a service that is stopped while it makes a backup', () => {
  let database: TestDatabase;
  let service: TestService;
  let folder: string;
  before(async () => {
    database = await createDatabase();
    service = await startService({}, { database });
    const village = await buildVillage(service);
    const { resident } = village.clients;
    await upload(resident, { subject_type: 'parcel', subject_id: village.plots.resident });
    await makeRenditions(service);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-stopped-'));
    await service.db`delete from backup`;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const name = 'settlements-2026-03-03-0130.backup';

  /** The queue of a service that makes a backup and, when it comes to that, is stopped as by SIGTERM. */
  async function runService(stopAt?: 'first file' | 'proof') {
    const { services } = service.app;
    const scratches: string[] = [];
    let files = 0;
    let isOver = false;
    let stopped: Promise<void> | undefined;
    const reach = (point: typeof stopAt) => {
      if (point === stopAt) stopped ??= jobs.stop();
    };
    const store: BlobStore = {
      ...services.media.store,
      async open(...given) {
        files += 1;
        reach('first file');
        return services.media.store.open(...given);
      },
    };
    const worker = backupWorker(
      {
        openPlace: openFolder,
        at: 90,
        keep: { daily: 2, weekly: 1, monthly: 1 },
        connectTo(scratch) {
          scratches.push(scratch);
          reach('proof');
          return database.connectTo(scratch);
        },
      },
      () => ({
        media: { ...services.media, store },
        installation: { ...services.installation, backup: { to: folder, since: null }, backupKey: undefined },
      }),
    );
    const handle: typeof worker.handle = (...given) =>
      worker.handle(...given).finally(() => {
        isOver = true;
      });
    const jobs = createJobs({
      pool: service.pool,
      workers: [{ ...worker, handle }],
      recurring: [],
      instance: 'stopped',
      now: () => new Date('2026-03-03T02:00:00Z'),
      newId: service.newId,
      onError: () => {},
      pollMilliseconds: 5,
    });
    await service.db`delete from job where queue = 'backup'`;
    await jobs.add(service.pool, { queue: 'backup', runAt: new Date('2026-03-03T01:59:00Z') });
    jobs.start();
    while (!isOver) await sleep(10);
    await (stopped ?? jobs.stop());
    const left = await service.db`select 1 from pg_database where datname = any(${scratches}::text[])`;
    assert.equal(left.length, 0, 'no scratch database is left');
    return { files, proofs: scratches.length };
  }

  it('leaves no half of the backup, counts none as made, and makes it after the next start', async () => {
    const { files, proofs } = await runService('first file');
    assert.deepEqual([files, proofs], [1, 0], 'rows were written, files were not');
    assert.deepEqual(await readdir(folder), []);
    const [cut] = await listBackupRuns(service.pool, 10);
    assert.deepEqual([cut?.name, cut?.bytes, cut?.verdict], [name, null, 'bad']);
    assert.equal(await findWrittenBackup(service.pool), undefined);
    await runService();
    assert.deepEqual(await readdir(folder), [name]);
    const runs = await listBackupRuns(service.pool, 10);
    assert.deepEqual(runs.map(({ verdict }) => verdict).sort(), ['bad', 'good']);
    assert.equal((await findWrittenBackup(service.pool))?.verdict, 'good');
  });

  it('does not call a backup good that it did not finish proving, and proves it after the next start', async () => {
    assert.equal((await runService('proof')).proofs, 1);
    assert.deepEqual(await readdir(folder), [name], 'it is whole');
    const [made] = await listBackupRuns(service.pool, 10);
    assert.deepEqual([made?.verdict, made?.verifiedAt], [null, null]);
    await runService();
    const [proven, ...others] = await listBackupRuns(service.pool, 10);
    assert.equal(others.length, 0, 'no second one is made');
    assert.deepEqual([proven?.id, proven?.verdict], [made?.id, 'good']);
  });
});

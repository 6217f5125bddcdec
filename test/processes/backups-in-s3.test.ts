import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { openBackupPlace } from '../../src/background/backup/backup-place.ts';
import { makeBackup, verifyRun } from '../../src/background/backup/run-backup.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { parseS3Location } from '../../src/engines/media/s3-location.ts';
import { openS3Objects } from '../../src/engines/media/s3-objects.ts';
import { createDatabase } from '../harness/cluster.ts';
import { type S3Server, startS3Server } from '../media/s3-server.ts';

describe('backups in a bucket', () => {
  let server: S3Server;
  let folder: string;
  before(async () => {
    server = await startS3Server();
    folder = await mkdtemp(join(tmpdir(), 'settlements-bucket-'));
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a file is sent whole or in parts, listed, read and removed', async () => {
    const partBytes = 5 * 1024 * 1024;
    const objects = openS3Objects(parseS3Location(server.address('backups'), {}), { partBytes });
    const elsewhere = openS3Objects(parseS3Location(server.address('other'), {}));
    try {
      for (const [name, size] of [
        ['small', 1000],
        ['large', 2 * partBytes + 5],
      ] as const) {
        const bytes = randomBytes(size);
        const path = join(folder, name);
        await writeFile(path, bytes);
        await objects.put(name, path);
        const content = await objects.open(name);
        assert.ok(content && bytes.equals(await buffer(content)), name);
      }
      await elsewhere.put('foreign', join(folder, 'small'));
      assert.deepEqual(
        (await objects.list()).map(({ name, size }) => [name, size]),
        [
          ['large', 2 * partBytes + 5],
          ['small', 1000],
        ],
      );
      await objects.remove('large');
      assert.equal(await objects.open('large'), undefined);
    } finally {
      await objects.close();
      await elsewhere.close();
    }
  });

  it('a backup is written, proven where it lies, and leaves nothing on this machine', async () => {
    const database = await createDatabase();
    const place = openBackupPlace(server.address('village'), folder, {});
    try {
      const options = {
        ...database,
        place,
        store: openFileStore(join(folder, 'media')),
        name: 'settlements-2026-03-03-0130.backup',
        key: 'a key that is kept somewhere else',
        now: () => new Date(),
      };
      const { id } = await makeBackup(options);
      const { verdict, problem } = await verifyRun(options, id);
      assert.deepEqual([verdict, problem], ['good', null]);
      assert.deepEqual(await place.list(), [options.name]);
      assert.deepEqual(await readdir(join(folder, 'backup')), []);
      await assert.rejects(place.open('another'), /There is no backup another in the bucket/);
    } finally {
      await place.close();
      await database.drop();
    }
  });

  it('fail with a recorded attempt when the bucket does not answer', async () => {
    const database = await createDatabase();
    const place = openBackupPlace(server.address('village', { id: 'S3RVER', secret: 'wrong' }), folder, {});
    try {
      const store = openFileStore(join(folder, 'media'));
      const attempt = makeBackup({ ...database, place, store, name: 'refused', now: () => new Date() });
      await assert.rejects(attempt, /S3 PUT failed: 403/);
      const [run] = await database.pool<
        { verdict: string; problem: string }[]
      >`select verdict, problem from backup`;
      assert.equal(run?.verdict, 'bad');
      assert.match(run.problem, /S3 PUT failed: 403/);
      assert.deepEqual(await readdir(join(folder, 'backup')), []);
    } finally {
      await place.close();
      await database.drop();
    }
  });
});

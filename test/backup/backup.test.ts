import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { writeBackup } from '../../src/background/backup/backup.ts';
import { RestoreError, restoreBackup } from '../../src/background/backup/restore.ts';
import type { Pool } from '../../src/base/db/connect.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { createDatabase } from '../harness/cluster.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

async function collect(write: (output: PassThrough) => Promise<void>): Promise<Buffer> {
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  await write(output);
  return Buffer.concat(chunks);
}

async function sumOf(pool: Pool): Promise<unknown> {
  return pool`
    select (select md5(string_agg(a::text, ',' order by id)) from account a) as accounts, (select md5(string_agg(p::text, ',' order by id)) from parcel p) as parcels,
           (select md5(string_agg(s::text, ',' order by id)) from settlement s) as settlements, (select count(*)::int from settlement_place) as places,
           (select md5(string_agg(t::text, ',' order by id)) from personal_token t) as tokens, (select count(*)::int from place) as many`;
}

describe('backup and restore', () => {
  let service: TestService;
  let folder: string;
  const nothing = () => {};
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-backup-'));
    service = await startService();
    await buildVillage(service);
    // Enough rows for several frames, with ids that JavaScript would round.
    await service.db`insert into place (id, kind, name, path) select 9007199254740993 + n, 'country', repeat(md5(n::text), 20), array[9007199254740993 + n] from generate_series(1, 3000) n`;
    await service.app.services.media.store.put(Readable.from([Buffer.from('a picture')]), { maxBytes: 100 });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('restores every row and file, and only into an empty database', async () => {
    const backup = await collect((output) =>
      writeBackup(service.pool, service.app.services.media.store, output, nothing),
    );
    const target = await createDatabase();
    const store = openFileStore(join(folder, 'restored'));
    try {
      await restoreBackup(target.pool, store, Readable.from(slices(backup, 1000)), nothing);
      assert.deepEqual(await sumOf(target.pool), await sumOf(service.pool));
      assert.deepEqual(
        (await store.list(undefined, 10)).map(({ sha256 }) => sha256),
        (await service.app.services.media.store.list(undefined, 10)).map(({ sha256 }) => sha256),
      );
      await assert.rejects(
        restoreBackup(target.pool, store, Readable.from([backup]), nothing),
        RestoreError,
        'not into a database with accounts',
      );
    } finally {
      await store.close();
      await target.drop();
    }
  });

  it('restores nothing from a truncated or damaged backup', async () => {
    const backup = await collect((output) =>
      writeBackup(service.pool, service.app.services.media.store, output, nothing),
    );
    const target = await createDatabase();
    const store = openFileStore(join(folder, 'cut'));
    try {
      for (const part of [
        backup.subarray(0, backup.length - 5),
        backup.subarray(0, Math.floor(backup.length / 2)),
        Buffer.from('not a backup at all'),
      ]) {
        await assert.rejects(restoreBackup(target.pool, store, Readable.from([part]), nothing));
        const [row] = await target.pool<{ count: number }[]>`select count(*)::int from account`;
        assert.equal(row?.count, 0);
      }
    } finally {
      await store.close();
      await target.drop();
    }
  });
});

function* slices(buffer: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += size) yield buffer.subarray(at, at + size);
}

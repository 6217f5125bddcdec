import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { RowSummer, type TableSum } from '../../src/background/backup/backup-contents.ts';
import { BackupError } from '../../src/background/backup/backup-error.ts';
import { createChunkWriter, maxPayload } from '../../src/background/backup/chunks.ts';
import { readBackup } from '../../src/background/backup/read-backup.ts';
import { restoreBackup } from '../../src/background/backup/restore.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { type AppliedMigration, listMigrations } from '../../src/store/system/backup.ts';
import { collectBackup, openBytes, readAllRows } from '../harness/backups.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';

const headerBytes = 38;

describe('a backup that is not as it was written', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  let store: BlobStore;
  let files: BlobStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-altered-'));
    [source, target] = [await createDatabase(), await createDatabase()];
    store = openFileStore(join(folder, 'source'));
    files = openFileStore(join(folder, 'target'));
    const { sha256 } = await store.put(Readable.from([randomBytes(150_000)]), { maxBytes: 1e9 });
    await source.pool`insert into account (id, email, email_key, display_name, created_at) values (1, 'a@example.org', 'a@example.org', 'Anna', now())`;
    await source.pool`
      insert into place (id, kind, name, path) select n, 'country', md5(n::text), array[n] from generate_series(1, 2000) n`;
    await source.pool`
      insert into removed_thing (type, id, removed_by, removed_at, content, blobs)
      values ('media', 5, 1, now(), '{}', array[decode(${sha256}, 'hex')])`;
  });
  after(async () => {
    await source.drop();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const key of [undefined, 'a key that is kept somewhere else'])
    it(`is refused, and nothing is touched: ${key === undefined ? 'plain' : 'encrypted'}`, async () => {
      const backup = await collectBackup(source.pool, store, key);
      const refuse = async (bytes: Buffer, what: string) =>
        assert.rejects(readBackup(await openBytes(bytes, 65_536)(), key), BackupError, what);
      const flip = (place: number) => {
        const altered = Buffer.from(backup);
        altered[place] = (altered[place] as number) ^ (1 << (place % 8));
        return altered;
      };
      await readBackup(await openBytes(backup, 65_536)(), key);
      const places = [
        ...Array.from({ length: 200 }, (_, index) => Math.floor((index * (backup.length - 1)) / 199)),
        // The end of the header, and length and flags of the first chunk.
        ...Array.from({ length: 8 }, (_, index) => headerBytes - 2 + index),
      ];
      for (const place of places) await refuse(flip(place), `byte ${place} of ${backup.length}`);

      const cuts = [0, 1, 20, headerBytes, 60, Math.floor(backup.length / 2), backup.length - 1];
      for (const cut of cuts) await refuse(backup.subarray(0, cut), `cut at ${cut}`);
      await refuse(Buffer.concat([backup, Buffer.from('x')]), 'a byte more');
      await refuse(Buffer.concat([backup, backup.subarray(headerBytes)]), 'everything twice');
      await refuse(Buffer.concat([backup.subarray(0, 5000), backup.subarray(6000)]), 'a piece left out');
      await refuse(swapFirstChunks(backup, key === undefined ? 32 : 16), 'chunks in another order');
      await refuse(Buffer.from('not a backup at all, but long enough for a header'), 'another file');

      for (const place of [headerBytes + 3, Math.floor(backup.length / 2), backup.length - 1])
        await assert.rejects(
          restoreBackup({ ...target, store: files, open: openBytes(flip(place), 65_536), key }),
          BackupError,
        );
      const rows = await readAllRows(target.pool);
      assert.deepEqual(Object.values(rows).flat(), []);
      assert.deepEqual(await files.list(undefined, 10), []);
    });

  for (const older of [false, true])
    it(`is refused with tables that are not of the service, ${older ? 'through a scratch database' : 'at once'}`, async () => {
      const migrations = (await listMigrations(source.pool)).slice(0, older ? -1 : undefined);
      const role = { oid: 999_999, rolname: 'intruder', rolsuper: true, rolcanlogin: true };
      for (const [what, tables] of [
        ['a catalog', [{ name: 'pg_authid', columns: Object.keys(role), rows: [role] }]],
        ['a column of the system', [{ name: 'place', columns: ['id', 'ctid'], rows: [] }]],
        ['a table twice', [1, 2].map(() => ({ name: 'place', columns: ['id'], rows: [] }))],
      ] as const) {
        const backup = await craftBackup(migrations, tables);
        await assert.rejects(
          restoreBackup({ ...target, store: files, open: openBytes(backup), key: undefined }),
          (error) =>
            error instanceof BackupError && /a table that this service does not have/.test(error.message),
          what,
        );
      }
      const roles = await target.pool`select 1 from pg_authid where rolname = 'intruder'`;
      assert.equal(roles.length, 0);
    });

  it('is refused with a row that does not end, before the whole of it is held', async () => {
    const parts: Buffer[] = [];
    const write = await createChunkWriter(async (bytes) => void parts.push(bytes), undefined);
    const start = { format: 2, migrations: [], tables: 1, files: 0 };
    await write('manifest', Buffer.from(JSON.stringify(start)));
    await write('table', Buffer.from(JSON.stringify({ name: 'place', columns: ['id'] })));
    for (let megabytes = 0; megabytes < 65; megabytes += 1)
      await write('data', Buffer.alloc(maxPayload, 'a'), { isPacked: true });
    // Nothing follows: a reader that goes on would complain about that instead.
    await assert.rejects(
      readBackup(await openBytes(Buffer.concat(parts), 65_536)(), undefined),
      (error) => error instanceof BackupError && /a row has no end/.test(error.message),
    );
  });
});

/** A backup that is right in itself. */
async function craftBackup(
  migrations: readonly AppliedMigration[],
  tables: readonly { name: string; columns: readonly string[]; rows: readonly object[] }[],
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const write = await createChunkWriter(async (bytes) => void parts.push(bytes), undefined);
  const writeJson = (kind: 'manifest' | 'table' | 'end', value: object) =>
    write(kind, Buffer.from(JSON.stringify(value)));
  const names = new Set(tables.map(({ name }) => name));
  const sums: Record<string, TableSum> = {};
  await writeJson('manifest', { format: 2, migrations, tables: names.size, files: 0 });
  for (const { name, columns, rows } of tables) {
    const summer = new RowSummer();
    const lines = rows.map((row) => JSON.stringify(row));
    summer.add(lines);
    sums[name] = summer.sum;
    await writeJson('table', { name, columns });
    if (lines.length > 0) await write('data', Buffer.from(`${lines.join('\n')}\n`));
  }
  const none = { count: 0, hashes: [] };
  await writeJson('end', { tables: sums, files: 0, missing: none, damaged: none });
  return Buffer.concat(parts);
}

/** The second and the third chunk. */
function swapFirstChunks(backup: Buffer, tagBytes: number): Buffer {
  const endOf = (start: number) => start + 5 + backup.readUInt32BE(start) + tagBytes;
  const second = endOf(headerBytes);
  const third = endOf(second);
  const fourth = endOf(third);
  return Buffer.concat([
    backup.subarray(0, second),
    backup.subarray(third, fourth),
    backup.subarray(second, third),
    backup.subarray(fourth),
  ]);
}

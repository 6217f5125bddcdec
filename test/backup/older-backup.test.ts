import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { restoreBackup } from '../../src/background/backup/restore.ts';
import { verifyBackup } from '../../src/background/backup/verification.ts';
import type { Pool } from '../../src/base/db/connect.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../src/base/db/scratch-database.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { listBackedUpTables, listMigrations, readTable } from '../../src/store/system/backup.ts';
import { collectBackup, openBytes, readAllRows } from '../harness/backups.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';
import { openService } from '../harness/open-service.ts';

const newestThen = '294_installation.sql';

describe('a backup of an older version', () => {
  let target: TestDatabase;
  let older: ScratchDatabase;
  let folder: string;
  let store: BlobStore;
  let sha256: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-older-'));
    store = openFileStore(join(folder, 'source'));
    target = await createDatabase();
    older = await createScratchDatabase(target.pool, target.connectTo);
    const names = (await listMigrations(target.pool)).map(({ name }) => name);
    await migrate(older.pool, { only: new Set(names.filter((name) => name <= newestThen)) });
    ({ sha256 } = await store.put(Readable.from([Buffer.from('a photograph')]), { maxBytes: 100 }));
    await insertVillage(older.pool, sha256);
  });
  after(async () => {
    await older.drop();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is proven, restored and brought up to date, and people work with it', async () => {
    const backup = await collectBackup(older.pool, store);
    const { verdict, problem } = await verifyBackup({ ...target, open: openBytes(backup) });
    assert.deepEqual([verdict, problem], ['good', null]);
    const files = openFileStore(join(folder, 'target'));
    await restoreBackup({ ...target, store: files, open: openBytes(backup) });
    const expected = await migrate(older.pool).then(() => readAllRows(older.pool));
    assert.deepEqual(await readAllRows(target.pool), expected);
    assert.deepEqual(
      (await files.list(undefined, 10)).map((file) => file.sha256),
      [sha256],
    );
    const { service, close } = await openService({}, { database: { ...target, drop: async () => {} } });
    try {
      const editor = await service.as('11');
      assert.equal((await editor.show_me({})).data.display_name, 'Анна');
      await editor.write_article({ settlement: 'lesnoe', kind: 'post', title: 'Вода', body: 'Есть' });
    } finally {
      await close();
    }
  });

  it('a backup of the first format is restored, and refused when it is cut off or a key is set', async () => {
    const fresh = await createDatabase();
    const files = openFileStore(join(folder, 'first format'));
    try {
      const backup = await writeFirstFormat(target.pool, store, sha256);
      const cut = backup.subarray(0, backup.length - 20);
      await assert.rejects(
        restoreBackup({ ...fresh, store: files, open: openBytes(cut) }),
        /damaged|breaks off/,
      );
      await assert.rejects(
        restoreBackup({ ...fresh, store: files, open: openBytes(backup), key: 'kept somewhere else' }),
        /not sealed with BACKUP_KEY/,
      );
      assert.deepEqual(Object.values(await readAllRows(fresh.pool)).flat(), []);
      await restoreBackup({ ...fresh, store: files, open: openBytes(backup) });
      assert.deepEqual(await readAllRows(fresh.pool), await readAllRows(target.pool));
      assert.equal((await files.list(undefined, 10)).length, 1);
    } finally {
      await fresh.drop();
    }
  });

  it('a backup of a newer version is refused before anything is touched', async () => {
    const fresh = await createDatabase();
    await target.pool`insert into migration (name, checksum) values ('999_later.sql', 'x')`;
    try {
      const backup = await collectBackup(target.pool, store);
      await assert.rejects(
        restoreBackup({ ...fresh, store, open: openBytes(backup) }),
        /999_later\.sql.*made by a newer one/,
      );
      assert.deepEqual(Object.values(await readAllRows(fresh.pool)).flat(), []);
    } finally {
      await target.pool`delete from migration where name = '999_later.sql'`;
      await fresh.drop();
    }
  });
});

async function insertVillage(pool: Pool, sha256: string): Promise<void> {
  await pool`
    insert into account (id, email, email_key, display_name, created_at, email_confirmed_at)
    values (11, '11@example.org', '11@example.org', 'Анна', now(), now())`;
  await pool`insert into place (id, kind, name, path) values (1, 'country', 'Россия', '{1}')`;
  await pool`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    values (2, 'lesnoe', 'Лесное', 'snt', 'populated', 1, 'Тверская область', now())`;
  await pool`insert into settlement_role values (2, 11, 'editor', now())`;
  await pool`
    insert into removed_thing (type, id, removed_by, removed_at, content, blobs)
    values ('media', 5, 11, now(), '{}', array[decode(${sha256}, 'hex')])`;
}

/** As the service wrote it before: frames of kind, length and payload, compressed as a whole. */
async function writeFirstFormat(pool: Pool, store: BlobStore, sha256: string): Promise<Buffer> {
  const frames: Buffer[] = [];
  const add = (kind: string, payload: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeUInt32BE(payload.length, 1);
    frames.push(head, payload);
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const tables = await listBackedUpTables(pool);
  const migrations = (await listMigrations(pool)).map(({ name }) => name);
  add('M', json({ format: 1, migrations, tables: tables.length }));
  for (const table of tables) {
    add('T', json(table));
    for await (const rows of readTable(pool, table)) add('D', Buffer.from(rows.join('\n')));
  }
  add('B', json({ sha256 }));
  for await (const bytes of (await store.open(sha256)) as Readable) add('D', bytes);
  add('E', Buffer.alloc(0));
  return gzipSync(Buffer.concat(frames));
}

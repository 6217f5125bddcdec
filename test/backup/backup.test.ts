import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { BackupProgress } from '../../src/background/backup/backup-contents.ts';
import { restoreBackup } from '../../src/background/backup/restore.ts';
import { verifyBackup } from '../../src/background/backup/verification.ts';
import { connect } from '../../src/base/db/connect.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { collectBackup, openBytes, readAllRows } from '../harness/backups.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

const key = 'a key that is kept somewhere else';

describe('backup and restore', () => {
  let service: TestService;
  let database: TestDatabase;
  let store: BlobStore;
  let folder: string;
  let hashes: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-backup-'));
    database = await createDatabase();
    service = await startService({}, { database });
    await buildVillage(service);
    store = service.app.services.media.store;
    // Enough rows for several chunks, with ids that JavaScript would round.
    await service.db`insert into place (id, kind, name, path) select 9007199254740993 + n, 'country', repeat(md5(n::text), 20), array[9007199254740993 + n] from generate_series(1, 3000) n`;
    hashes = [];
    for (const size of [10, 100_000, 1_200_000]) {
      const { sha256 } = await store.put(Readable.from([randomBytes(size)]), { maxBytes: 1e9 });
      hashes.push(sha256);
    }
    hashes.sort();
    await store.put(Readable.from([Buffer.from('no row refers to it')]), { maxBytes: 100 });
    // A row larger than a chunk.
    await service.db`
      insert into removed_thing (type, id, removed_by, removed_at, content, blobs)
      select 'media', 5, (select min(id) from account), now(),
             (select jsonb_build_object('text', string_agg(md5(n::text), '')) from generate_series(1, 40000) n), array(select decode(h, 'hex') from unnest(${hashes}::text[]) h)`;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function withTarget(work: (target: TestDatabase, files: BlobStore) => Promise<void>): Promise<void> {
    const target = await createDatabase();
    const files = openFileStore(await mkdtemp(join(folder, 'target-')));
    try {
      await work(target, files);
    } finally {
      await files.close();
      await target.drop();
    }
  }
  const listFiles = async (files: BlobStore) =>
    (await files.list(undefined, 1000)).map(({ sha256 }) => sha256);
  const isUntouched = async (target: TestDatabase, files: BlobStore) => {
    const rows = await readAllRows(target.pool);
    return Object.values(rows).every(({ length }) => length === 0) && (await listFiles(files)).length === 0;
  };

  for (const [how, secret] of [
    ['plain', undefined],
    ['encrypted', key],
  ] as const) {
    it(`restores every row and every file that a row needs: ${how}`, async () => {
      const backup = await collectBackup(service.pool, store, secret);
      await withTarget(async (target, files) => {
        const options = { ...target, store: files, open: openBytes(backup), key: secret };
        await restoreBackup(options);
        assert.deepEqual(await readAllRows(target.pool), await readAllRows(service.pool));
        assert.deepEqual(await listFiles(files), hashes);
        await assert.rejects(restoreBackup(options), /There are accounts in this database already/);
      });
      assert.equal(backup.includes(Buffer.from(service.url)), false);
    });
  }

  it('refuses a wrong key and a missing one, and says so', async () => {
    const backup = await collectBackup(service.pool, store, key);
    assert.equal(backup.includes(Buffer.from(key)), false);
    await withTarget(async (target, files) => {
      const options = { ...target, store: files, open: openBytes(backup) };
      await assert.rejects(restoreBackup({ ...options, key: 'another key' }), /BACKUP_KEY is not the key/);
      await assert.rejects(restoreBackup(options), /The backup is encrypted/);
      assert.ok(await isUntouched(target, files));
    });
  });

  it('refuses a backup without a seal when a key is set, to a restore and to a proof', async () => {
    const backup = await collectBackup(service.pool, store);
    const unsealed = /not sealed with BACKUP_KEY.*--unsealed/;
    await withTarget(async (target, files) => {
      await assert.rejects(
        restoreBackup({ ...target, store: files, open: openBytes(backup), key }),
        unsealed,
      );
      assert.ok(await isUntouched(target, files));
    });
    const { verdict, problem } = await verifyBackup({ ...database, open: openBytes(backup), key });
    assert.equal(verdict, 'bad');
    assert.match(problem ?? '', unsealed);
  });

  it('ends with the reason when a file cannot be stored', async () => {
    const backup = await collectBackup(service.pool, store);
    await withTarget(async (target, files) => {
      const full: BlobStore = { ...files, put: () => Promise.reject(new Error('no space left')) };
      await assert.rejects(
        restoreBackup({ ...target, store: full, open: openBytes(backup, 65536) }),
        /no space left/,
      );
      assert.ok(await isUntouched(target, files));
    });
  });

  it('proves itself in a scratch database, which is gone afterwards', async () => {
    const backup = await collectBackup(service.pool, store, key);
    const made: string[] = [];
    const connectTo = (name: string) => {
      made.push(name);
      return database.connectTo(name);
    };
    const told: [number, number, string][] = [];
    const onProgress: BackupProgress = (...progress) => told.push(progress);
    const open = openBytes(backup, 65536);
    const proof = await verifyBackup({ ...database, connectTo, open, key, onProgress });
    assert.deepEqual([proof.verdict, proof.problem], ['good', null]);
    assert.equal(proof.contents?.files, 3);
    assert.equal(made.length, 1);
    const left = await service.pool`select 1 from pg_database where datname = any(${made})`;
    assert.equal(left.length, 0);
    const tables = proof.contents?.tables ?? 0;
    assert.deepEqual(
      told.map(([done]) => done),
      Array.from({ length: tables * 2 + 3 }, (_, index) => index),
    );
    assert.ok(told.every(([, all]) => all === told.length));
    const parts = new Set(told.map(([, , what]) => what));
    for (const part of ['account', 'files', 'comparing account']) assert.ok(parts.has(part), part);
  });

  it('says which files the store has lost or damaged', async () => {
    const [lost, spoilt] = hashes as [string, string];
    const faulty: BlobStore = {
      ...store,
      open: async (sha256) =>
        sha256 === lost
          ? undefined
          : sha256 === spoilt
            ? Readable.from([Buffer.from('something else')], { objectMode: false })
            : store.open(sha256),
    };
    const backup = await collectBackup(service.pool, faulty);
    const { verdict, problem } = await verifyBackup({ ...database, open: openBytes(backup, 65536) });
    assert.equal(verdict, 'bad');
    assert.equal(
      problem,
      `1 files were missing in the store: ${lost}; 1 files were damaged in the store: ${spoilt}`,
    );
  });

  it('says that nothing is proven when the user may not create a database', async () => {
    const backup = await collectBackup(service.pool, store);
    const role = `settlements_rightless_${process.pid}`;
    await service.pool.unsafe(`create role ${role}`);
    const pool = connect({ to: actAs(database.to, role), maxConnections: 2 });
    try {
      const { verdict, problem } = await verifyBackup({ ...database, pool, open: openBytes(backup) });
      assert.equal(verdict, null);
      assert.match(
        problem ?? '',
        /^Not proven, because no scratch database could be made: permission denied/,
      );
    } finally {
      await pool.end();
      await service.pool.unsafe(`drop role ${role}`);
    }
  });
});

function actAs(to: TestDatabase['to'], role: string): TestDatabase['to'] {
  const options = `-c role=${role}`;
  if (typeof to !== 'string') return { ...to, options } as TestDatabase['to'];
  const url = new URL(to);
  url.searchParams.set('options', options);
  return url.href;
}

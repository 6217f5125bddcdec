import type { Readable } from 'node:stream';
import { type Db, isUniqueViolation, type Pool, type Transaction } from '../../base/db/connect.ts';
import { migrate } from '../../base/db/migrate.ts';
import { type ConnectTo, createScratchDatabase } from '../../base/db/scratch-database.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import {
  type AppliedMigration,
  emptyOwnTable,
  excludedTables,
  hasAccounts,
  ignoreTriggers,
  insertTableRows,
  liftStatementTimeout,
  listBackedUpTables,
  listMigrations,
  lockAccounts,
  readTable,
  type TableShape,
} from '../../store/system/backup.ts';
import { saveSetting } from '../../store/system/installation.ts';
import type { BackupProgress } from './backup-contents.ts';
import { BackupError } from './backup-error.ts';
import { type BackupContents, type BackupStart, readBackup } from './read-backup.ts';

export interface RestoreOptions {
  pool: Pool;
  store: BlobStore;
  connectTo: ConnectTo;
  /** Called several times: the backup is read to its end before anything is changed. */
  open(): Promise<Readable>;
  key?: string | undefined;
  onProgress?: BackupProgress | undefined;
}

/**
 * Restores into an empty installation, beside its running service, too. All rows are inserted in one transaction. A
 * backup of an older version goes through a scratch database that is brought up to date first.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupContents> {
  const { pool, store, open, key, onProgress } = options;
  await pool.begin(refuseAccounts);
  const contents = await readBackup(await open(), key);
  const own = await listMigrations(pool);
  requireKnownMigrations(contents, own);
  const putFile = async (_sha256: string, content: Readable) => {
    await store.put(content, { maxBytes: Number.MAX_SAFE_INTEGER });
  };
  if (own.length > contents.migrations.length) {
    await restoreOlder(options, putFile);
    await forgetBackupPlace(pool);
    return contents;
  }
  await pool.begin(async (db) => {
    await prepareTarget(db);
    const requireKnownTable = await createTableCheck(db);
    let done = 0;
    await readBackup(await open(), key, {
      async table(table) {
        requireKnownTable(table);
        await emptyOwnTable(db, table);
        onProgress?.(done, contents.tables + contents.files, table.name);
        done += 1;
      },
      rows: (table, rows) => insertRows(db, table, rows),
      async file(sha256, content) {
        onProgress?.(done, contents.tables + contents.files, 'files');
        await putFile(sha256, content);
        done += 1;
      },
    });
  });
  await forgetBackupPlace(pool);
  return contents;
}

/** A restored installation may be a trial beside the original, whose backups it must not replace. */
const forgetBackupPlace = (pool: Pool) => saveSetting(pool, 'backup', null, new Date());

async function restoreOlder(
  { pool, connectTo, open, key, onProgress }: RestoreOptions,
  putFile: (sha256: string, content: Readable) => Promise<void>,
): Promise<void> {
  const scratch = await createScratchDatabase(pool, connectTo).catch((error: Error) => {
    throw new BackupError(
      `The backup is of an older version. To bring it up to date, the database user has to be allowed to create databases: ${error.message}`,
    );
  });
  try {
    await loadScratch(scratch.pool, open, key, putFile);
    await migrate(scratch.pool);
    await scratch.pool.begin({ mode: 'read only' }, async (from) => {
      const tables = await listBackedUpTables(from);
      await pool.begin(async (db) => {
        await prepareTarget(db);
        for (const [index, table] of tables.entries()) {
          onProgress?.(index, tables.length, table.name);
          await emptyOwnTable(db, table);
          for await (const rows of readTable(from, table)) await insertRows(db, table, rows);
        }
      });
    });
  } finally {
    await scratch.drop();
  }
}

/**
 * Fills an empty database with the rows of a backup, in the schema of the version that made it. `onPart` is told what
 * is read next, a table or a file, and how many were read before.
 */
export async function loadScratch(
  pool: Pool,
  open: () => Promise<Readable>,
  key: string | undefined,
  file: (sha256: string, content: Readable) => Promise<void>,
  onPart?: (done: number, backup: BackupStart, what: string) => void,
): Promise<BackupContents> {
  let start: BackupStart | undefined;
  let requireKnownTable: ((table: TableShape) => void) | undefined;
  let done = 0;
  const begin = (what: string) => {
    if (start !== undefined) onPart?.(done, start, what);
    done += 1;
  };
  return pool.begin(async (db) => {
    await ignoreForeignKeys(db);
    await liftStatementTimeout(db);
    return readBackup(await open(), key, {
      async manifest(contents) {
        start = contents;
        await migrate(pool, { only: new Set(contents.migrations.map(({ name }) => name)) });
        requireKnownMigrations(contents, await listMigrations(pool));
        requireKnownTable = await createTableCheck(pool);
      },
      async table(table) {
        requireKnownTable?.(table);
        begin(table.name);
        await emptyOwnTable(db, table);
      },
      rows: (table, rows) => insertRows(db, table, rows),
      async file(sha256, content) {
        begin('files');
        await file(sha256, content);
      },
    });
  });
}

async function prepareTarget(db: Transaction): Promise<void> {
  await lockAccounts(db);
  await refuseAccounts(db);
  await ignoreForeignKeys(db);
  await liftStatementTimeout(db);
}

async function refuseAccounts(db: Transaction): Promise<void> {
  if (await hasAccounts(db))
    throw new BackupError(
      'There are accounts in this database already, and a backup is restored into an empty one: name a new folder in DATA_DIR (or an empty database in DATABASE_URL), restore there, and start the service with the same.',
    );
}

async function ignoreForeignKeys(db: Transaction): Promise<void> {
  await ignoreTriggers(db).catch((error: Error) => {
    throw new BackupError(
      `Restoring needs a database user that may set session_replication_role: ${error.message}`,
      { cause: error },
    );
  });
}

/** Rows of tables that are no part of a backup any more are passed over. */
async function insertRows(db: Transaction, table: TableShape, rows: readonly string[]): Promise<void> {
  if (excludedTables.includes(table.name)) return;
  await insertTableRows(db, table, rows).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new BackupError(
      `This installation has rows of its own in ${table.name}. Restore into a new one: an empty DATA_DIR or database.`,
    );
  });
}

/**
 * A backup names its tables itself. Rows go only into those of the service, each once: the database user may write to
 * the catalogs of PostgreSQL too, and a function put there runs as that user.
 */
async function createTableCheck(db: Db): Promise<(table: TableShape) => void> {
  const known = new Map((await listBackedUpTables(db)).map(({ name, columns }) => [name, new Set(columns)]));
  const seen = new Set<string>();
  return ({ name, columns }) => {
    const own = known.get(name);
    const isKnown =
      excludedTables.includes(name) || (own !== undefined && columns.every((column) => own.has(column)));
    if (!isKnown || seen.has(name))
      throw new BackupError('The backup was altered: it has a table that this service does not have.');
    seen.add(name);
  };
}

function requireKnownMigrations({ migrations }: BackupStart, own: readonly AppliedMigration[]): void {
  const checksums = new Map(own.map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.filter(({ name }) => !checksums.has(name));
  const changed = migrations.filter(
    ({ name, checksum }) => checksum !== undefined && (checksums.get(name) ?? checksum) !== checksum,
  );
  if (unknown.length + changed.length === 0) return;
  const names = [...unknown, ...changed].map(({ name }) => name).join(', ');
  throw new BackupError(
    `The backup has a schema that this version does not know (${names}): it was made by a newer one. Restore it with that version.`,
  );
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from './connect.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Advisory lock key, the same on every instance. */
const migrationLock = 7_201_511_845;

export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(from: URL): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{3}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, from), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    }),
  );
}

/**
 * Applies numbered SQL files, each in a transaction, one instance at a time. A transaction-level lock also works
 * behind a pooler. An applied file that was changed stops the start, and so does a schema of a newer version unless
 * accepted: each version keeps the previous one working.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<number> {
  const { only } = options;
  const all = await readMigrations(options.folder ?? folder);
  const migrations = only === undefined ? all : all.filter(({ name }) => only.has(name));
  let count = 0;
  while (await applyNext(pool, migrations, options)) count += 1;
  return count;
}

/** What the next start would apply, and what a newer version has applied. Changes nothing. */
export async function listPendingMigrations(
  pool: Pool,
  from: URL = folder,
): Promise<{ pending: string[]; unknown: string[] }> {
  const own = (await readMigrations(from)).map(({ name }) => name);
  const [table] = await pool<{ there: boolean }[]>`select to_regclass('migration') is not null as there`;
  const rows = table?.there ? await pool<{ name: string }[]>`select name from migration` : [];
  const applied = new Set(rows.map(({ name }) => name));
  return {
    pending: own.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !own.includes(name)),
  };
}

export interface MigrateOptions {
  onApply?: (name: string) => void;
  folder?: URL;
  /** Names of those to apply, for the schema of an older version. */
  only?: ReadonlySet<string>;
  acceptNewer?: boolean;
}

/** False when all migrations are applied. */
async function applyNext(
  pool: Pool,
  migrations: readonly Migration[],
  { onApply, acceptNewer = false }: MigrateOptions,
): Promise<boolean> {
  return pool.begin(async (db) => {
    await db`select pg_advisory_xact_lock(${migrationLock})`;
    await db`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz(3) not null default now()
      )`;
    const applied = await db<{ name: string; checksum: string }[]>`
      select name, checksum from migration order by name`;
    rejectSchemaDrift(migrations, applied, acceptNewer);
    const known = new Set(applied.map((row) => row.name));
    const next = migrations.find((migration) => !known.has(migration.name));
    if (next === undefined) return false;
    onApply?.(next.name);
    try {
      await db.unsafe(next.sql);
    } catch (error) {
      throw new MigrationError(`Migration ${next.name} failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
    await db`insert into migration (name, checksum) values (${next.name}, ${next.checksum})`;
    return true;
  });
}

function rejectSchemaDrift(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
  acceptNewer: boolean,
): void {
  const files = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const row of applied) {
    const checksum = files.get(row.name);
    if (checksum === undefined) {
      if (acceptNewer) continue;
      throw new MigrationError(
        `The database has migration ${row.name}, which this version does not know: it was made by a newer version. Upgrade the program, or set DATABASE_NEWER=on to go back to the version before that one.`,
      );
    }
    if (checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.name} was changed after it had been applied to this database. Restore the file as released and put the change into a new one.`,
      );
    }
  }
}

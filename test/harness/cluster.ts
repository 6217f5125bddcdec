import { connect, type Pool } from '../../src/base/db/connect.ts';
import { getDriverOptions, startEmbedded } from '../../src/base/db/embedded.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import type { ConnectTo } from '../../src/base/db/scratch-database.ts';
import { recordStatements } from '../row-types/recorder.ts';
import type { Schema } from '../row-types/type-checks.ts';
import { ensureCleanup } from './cleanup-watchdog.ts';
import { emptyDatabase, readFreshState } from './database-reuse.ts';

/** Connection, migrated template database and folder of the cluster; passed as JSON in the environment. */
export interface ClusterAddress {
  to: string | ReturnType<typeof getDriverOptions>;
  template: string;
  folder: string;
}

export interface Cluster {
  address: string;
  /** Of the embedded server. */
  pid: number | undefined;
  /** The columns of the template's tables; a clone's have the same numbers. */
  readSchema(): Promise<Schema>;
  stop(): Promise<void>;
}

export function databaseAddress(address: ClusterAddress, database: string): ClusterAddress['to'] {
  if (typeof address.to !== 'string') return { ...address.to, database };
  const url = new URL(address.to);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Temporary data, so durability is switched off. A statement is planned once per connection, not each of the first
 * five times: planning was a third of the server's CPU time.
 */
const settings = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export async function startCluster(dataDir: string): Promise<Cluster> {
  const given = process.env.DATABASE_URL;
  const embedded = given ? undefined : await startEmbedded({ dataDir, settings });
  const to = given ?? getDriverOptions((embedded as NonNullable<typeof embedded>).connection);
  const template = `settlements_template_${process.pid}`;
  const address: ClusterAddress = { to, template, folder: dataDir };
  const maintenance = connectMaintenance(address);
  try {
    await maintenance`create database ${maintenance(template)}`;
    const pool = connect({ to: databaseAddress(address, template), maxConnections: 1 });
    await migrate(pool);
    await pool.end();
  } finally {
    await maintenance.end();
  }
  return {
    address: JSON.stringify(address),
    pid: embedded?.pid,
    readSchema: () => readSchema(address),
    async stop() {
      if (embedded) return embedded.stop();
      const sql = connectMaintenance(address);
      for (const name of [template, demoTemplateOf(address)]) await sql`drop database if exists ${sql(name)}`;
      await sql.end();
    },
  };
}

async function readSchema(address: ClusterAddress): Promise<Schema> {
  const pool = connect({ to: databaseAddress(address, address.template), maxConnections: 1 });
  try {
    const columns = await pool<{ key: string; name: string; isNullable: boolean }[]>`
      select attrelid || '.' || attnum as key, attname as name, not attnotnull as "isNullable"
        from pg_attribute join pg_class c on c.oid = attrelid and c.relkind in ('r', 'p')
       where attnum > 0 and not attisdropped`;
    return new Map(columns.map(({ key, ...column }) => [key, column]));
  } finally {
    await pool.end();
  }
}

/** Template database with the demo data, created when a test first needs it. */
export function demoTemplateOf({ template }: ClusterAddress): string {
  return `${template}_demonstration`;
}

export function connectMaintenance(address: ClusterAddress): Pool {
  return connect({ to: databaseAddress(address, 'postgres'), maxConnections: 1 });
}

let own: Promise<Cluster> | undefined;
/** Databases in use on this file's own cluster; it stops with the last of them. */
let users = 0;

/** The cluster of the test command, or one of this file's own when the file is run by itself. */
export async function findCluster(): Promise<{ address: ClusterAddress; stop(): Promise<void> }> {
  const given = process.env.SETTLEMENTS_TEST_CLUSTER;
  if (given !== undefined) return { address: JSON.parse(given), stop: async () => {} };
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  users += 1;
  own ??= mkdtemp(join(tmpdir(), 'settlements-test-')).then(async (dataDir) => {
    const cluster = await startCluster(dataDir);
    return {
      ...cluster,
      async stop() {
        await cluster.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  });
  const cluster = await own;
  return {
    address: JSON.parse(cluster.address),
    async stop() {
      users -= 1;
      if (users === 0) {
        own = undefined;
        await cluster.stop();
      }
    },
  };
}

export interface TestDatabase {
  pool: Pool;
  to: ClusterAddress['to'];
  connectTo: ConnectTo;
  drop(): Promise<void>;
}

/** A database for one test: one emptied by an earlier file of this process, or a clone of a template. */
export async function createDatabase(choose?: (address: ClusterAddress) => string): Promise<TestDatabase> {
  const recordsFolder = process.env.SETTLEMENTS_ROW_TYPES;
  if (recordsFolder !== undefined) recordStatements(recordsFolder);
  if (choose !== undefined || emptied === undefined) return cloneDatabase(choose);
  const database = emptied.pop() ?? (await cloneFresh());
  const release = async () => {
    if (emptied !== undefined && (await emptyDatabase(database.pool, database.fresh))) emptied.push(database);
    else await database.drop();
  };
  return {
    pool: database.pool,
    to: database.to,
    connectTo: database.connectTo,
    drop: ensureCleanup(release),
  };
}

type FreshDatabase = TestDatabase & { fresh: Awaited<ReturnType<typeof readFreshState>> };
/** When several files share a process, they reuse emptied databases. */
let emptied: FreshDatabase[] | undefined;

/** Starts reusing databases; the returned function drops them. */
export function reuseDatabases(): () => Promise<void> {
  emptied = [];
  return async () => {
    const left = emptied ?? [];
    emptied = undefined;
    for (const { drop } of left) await drop();
  };
}

async function cloneFresh(): Promise<FreshDatabase> {
  const database = await cloneDatabase();
  return { ...database, fresh: await readFreshState(database.pool) };
}

async function cloneDatabase(
  choose: (address: ClusterAddress) => string = ({ template }) => template,
): Promise<TestDatabase> {
  const cluster = await findCluster();
  const name = `settlements_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const maintenance = connectMaintenance(cluster.address);
  // file_copy: wal_log, which writes every page to the WAL, took several times as long.
  await maintenance`create database ${maintenance(name)} template ${maintenance(choose(cluster.address))} strategy file_copy`;
  const to = databaseAddress(cluster.address, name);
  const pool = connect({ to, maxConnections: 8 });
  const drop = async () => {
    await pool.end({ timeout: 5 });
    await maintenance`drop database if exists ${maintenance(name)} with (force)`;
    await maintenance.end();
    await cluster.stop();
  };
  const connectTo = (database: string) =>
    connect({ to: databaseAddress(cluster.address, database), maxConnections: 3 });
  return { pool, to, connectTo, drop: ensureCleanup(drop) };
}

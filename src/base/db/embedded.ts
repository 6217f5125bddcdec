import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Pool } from './connect.ts';
import { findPackage, prepareBinaries } from './embedded/binaries.ts';
import {
  createCluster,
  disownPidFile,
  isCluster,
  type PidFile,
  readPidFile,
  removeOldDrafts,
  SUPERUSER,
} from './embedded/cluster.ts';
import { type EmbeddedConnection, formatUrl, getDriverOptions } from './embedded/connection.ts';
import { DatabaseStartError, FolderInUseError, getErrorCode } from './embedded/error.ts';
import { guardServer } from './embedded/guard.ts';
import { takeServiceLock } from './embedded/lock.ts';
import { isPostmasterOf, stopPostmaster } from './embedded/process.ts';
import { chooseRunner } from './embedded/runner.ts';
import { removeSocketFolder, ServerExit, type Started, startServer } from './embedded/server.ts';

export { type DriverOptions, type EmbeddedConnection, getDriverOptions } from './embedded/connection.ts';
export { DatabaseStartError } from './embedded/error.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Settings of the server, over the service's own. */
  settings?: Record<string, string>;
  /** Where the platform's package lies, when not in node_modules. */
  packageDir?: string;
  /** False keeps root from using a user namespace, as on systems that allow none. */
  userNamespaces?: boolean;
  /** Beside a running service its database may be used too; it stays that service's to stop. */
  join?: boolean;
}

export interface EmbeddedDatabase {
  /** For psql, pg_dump and the like; the pool takes `getDriverOptions(connection)` instead. */
  url: string;
  connection: EmbeddedConnection;
  /** Of the server; another one after it died and was started again. */
  readonly pid: number;
  /** The server was left running by a service that died, and goes on under this one. */
  adopted: boolean;
  stop(): Promise<void>;
}

const DATABASE = 'settlements';
const ADOPT_MS = 60_000;
const ATTEMPTS = 4;

function getConnection(server: { socketDir: string; port: number }, database: string): EmbeddedConnection {
  return { host: server.socketDir, port: server.port, user: SUPERUSER, database };
}

async function withMaintenance<T>(server: Started, work: (sql: Pool) => Promise<T>): Promise<T> {
  const sql = connect({ to: getDriverOptions(getConnection(server, 'postgres')), maxConnections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function answersFor(server: Started, clusterDir: string): Promise<boolean> {
  try {
    return await withMaintenance(server, async (sql) => {
      const [row] = await sql<{ dir: string }[]>`select current_setting('data_directory') as dir`;
      return row !== undefined && (await realpath(row.dir)) === clusterDir;
    });
  } catch {
    return false;
  }
}

/** A server that a killed service left behind: waits until it answers or is gone. */
async function findRunning(clusterDir: string): Promise<Started | undefined> {
  const deadline = performance.now() + ADOPT_MS;
  let seen: PidFile | undefined = await readPidFile(clusterDir);
  if (seen === undefined) return undefined;
  if (!(await isPostmasterOf(seen.pid, clusterDir))) {
    await removeSocketFolder(seen.socketDir);
    await disownPidFile(clusterDir);
    return undefined;
  }
  while (seen !== undefined && (await isPostmasterOf(seen.pid, clusterDir))) {
    if (seen.socketDir !== '' && (await answersFor(seen, clusterDir))) return seen;
    if (performance.now() > deadline) {
      throw new DatabaseStartError(
        `PostgreSQL (process ${seen.pid}) runs on ${clusterDir} but does not answer at ${seen.socketDir}. If no ` +
          `other service uses that folder, end it with "kill -INT ${seen.pid}" and start again.`,
      );
    }
    await sleep(100);
    seen = await readPidFile(clusterDir);
  }
  return undefined;
}

async function createDatabase(server: Started): Promise<void> {
  await withMaintenance(server, async (sql) => {
    const [row] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (row === undefined) await sql`create database ${sql(DATABASE)}`;
  });
}

/** Starts the database of the data folder, or takes over the one that already runs on it. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined);
  await mkdir(resolve(options.dataDir), { recursive: true }).catch((error: unknown) => {
    throw new DatabaseStartError(
      `${options.dataDir} cannot be made (${getErrorCode(error)}); choose another DATA_DIR.`,
    );
  });
  const dataDir = await realpath(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const binaries = await prepareBinaries(options.packageDir ?? findPackage(), log);
  const runner = await chooseRunner(dataDir, clusterDir, binaries, options.userNamespaces ?? true);

  const how = { binaries, runner, clusterDir, logPath: join(dataDir, 'postgres.log') };
  const start = async (): Promise<{ server: Started; adopted: boolean }> => {
    for (let attempt = 1; ; attempt++) {
      const running = await findRunning(clusterDir);
      if (running !== undefined) return { server: running, adopted: true };
      if (!(await isCluster(clusterDir))) {
        log(`embedded PostgreSQL: creating the database in ${clusterDir}`);
        await createCluster(dataDir, clusterDir, binaries, runner);
      }
      try {
        return { server: await startServer(how, options.settings ?? {}, undefined), adopted: false };
      } catch (error) {
        // Another process was quicker, or children of a killed server are still on their way out.
        const passing =
          error instanceof ServerExit &&
          /postmaster\.pid" already exists|shared memory block/.test(error.tail);
        if (!passing || attempt >= ATTEMPTS) throw error;
        await sleep(300 * attempt);
      }
    }
  };

  const startAgain = async (dead: Started, signal: AbortSignal): Promise<Started> => {
    const seen = await readPidFile(clusterDir);
    if (seen !== undefined && (await isPostmasterOf(seen.pid, clusterDir)))
      throw new DatabaseStartError(`another process has started it (process ${seen.pid}).`);
    if (seen !== undefined) await disownPidFile(clusterDir);
    return startServer(how, options.settings ?? {}, { socketDir: dead.socketDir, signal });
  };

  const { server, adopted } = await start();
  const connection = getConnection(server, DATABASE);
  const lock = await takeServiceLock(connection, dataDir, log).catch(async (error: unknown) => {
    if (options.join && adopted && error instanceof FolderInUseError) return undefined;
    // Whoever holds the lock goes on using this server, even if it was started here.
    if (!(error instanceof DatabaseStartError) && !adopted) await stopPostmaster(server.pid, clusterDir);
    throw error;
  });
  const database = { url: formatUrl(connection), connection, adopted };
  if (lock === undefined) return { ...database, pid: server.pid, stop: async () => {} };
  const guard = guardServer(server, startAgain, log);
  let stopping: Promise<void> | undefined;
  const shutDown = async () => {
    // The lock is held to the end, so that nobody adopts a server that is on its way out.
    lock.stopGuarding();
    await guard.stop();
    const { pid } = guard.server;
    const stopped = await stopPostmaster(pid, clusterDir);
    await lock.release();
    if (!stopped) throw new Error(`The embedded PostgreSQL (process ${pid}) did not stop in time.`);
    await removeSocketFolder(server.socketDir);
  };
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };

  try {
    await createDatabase(server);
    await removeOldDrafts(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  log(`embedded PostgreSQL: ${adopted ? 'adopted the running server' : 'started'}, process ${server.pid}`);
  return {
    ...database,
    get pid() {
      return guard.server.pid;
    },
    stop,
  };
}

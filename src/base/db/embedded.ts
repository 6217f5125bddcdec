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
import { acquireServiceLock } from './embedded/lock.ts';
import { isPostmasterOf, stopPostmaster } from './embedded/process.ts';
import { chooseRunner } from './embedded/runner.ts';
import {
  removeSocketFolder,
  ServerStartFailure,
  type StartedServer,
  startServer,
} from './embedded/server.ts';
import { superviseServer } from './embedded/supervisor.ts';

export { type DriverOptions, type EmbeddedConnection, getDriverOptions } from './embedded/connection.ts';
export { DatabaseStartError } from './embedded/error.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Server settings that override the defaults. */
  settings?: Record<string, string>;
  /** Folder of the platform's package, when not in node_modules. */
  packageDir?: string;
  /** False disables user namespaces for root, as on systems without them. */
  userNamespaces?: boolean;
  /** Allows using the database of a running service, which remains responsible for stopping it. */
  join?: boolean;
}

export interface EmbeddedDatabase {
  /** For psql and pg_dump; the pool takes `getDriverOptions(connection)`. */
  url: string;
  connection: EmbeddedConnection;
  /** Process id of the server; changes when it is restarted. */
  readonly pid: number;
  /** The server was left running by a killed service and is reused. */
  adopted: boolean;
  stop(): Promise<void>;
}

const DATABASE = 'settlements';
const ADOPT_MS = 60_000;
const ATTEMPTS = 4;

function getConnection(server: { socketDir: string; port: number }, database: string): EmbeddedConnection {
  return { host: server.socketDir, port: server.port, user: SUPERUSER, database };
}

async function withMaintenance<T>(server: StartedServer, work: (sql: Pool) => Promise<T>): Promise<T> {
  const sql = connect({ to: getDriverOptions(getConnection(server, 'postgres')), maxConnections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function isServerOf(server: StartedServer, clusterDir: string): Promise<boolean> {
  try {
    return await withMaintenance(server, async (sql) => {
      const [row] = await sql<{ dir: string }[]>`select current_setting('data_directory') as dir`;
      return row !== undefined && (await realpath(row.dir)) === clusterDir;
    });
  } catch {
    return false;
  }
}

/** Waits until a server left by a killed service responds or exits. */
async function findRunning(clusterDir: string): Promise<StartedServer | undefined> {
  const deadline = performance.now() + ADOPT_MS;
  let seen: PidFile | undefined = await readPidFile(clusterDir);
  if (seen === undefined) return undefined;
  if (!(await isPostmasterOf(seen.pid, clusterDir))) {
    await removeSocketFolder(seen.socketDir);
    await disownPidFile(clusterDir);
    return undefined;
  }
  while (seen !== undefined && (await isPostmasterOf(seen.pid, clusterDir))) {
    if (seen.socketDir !== '' && (await isServerOf(seen, clusterDir))) return seen;
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

async function createDatabase(server: StartedServer): Promise<void> {
  await withMaintenance(server, async (sql) => {
    const [row] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (row === undefined) await sql`create database ${sql(DATABASE)}`;
  });
}

/** Starts the database of the data folder, or adopts the one already running. */
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
  const start = async (): Promise<{ server: StartedServer; adopted: boolean }> => {
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
        // Another process won the race, or children of a killed server are still exiting.
        const passing =
          error instanceof ServerStartFailure &&
          /postmaster\.pid" already exists|shared memory block/.test(error.tail);
        if (!passing || attempt >= ATTEMPTS) throw error;
        await sleep(300 * attempt);
      }
    }
  };

  const startAgain = async (dead: StartedServer, signal: AbortSignal): Promise<StartedServer> => {
    const seen = await readPidFile(clusterDir);
    if (seen !== undefined && (await isPostmasterOf(seen.pid, clusterDir)))
      throw new DatabaseStartError(`another process has started it (process ${seen.pid}).`);
    if (seen !== undefined) await disownPidFile(clusterDir);
    return startServer(how, options.settings ?? {}, { socketDir: dead.socketDir, signal });
  };

  const { server, adopted } = await start();
  const connection = getConnection(server, DATABASE);
  const lock = await acquireServiceLock(connection, dataDir, log).catch(async (error: unknown) => {
    if (options.join && adopted && error instanceof FolderInUseError) return undefined;
    // The lock holder uses this server, even if it was started here.
    if (!(error instanceof DatabaseStartError) && !adopted) await stopPostmaster(server.pid, clusterDir);
    throw error;
  });
  const database = { url: formatUrl(connection), connection, adopted };
  if (lock === undefined) return { ...database, pid: server.pid, stop: async () => {} };
  const guard = superviseServer(server, startAgain, log);
  let stopping: Promise<void> | undefined;
  const shutDown = async () => {
    // The lock is released last, so that nobody adopts a server that is shutting down.
    lock.stopReacquiring();
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

import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Pool } from './connect.ts';
import { DatabaseUnavailable } from './driver/unavailable.ts';
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
import { DatabaseStartError, getErrorCode } from './embedded/error.ts';
import { claimServer, type ServerUse } from './embedded/lock.ts';
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
  /** Uses the database beside the service and beside other commands; whoever ends last stops it. */
  join?: boolean;
  /** Called when the server has been told to start, which takes it a while. */
  whileStarting?: () => void;
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
    await disownPidFile(clusterDir, seen.pid);
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

/** Starts the database of the data folder, or adopts the one already running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined);
  await mkdir(resolve(options.dataDir), { recursive: true }).catch((error: unknown) => {
    const code = getErrorCode(error);
    throw new DatabaseStartError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${options.dataDir} is a file or lies in one, and the data needs a folder; choose another DATA_DIR.`
        : `${options.dataDir} cannot be made (${code}); give this user the right, or choose another DATA_DIR.`,
    );
  });
  const dataDir = await realpath(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const isService = !options.join;
  let prepared: ReturnType<typeof prepareStart> | undefined;
  const prepareStart = async () => {
    const binaries = await prepareBinaries(options.packageDir ?? findPackage(), log);
    const runner = await chooseRunner(dataDir, clusterDir, binaries, options.userNamespaces ?? true);
    return { binaries, runner, clusterDir, logPath: join(dataDir, 'postgres.log') };
  };
  const prepare = () => {
    prepared ??= prepareStart();
    return prepared;
  };
  const { whileStarting } = options;
  const start = async (): Promise<StartedServer & { adopted: boolean }> => {
    if (isService) await prepare();
    for (let attempt = 1; ; attempt++) {
      // A folder that this user may not read is explained by the preparation.
      const running = await findRunning(clusterDir).catch(async (error: unknown) => {
        await prepare();
        throw error;
      });
      if (running !== undefined) return { ...running, adopted: true };
      const how = await prepare();
      if (!(await isCluster(clusterDir))) {
        log(`embedded PostgreSQL: creating the database in ${clusterDir}`);
        await createCluster(dataDir, clusterDir, how.binaries, how.runner);
      }
      try {
        const server = await startServer(how, options.settings ?? {}, { whileStarting });
        return { ...server, adopted: false };
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
    if (seen !== undefined) await disownPidFile(clusterDir, seen.pid);
    const again = { socketDir: dead.socketDir, signal };
    return startServer(await prepare(), options.settings ?? {}, { again });
  };

  /** Starts anew when the server that was found is being stopped by its last user. */
  const startAndClaim = async () => {
    const deadline = performance.now() + ADOPT_MS;
    for (;;) {
      const server = await start();
      const claim = { isService, log };
      const use = await claimServer(getConnection(server, DATABASE), dataDir, claim).catch(
        async (error: unknown): Promise<ServerUse | undefined> => {
          if (error instanceof DatabaseStartError || performance.now() > deadline) throw error;
          // On a busy machine a server that was just started may be slow to answer: it is found again.
          if (server.adopted || error instanceof DatabaseUnavailable) return undefined;
          await stopPostmaster(server.pid, clusterDir);
          throw error;
        },
      );
      if (use !== undefined) return { server, use };
      await sleep(50);
    }
  };

  const { server, use } = await startAndClaim();
  const { adopted } = server;
  const connection = getConnection(server, DATABASE);
  // A command that loses its server fails; only the service starts it again.
  const guard = isService ? superviseServer(server, startAgain, log) : undefined;
  let stopping: Promise<void> | undefined;
  const shutDown = async () => {
    use.stopRenewing();
    await guard?.stop();
    if (!(await use.endAsLast())) return use.release();
    const { pid } = guard?.server ?? server;
    const stopped = await stopPostmaster(pid, clusterDir);
    // Released last, so that nobody adopts a server that is shutting down.
    await use.release();
    if (!stopped) throw new Error(`The embedded PostgreSQL (process ${pid}) did not stop in time.`);
    await removeSocketFolder(server.socketDir);
  };
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };

  try {
    await use.createDatabase(DATABASE);
    if (isService || !adopted) await removeOldDrafts(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  if (isService || !adopted)
    log(`embedded PostgreSQL: ${adopted ? 'adopted the running server' : 'started'}, process ${server.pid}`);
  return {
    url: formatUrl(connection),
    connection,
    adopted,
    get pid() {
      return (guard?.server ?? server).pid;
    },
    stop,
  };
}

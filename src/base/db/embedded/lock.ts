import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '../driver/session.ts';
import { type EmbeddedConnection, getDriverOptions } from './connection.ts';
import { FolderInUseError } from './error.ts';

/** A process's claim on the embedded server, held by a session that ends with the process however it dies. */
export interface ServerUse {
  createDatabase(name: string): Promise<void>;
  /** Called before the server stops: the claim must not be renewed when its connection ends. */
  stopRenewing(): void;
  /** Gives the claim up. True when no process has one; then nobody gets one until the server has stopped. */
  endAsLast(): Promise<boolean>;
  release(): Promise<void>;
}

/** Advisory locks in the maintenance database: a connection to the service's own would prevent cloning it. */
const NAMESPACE = 0x5e771e;
/** Exclusive: one service per folder. */
const SERVICE = `${NAMESPACE}, 1`;
/** Shared by everybody who uses the server, exclusive for whoever stops it. */
const USE = `${NAMESPACE}, 2`;
const CREATION = `${NAMESPACE}, 3`;
const GRACE_MS = 1500;

/**
 * A service is the only one on its folder; commands use the server beside it and beside each other. Whoever ends last
 * stops the server. Undefined while another process is stopping it.
 */
export async function claimServer(
  connection: EmbeddedConnection,
  dataDir: string,
  { isService, log }: { isService: boolean; log: (line: string) => void },
): Promise<ServerUse | undefined> {
  let isEnding = false;
  let session: Session | undefined;
  let timer: NodeJS.Timeout | undefined;
  const name = `settlements process ${process.pid} on ${hostname()}`.slice(0, 63);
  const config = {
    ...getDriverOptions({ ...connection, database: 'postgres' }),
    application_name: name,
    connectionTimeoutMillis: 5_000,
  };
  const open = async () => {
    session = await Session.open(config, false, () => renew());
    return session;
  };
  const isTrue = async (on: Session, condition: string) => {
    const { rows } = await on.runScript(`select ${condition} as answer`);
    return rows[0]?.answer === true;
  };
  const isOnlyService = (on: Session) => isTrue(on, `pg_try_advisory_lock(${SERVICE})`);
  const isUsable = (on: Session) => isTrue(on, `pg_try_advisory_lock_shared(${USE})`);
  // A backend crash makes the server drop every connection, including this one.
  const renew = () => {
    if (isEnding || !isService || timer !== undefined) return;
    timer = setTimeout(async () => {
      timer = undefined;
      try {
        const on = session?.isLost === false ? session : await open();
        if (isEnding) await on.close();
        else if (!((await isUsable(on)) && (await isOnlyService(on))))
          log('embedded PostgreSQL: another process has taken over this data folder');
      } catch {
        renew();
      }
    }, 500);
    timer.unref();
  };
  const stopRenewing = () => {
    isEnding = true;
    clearTimeout(timer);
  };
  const release = async () => {
    stopRenewing();
    await session?.close();
  };

  try {
    const on = await open();
    if (!(await isUsable(on))) {
      await release();
      return undefined;
    }
    // The server may not have noticed yet that the former holder was killed.
    const deadline = performance.now() + GRACE_MS;
    while (isService && !(await isOnlyService(on))) {
      if (performance.now() > deadline) throw await describeHolder(on, dataDir);
      await sleep(50);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    async createDatabase(wanted) {
      const on = session?.isLost === false ? session : await open();
      const isThere = () => isTrue(on, `exists (select from pg_database where datname = '${wanted}')`);
      if (await isThere()) return;
      await on.runScript(`select pg_advisory_lock(${CREATION})`);
      if (!(await isThere())) await on.runScript(`create database ${wanted}`);
      await on.runScript(`select pg_advisory_unlock(${CREATION})`);
    },
    stopRenewing,
    async endAsLast() {
      stopRenewing();
      try {
        const on = session?.isLost === false ? session : await open();
        // Given up first: of two that end at once, each would see the claim of the other and neither would stop it.
        await on.runScript(`select pg_advisory_unlock_shared(${USE})`);
        return await isTrue(on, `pg_try_advisory_lock(${SERVICE}) and pg_try_advisory_lock(${USE})`);
      } catch {
        // A server that does not answer is stopped by its service.
        return isService;
      }
    },
    release,
  };
}

async function describeHolder(on: Session, dataDir: string): Promise<FolderInUseError> {
  const { rows } = await on.runScript(`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.classid = ${NAMESPACE}::oid and l.objid = 1::oid and l.granted`);
  return new FolderInUseError(
    `${dataDir} is in use by ${rows[0]?.name ?? 'another process'}: only one service may run on a data folder. ` +
      `Stop that one first, or choose another DATA_DIR.`,
  );
}

import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '../driver/session.ts';
import { type EmbeddedConnection, getDriverOptions } from './connection.ts';
import { FolderInUseError } from './error.ts';

export interface ServiceLock {
  /** Called before the server stops: the lock must not be acquired again when its connection ends. */
  stopReacquiring(): void;
  release(): Promise<void>;
}

const LOCK_NAMESPACE = 0x5e771e;
const GRACE_MS = 1500;

/**
 * One service per folder. A session-level advisory lock ends with the process however it dies, needs no cleanup and
 * is not confused by reused pids. It is in the maintenance database, because a connection to the service's database
 * would prevent cloning it as a template.
 */
export async function acquireServiceLock(
  connection: EmbeddedConnection,
  dataDir: string,
  log: (line: string) => void,
): Promise<ServiceLock> {
  let isEnding = false;
  let session: Session | undefined;
  let timer: NodeJS.Timeout | undefined;
  const name = `settlements process ${process.pid} on ${hostname()}`.slice(0, 63);
  const config = {
    ...getDriverOptions({ ...connection, database: 'postgres' }),
    application_name: name,
    connectionTimeoutMillis: 5_000,
  };
  const open = () => Session.open(config, false, () => retake());
  const tryLock = async (on: Session) => {
    const { rows } = await on.runScript(`select pg_try_advisory_lock(${LOCK_NAMESPACE}, 1) as held`);
    return rows[0]?.held === true;
  };
  // A backend crash makes the server drop every connection, including this one.
  const retake = () => {
    if (isEnding || timer !== undefined) return;
    timer = setTimeout(async () => {
      timer = undefined;
      try {
        if (session?.isLost !== false) session = await open();
        if (isEnding) await session.close();
        else if (!(await tryLock(session)))
          log('embedded PostgreSQL: another process has taken over this data folder');
      } catch {
        retake();
      }
    }, 500);
    timer.unref();
  };
  const stopGuarding = () => {
    isEnding = true;
    clearTimeout(timer);
  };
  const release = async () => {
    stopGuarding();
    await session?.close();
  };

  try {
    // The server may not have noticed yet that the former holder was killed.
    const deadline = performance.now() + GRACE_MS;
    session = await open();
    let isTaken = await tryLock(session);
    while (!isTaken && performance.now() < deadline) {
      await sleep(50);
      isTaken = await tryLock(session);
    }
    if (!isTaken) {
      const { rows } = await session.runScript(`
        select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.classid = ${LOCK_NAMESPACE}::oid and l.objid = 1::oid and l.granted`);
      const [holder] = rows;
      throw new FolderInUseError(
        `${dataDir} is in use by ${holder?.name ?? 'another process'}: only one service may run on a data folder. ` +
          `Stop that one first, or choose another DATA_DIR.`,
      );
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { stopReacquiring: stopGuarding, release };
}

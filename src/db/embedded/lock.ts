import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type EmbeddedConnection, getDriverOptions } from './connection.ts';
import { FolderInUseError } from './error.ts';

export interface ServiceLock {
  /** The server is about to end and the connection with it: that is no reason to take the lock again. */
  stopGuarding(): void;
  release(): Promise<void>;
}

const SPACE = 0x5e771e;
const GRACE_MS = 1500;

/**
 * One service per folder. The lock lives in the database and is held by a connection, so that it ends with its
 * process however that dies, needs no cleaning and cannot be confused by a reused process number.
 * It is taken in the maintenance database: a connection to the service's own would forbid cloning that one.
 */
export async function takeServiceLock(
  connection: EmbeddedConnection,
  dataDir: string,
  log: (line: string) => void,
): Promise<ServiceLock> {
  let ending = false;
  let taken = false;
  let timer: NodeJS.Timeout | undefined;
  const sql = postgres({
    ...getDriverOptions({ ...connection, database: 'postgres' }),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    prepare: false,
    connection: { application_name: `settlements process ${process.pid} on ${hostname()}`.slice(0, 63) },
    onclose: () => retake(),
  });
  const tryLock = async () => {
    const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${SPACE}::int, 1) as held`;
    return row?.held === true;
  };
  // A crashed backend makes the server drop every connection, this one too.
  const retake = () => {
    if (ending || timer !== undefined || !taken) return;
    timer = setTimeout(() => {
      timer = undefined;
      tryLock().then(
        (held) => held || log('embedded PostgreSQL: another process has taken over this data folder'),
        () => retake(),
      );
    }, 1000);
    timer.unref();
  };
  const stopGuarding = () => {
    ending = true;
    clearTimeout(timer);
  };
  const release = async () => {
    stopGuarding();
    await sql.end({ timeout: 1 });
  };

  try {
    // The server may need a moment to notice that the former holder was killed.
    const deadline = performance.now() + GRACE_MS;
    taken = await tryLock();
    while (!taken && performance.now() < deadline) {
      await sleep(50);
      taken = await tryLock();
    }
    if (!taken) {
      const [holder] = await sql<{ name: string }[]>`
        select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.classid = ${SPACE}::int::oid and l.objid = 1::oid and l.granted`;
      throw new FolderInUseError(
        `${dataDir} is in use by ${holder?.name ?? 'another process'}: only one service may run on a data folder. ` +
          `Stop that one first, or choose another DATA_DIR.`,
      );
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { stopGuarding, release };
}

import { connect, type Pool } from './connect.ts';
import { getDriverOptions, startEmbedded } from './embedded.ts';
import { openReplica, type Replica } from './replica.ts';

export interface Database {
  pool: Pool;
  /** Where people who are not signed in read while it is near; absent when there is none. */
  replica?: Replica | undefined;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** An external server when `databaseUrl` is set, the embedded one under `dataDir` otherwise. */
export interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseListenUrl: string | undefined;
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePrepare: boolean;
}

export const poolSize = 10;

/** The server DATABASE_URL names, or the embedded one under DATA_DIR. */
export async function openDatabase(
  config: DatabaseConfig,
  log: (line: string) => void,
  options: { join?: boolean } = {},
): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const options = { maxConnections: poolSize, prepare: config.databasePrepare };
    const pool = connect({ to: config.databaseUrl, listenTo: config.databaseListenUrl, ...options });
    const replica =
      config.databaseReplicaUrl === undefined
        ? undefined
        : openReplica({ main: config.databaseUrl, replica: config.databaseReplicaUrl, ...options });
    return {
      pool,
      replica,
      isEmbedded: false,
      async close() {
        await Promise.all([pool.end({ timeout: 5 }), replica?.end()]);
      },
    };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, join: options.join ?? false });
  const pool = connect({ to: getDriverOptions(embedded.connection), maxConnections: poolSize });
  return {
    pool,
    isEmbedded: true,
    async close() {
      await pool.end({ timeout: 5 });
      await embedded.stop();
    },
  };
}

/** The contract of the SQL in this project begins at PostgreSQL 15. */
export async function checkServerVersion(pool: Pool): Promise<void> {
  const [row] = await pool<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
  if (row === undefined || row.number < 150_000) {
    throw new Error('PostgreSQL 15 or newer is needed; DATABASE_URL names an older server.');
  }
}

/** Longer than a busy database takes, shorter than a load balancer waits. */
const answerMilliseconds = 3_000;

interface Answer {
  good: boolean;
}

/** Whether the database answers at all. */
export async function answers(pool: Pool): Promise<boolean> {
  return asksInTime(pool<Answer[]>`select true as good`);
}

/** Whether it answers and takes what is written: a replica, or a leader that was set aside, does not. */
export async function mayBeWritten(pool: Pool): Promise<boolean> {
  return asksInTime(
    pool<
      Answer[]
    >`select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as good`,
  );
}

async function asksInTime(asked: Promise<readonly Answer[]>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), answerMilliseconds);
  });
  const answer = asked.then(
    ([row]) => row?.good === true,
    () => false,
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(late));
}

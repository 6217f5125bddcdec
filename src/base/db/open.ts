import { connect, type Pool } from './connect.ts';
import { getDriverOptions, startEmbedded } from './embedded.ts';
import { openReplica, type Replica } from './replica.ts';

export interface Database {
  pool: Pool;
  /** Serves reads of anonymous visitors while its lag is small; absent when not configured. */
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

/** The server at DATABASE_URL, or the embedded one under DATA_DIR. */
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

/** The SQL of this project needs PostgreSQL 15. */
export async function checkServerVersion(pool: Pool): Promise<void> {
  const [row] = await pool<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
  if (row === undefined || row.number < 150_000) {
    throw new Error('PostgreSQL 15 or newer is needed; DATABASE_URL names an older server.');
  }
}

/** Above the response time of a busy database, below the timeout of load balancers. */
const healthCheckTimeout = 3_000;

interface HealthRow {
  good: boolean;
}

export async function isDatabaseReachable(pool: Pool): Promise<boolean> {
  return isTrueWithinTimeout(pool<HealthRow[]>`select true as good`);
}

/** False for a replica and for a demoted primary. */
export async function isDatabaseWritable(pool: Pool): Promise<boolean> {
  return isTrueWithinTimeout(
    pool<
      HealthRow[]
    >`select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as good`,
  );
}

async function isTrueWithinTimeout(asked: Promise<readonly HealthRow[]>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), healthCheckTimeout);
  });
  const answer = asked.then(
    ([row]) => row?.good === true,
    () => false,
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(late));
}

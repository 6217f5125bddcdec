import { connect, type Pool } from './connect.ts';
import { DatabaseStartError } from './embedded/error.ts';
import { type EmbeddedOptions, getDriverOptions, startEmbedded } from './embedded.ts';
import { openReplica, type Replica } from './replica.ts';
import type { ConnectTo } from './scratch-database.ts';

export interface Database {
  pool: Pool;
  /** Serves reads of anonymous visitors while its lag is small; absent when not configured. */
  replica?: Replica | undefined;
  isEmbedded: boolean;
  connectTo: ConnectTo;
  /** Statements that run have this many seconds to end. */
  close(seconds?: number): Promise<void>;
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
  options: Pick<EmbeddedOptions, 'join' | 'whileStarting'> = {},
): Promise<Database> {
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    const options = { maxConnections: poolSize, prepare: config.databasePrepare };
    const pool = connect({ to: databaseUrl, listenTo: config.databaseListenUrl, ...options });
    const replica =
      config.databaseReplicaUrl === undefined
        ? undefined
        : openReplica({ main: databaseUrl, replica: config.databaseReplicaUrl, ...options });
    return {
      pool,
      replica,
      isEmbedded: false,
      // Past a pooler, which knows no other databases.
      connectTo: (name) =>
        connect({ to: nameDatabase(config.databaseListenUrl ?? databaseUrl, name), maxConnections: 3 }),
      async close(seconds = 5) {
        await Promise.all([pool.end({ timeout: seconds }), replica?.end()]);
      },
    };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, ...options });
  const pool = connect({ to: getDriverOptions(embedded.connection), maxConnections: poolSize });
  return {
    pool,
    isEmbedded: true,
    connectTo: (database) =>
      connect({ to: { ...getDriverOptions(embedded.connection), database }, maxConnections: 3 }),
    async close(seconds = 5) {
      await pool.end({ timeout: seconds });
      await embedded.stop();
    },
  };
}

function nameDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

/** The SQL of this project needs PostgreSQL 15. */
export async function checkServerVersion(pool: Pool): Promise<void> {
  const [row] = await pool<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
  if (row === undefined || row.number < 150_000) {
    throw new DatabaseStartError('PostgreSQL 15 or newer is needed; DATABASE_URL names an older server.');
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

async function isTrueWithinTimeout(health: Promise<readonly HealthRow[]>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), healthCheckTimeout);
  });
  const answer = health.then(
    ([row]) => row?.good === true,
    () => false,
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(late));
}

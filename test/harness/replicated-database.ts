import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { getDriverOptions, startEmbedded } from '../../src/base/db/embedded.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { openReplica, type Replica } from '../../src/base/db/replica.ts';
import { ensureCleanup } from './cleanup-watchdog.ts';

/** A database with a streaming replica, for one test. */
export interface ReplicatedDatabase {
  pool: Pool;
  /** The replica without the lag check. */
  uncheckedReplica: Pool;
  replica: Replica;
  stopReplica(): Promise<void>;
  drop(): Promise<void>;
}

const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', max_connections: '40' };

export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'settlements-replica-'));
  const [mainDir, copyDir] = [join(folder, 'main'), join(folder, 'copy')];
  const main = await startEmbedded({ dataDir: mainDir, settings });
  const to = getDriverOptions(main.connection);
  const pool = connect({ to, maxConnections: 8 });
  await migrate(pool);
  const session = await pool.reserve();
  await session`select pg_backup_start('copy', true)`;
  const from = join(mainDir, 'postgres');
  const isOwn = (path: string) => /\/postmaster\.(pid|opts)$/.test(path) || path.includes('/pg_wal/');
  await cp(from, join(copyDir, 'postgres'), {
    recursive: true,
    filter: (path) => !isOwn(path) || path === from,
  });
  const [label] = await session<
    { labelfile: string }[]
  >`select labelfile from pg_backup_stop(wait_for_archive => false)`;
  session.release();
  await writeFile(join(copyDir, 'postgres', 'backup_label'), label?.labelfile ?? '');
  await writeFile(join(copyDir, 'postgres', 'standby.signal'), '');
  const { host, port, user } = main.connection;
  const primary_conninfo = `host=${host} port=${port} user=${user}`;
  const copy = await startEmbedded({ dataDir: copyDir, settings: { ...settings, primary_conninfo } });
  const place = getDriverOptions(copy.connection);
  const unwatched = connect({ to: place, maxConnections: 2 });
  const replica = openReplica({ main: to, replica: place, maxConnections: 4, prepare: true });
  const drop = async () => {
    await replica.end();
    await unwatched.end({ timeout: 1 });
    await pool.end({ timeout: 5 });
    await copy.stop();
    await main.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    pool,
    uncheckedReplica: unwatched,
    replica,
    stopReplica: () => copy.stop(),
    drop: ensureCleanup(drop),
  };
}

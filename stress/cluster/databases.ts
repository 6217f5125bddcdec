import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findPostgresUser,
  isRoot,
  type Process,
  type Processes,
  respondsWith,
  timeouts,
  waitUntil,
} from './processes.ts';
import type { Programs } from './programs.ts';

/** Interval of Patroni's loop, which renews the leader's lease. */
const loopSeconds = 3;

/** One PostgreSQL server and its Patroni. */
export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  start(): void;
  /** Like a machine that loses power: both are killed. */
  kill(): Promise<void>;
  /** Like a machine that hangs: no process answers, and no connection is closed. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
  isLeader(): Promise<boolean>;
  isReplica(): Promise<boolean>;
  /** Has every acknowledged commit, and may become the leader. */
  isSynchronous(): Promise<boolean>;
}

export interface DatabaseOptions {
  folder: string;
  programs: Programs;
  processes: Processes;
  ports: { etcd: number; etcdPeer: number; nodes: readonly { port: number; restPort: number }[] };
}

export interface Databases {
  readonly nodes: readonly DatabaseNode[];
  readonly superuserPassword: string;
  findLeader(): Promise<DatabaseNode | undefined>;
  /** Waits for one leader and two replicas, one of them synchronous. */
  waitUntilRecovered(): Promise<void>;
  stop(): Promise<void>;
}

/** Three PostgreSQL under Patroni with one etcd, with synchronous replication to a second node. */
export async function startDatabases({
  folder,
  programs,
  processes,
  ports,
}: DatabaseOptions): Promise<Databases> {
  await startEtcd({ folder, programs, processes, ports });
  const passwords = {
    superuser: randomBytes(12).toString('hex'),
    replication: randomBytes(12).toString('hex'),
  };
  const nodes: DatabaseNode[] = [];
  for (const [index, place] of ports.nodes.entries()) {
    const name = `pg${index + 1}`;
    const home = join(folder, name);
    await mkdir(home, { mode: 0o700 });
    const file = join(home, 'patroni.json');
    // Patroni reads YAML, of which JSON is a subset.
    await writeFile(
      file,
      JSON.stringify(createPatroniConfig(name, home, place, ports.etcd, programs, passwords), null, 1),
    );
    if (isRoot()) {
      const { uid, gid } = findPostgresUser();
      for (const path of [home, file]) await chown(path, uid, gid);
    }
    nodes.push(createNode({ name, home, file, ...place }, programs, processes));
  }
  for (const node of nodes) node.start();
  const findLeader = async () => {
    for (const node of nodes) if (await node.isLeader()) return node;
    return undefined;
  };
  return {
    nodes,
    superuserPassword: passwords.superuser,
    findLeader,
    waitUntilRecovered: () =>
      waitUntil(
        'one leader and two replicas, one of them synchronous',
        async () => {
          const replicas = await Promise.all(nodes.map((node) => node.isReplica()));
          const synchronous = await Promise.all(nodes.map((node) => node.isSynchronous()));
          return (
            (await findLeader()) !== undefined &&
            replicas.filter(Boolean).length === nodes.length - 1 &&
            synchronous.includes(true)
          );
        },
        timeouts.whole,
      ),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function startEtcd({ folder, programs, processes, ports }: DatabaseOptions): Promise<void> {
  const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.etcdPeer}`];
  processes.start({
    name: 'etcd',
    program: programs.path.etcd,
    args: [
      // Patroni 3.0 compares the leader's key before it writes it through the older API only: docs/stress-tests.md.
      '--enable-v2',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ],
    env: process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {},
  });
  await waitUntil('etcd answers', () => respondsWith(`${client}/health`, 200), timeouts.start);
}

function createPatroniConfig(
  name: string,
  home: string,
  { port, restPort }: { port: number; restPort: number },
  etcdPort: number,
  { postgresBin }: Programs,
  passwords: { superuser: string; replication: string },
) {
  return {
    scope: 'settlements',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: loopSeconds,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_log_hints: 'on',
            max_connections: 100,
            shared_buffers: '64MB',
            max_wal_size: '512MB',
            wal_keep_size: '256MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, 'data'),
      bin_dir: postgresBin,
      pgpass: join(home, 'pgpass'),
      // A node that pg_rewind cannot repair is copied again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: home, password_encryption: 'scram-sha-256' },
    },
  };
}

function createNode(
  place: { name: string; home: string; file: string; port: number; restPort: number },
  programs: Programs,
  processes: Processes,
): DatabaseNode {
  const { name, home, port, restPort } = place;
  let patroni: Process | undefined;
  const asks = (path: string) => respondsWith(`http://127.0.0.1:${restPort}${path}`, 200).catch(() => false);
  const findPostmaster = async () => {
    const lines = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    // The data folder in the file proves that the pid belongs to this server.
    return lines[1] === join(home, 'data') ? Number(lines[0]) : undefined;
  };
  const signalPostmaster = async (signal: NodeJS.Signals) => {
    const pid = await findPostmaster();
    if (pid === undefined) return;
    try {
      process.kill(pid, signal);
    } catch {}
  };
  /** Signals Patroni, the postmaster and its children; those that have ended are ignored. */
  const signalAll = async (signal: NodeJS.Signals) => {
    patroni?.signal(signal);
    const pid = await findPostmaster();
    if (pid === undefined) return;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)])
      try {
        process.kill(each, signal);
      } catch {}
  };
  const isRunning = async () => {
    const pid = await findPostmaster();
    try {
      return pid !== undefined && process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  return {
    name,
    port,
    restPort,
    start() {
      patroni = processes.start({
        name,
        program: programs.path.patroni,
        args: [place.file],
        asPostgres: true,
      });
    },
    async kill() {
      await patroni?.kill();
      await signalPostmaster('SIGKILL');
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      await patroni?.stop();
      // Patroni stops its server; if it did not, end it here and wait, because it writes into the folder.
      await signalPostmaster('SIGINT');
      await waitUntil(`${name} has ended`, async () => !(await isRunning()), timeouts.end).catch(() =>
        signalPostmaster('SIGKILL'),
      );
    },
    isLeader: () => asks('/primary'),
    isReplica: () => asks('/replica'),
    isSynchronous: () => asks('/synchronous'),
  };
}

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/base/db/connect.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { generousQuotas } from '../../test/harness/quotas.ts';
import { startS3Server } from '../../test/media/s3-server.ts';
import { type MailSink, startMailSink } from '../kill/mail-sink.ts';
import { buildVersion } from './build-version.ts';
import { type Databases, startDatabases } from './databases.ts';
import { type LoadBalancer, startProxy } from './haproxy.ts';
import { createInstance, currentProgram, type Instance } from './instances.ts';
import { startPgBouncer } from './pgbouncer.ts';
import {
  createProcesses,
  findFreePorts,
  isRoot,
  type Processes,
  readLogTails,
  timeouts,
  waitUntil,
} from './processes.ts';
import { findPrograms } from './programs.ts';
import { type RedisServers, startRedis } from './redis.ts';

/** A multi-machine setup on one machine. */
export interface Cluster {
  readonly folder: string;
  /** The address of the load balancer. */
  readonly url: string;
  /** Environment of the instances, also for CLI commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** The primary database, through the proxy. */
  readonly databaseUrl: string;
  readonly replicaUrl: string;
  readonly databases: Databases;
  readonly redis: RedisServers;
  readonly proxy: LoadBalancer;
  readonly instances: readonly Instance[];
  readonly access: DemoAccessFile;
  /** The S3 bucket of all instances; next, their mail server. */
  readonly mediaUrl: string;
  readonly letters: Pick<MailSink, 'taken'>;
  readonly endpoints: readonly [what: string, where: string][];
  /** Ends every process by its id; `keep` keeps the folder with the logs. */
  stop(keep?: boolean): Promise<void>;
}

const user = 'settlements';

export interface ClusterOptions {
  log(line: string): void;
  /** A commit whose version the instances run first. */
  previous?: string;
}

export async function startCluster({ log, previous }: ClusterOptions): Promise<Cluster> {
  const programs = findPrograms();
  // As root, the databases run as the user postgres, who may have no access to root's own temporary folder.
  const folder = await mkdtemp(join(isRoot() ? '/tmp' : tmpdir(), 'settlements-cluster-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'logs'));
  const processes = createProcesses(join(folder, 'logs'));
  const endings: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (keep = false) => {
    stopping ??= (async () => {
      const failed = (error: Error) => log(`  failed to stop: ${error.message}`);
      for (const end of endings.reverse()) await end().catch(failed);
      await processes.stopAll().catch(failed);
      if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
    })();
    return stopping;
  };
  try {
    return {
      ...(await startServers({ folder, programs, processes, endings, say: log, previous })),
      folder,
      stop,
    };
  } catch (error) {
    await stop(true);
    log(await readLogTails(join(folder, 'logs')));
    throw new Error(`${(error as Error).message} The logs are in ${join(folder, 'logs')}.`, { cause: error });
  }
}

async function startServers(parts: {
  folder: string;
  programs: ReturnType<typeof findPrograms>;
  processes: Processes;
  endings: (() => Promise<void>)[];
  say: (line: string) => void;
  previous: string | undefined;
}): Promise<Omit<Cluster, 'folder' | 'stop'>> {
  const { folder, programs, processes, endings, say, previous } = parts;
  if (previous !== undefined) say(`the version of ${previous} …`);
  const program =
    previous === undefined ? currentProgram : await buildVersion(previous, join(folder, 'previous'));
  const ports = await findFreePorts(21);
  const next = () => ports.shift() as number;
  const nodes = [1, 2, 3].map(() => ({ port: next(), restPort: next() }));
  const front = { http: next(), primary: next(), replica: next() };
  const instancePlaces = [1, 2, 3].map((number) => ({ name: `instance${number}`, port: next(), folder }));

  say('etcd and three PostgreSQL under Patroni …');
  const databases = await startDatabases({
    folder,
    programs,
    processes,
    ports: { etcd: next(), etcdPeer: next(), nodes },
  });
  endings.push(() => databases.stop());
  const proxy = await startProxy({
    folder,
    programs,
    processes,
    ports: front,
    databases: databases.nodes,
    instances: instancePlaces,
    ...(previous !== undefined && { checkedHost: `127.0.0.1:${front.http}` }),
  });
  say('Redis with three sentinels, S3, a mail server …');
  const redis = await startRedis({
    folder,
    programs,
    processes,
    ports: { servers: [next(), next()], sentinels: [next(), next(), next()] },
  });
  const s3 = await startS3Server();
  const sink: MailSink = await startMailSink(join(folder, 'letters.jsonl'));
  endings.push(
    () => s3.close(),
    () => sink.close(),
  );
  await databases.waitUntilRecovered();
  const password = await createDatabase(front.primary, databases.superuserPassword);
  const addressOf = (port: number) => `postgres://${user}:${password}@127.0.0.1:${port}/settlements`;
  const poolerPort = next();
  await startPgBouncer({
    folder,
    programs,
    processes,
    port: poolerPort,
    primaryPort: front.primary,
    user,
    password,
  });

  const url = `http://127.0.0.1:${front.http}`;
  const surfaces = ['api_account', 'api_public', 'mcp_account', 'mcp_public', 'costly', 'emails'];
  const environment = {
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: addressOf(front.primary),
    DATABASE_REPLICA_URL: addressOf(front.replica),
    SECRET_KEY: randomBytes(24).toString('hex'),
    REDIS_URL: redis.url,
    MEDIA_URL: s3.address('cluster'),
    SMTP_URL: sink.url,
    RATE_LIMITS: surfaces.map((name) => `${name}=100000000`).join(','),
    QUOTAS: generousQuotas,
    SHUTDOWN_DELAY: '2',
    DEMO: 'off',
    // Older versions check the Host header also of health requests.
    ...(previous !== undefined && {
      TRUSTED_HOSTS: [front.http, ...instancePlaces.map(({ port }) => port)]
        .map((port) => `127.0.0.1:${port}`)
        .join(','),
    }),
  };
  // The third instance connects through PgBouncer in transaction mode.
  const pooled = {
    DATABASE_URL: addressOf(poolerPort),
    DATABASE_PREPARE: 'off',
    DATABASE_LISTEN_URL: addressOf(front.primary),
  };
  const instances = instancePlaces.map((place, index) =>
    createInstance(place, index === 2 ? { ...environment, ...pooled } : environment, processes),
  );
  endings.push(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
  });
  say('three instances, the first with the demonstration …');
  for (const instance of instances) instance.setProgram(program);
  const [first, ...others] = instances as [Instance, ...Instance[]];
  first.start({ DEMO: 'on' });
  await first.waitUntilReady();
  for (const instance of others) instance.start();
  await Promise.all(others.map((instance) => instance.waitUntilReady()));
  const access = await readFile(join(folder, 'instance1', 'demo-access.json'), 'utf8');
  return {
    url,
    environment,
    databaseUrl: addressOf(front.primary),
    replicaUrl: addressOf(front.replica),
    databases,
    redis,
    proxy,
    instances,
    mediaUrl: environment.MEDIA_URL,
    letters: sink,
    access: JSON.parse(access),
    endpoints: [
      ['the service', url],
      ...instances.map(({ name, port }): [string, string] => [name, `http://127.0.0.1:${port}`]),
      ['main database', addressOf(front.primary)],
      ['replicas', addressOf(front.replica)],
      ['PgBouncer', addressOf(poolerPort)],
      ...databases.nodes.map(({ name, port, restPort }): [string, string] => [
        name,
        `127.0.0.1:${port}, Patroni at http://127.0.0.1:${restPort}`,
      ]),
      ['Redis', redis.url],
      ['S3', s3.endpoint],
      ['accounts and tokens', join(folder, 'instance1', 'demo-access.json')],
      ['logs', join(folder, 'logs')],
    ],
  };
}

/** Creates the service's database and its owner, a role that otherwise may only read replication statistics. */
async function createDatabase(primaryPort: number, superuserPassword: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const sql = connect({
    to: `postgres://postgres:${superuserPassword}@127.0.0.1:${primaryPort}/postgres`,
    maxConnections: 1,
  });
  try {
    await waitUntil(
      'the main database answers',
      async () => (await sql`select 1`).length === 1,
      timeouts.start,
    );
    await sql.unsafe(`create role ${user} login password '${password}' in role pg_read_all_stats`);
    await sql.unsafe(`create database settlements owner ${user}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return password;
}

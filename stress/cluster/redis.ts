import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Process, type Processes, timeouts, waitUntil } from './processes.ts';
import type { Programs } from './programs.ts';

const name = 'rateLimits';

export interface RedisServers {
  readonly url: string;
  /** Kills the current master, waits for the failover and restarts it as a replica. */
  killMaster(): Promise<void>;
}

/** A master, a replica and three sentinels. */
export async function startRedis(options: {
  folder: string;
  programs: Programs;
  processes: Processes;
  ports: { servers: readonly [number, number]; sentinels: readonly number[] };
}): Promise<RedisServers> {
  const { folder, programs, processes, ports } = options;
  const program = programs.path['redis-server'];
  const servers = new Map<number, Process>();
  const start = (port: number, further: readonly string[]) => {
    const plain = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
    const args = [...plain, '--dir', folder, ...further];
    servers.set(port, processes.start({ name: `redis-${port}`, program, args }));
  };
  const [first, second] = ports.servers;
  start(first, []);
  start(second, ['--replicaof', `127.0.0.1 ${first}`]);
  for (const port of ports.sentinels) {
    const file = join(folder, `sentinel-${port}.conf`);
    await writeFile(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor ${name} 127.0.0.1 ${first} 2`,
        `sentinel down-after-milliseconds ${name} 2000`,
        `sentinel failover-timeout ${name} 10000`,
        '',
      ].join('\n'),
    );
    processes.start({ name: `sentinel-${port}`, program, args: [file, '--sentinel'] });
  }
  const findMaster = async () => {
    const sentinel = new Redis({ host: '127.0.0.1', port: ports.sentinels[0] as number, lazyConnect: true });
    sentinel.on('error', () => {});
    try {
      await sentinel.connect();
      const found = (await sentinel.call('sentinel', 'get-master-addr-by-name', name)) as string[] | null;
      return found === null ? undefined : Number(found[1]);
    } finally {
      sentinel.disconnect();
    }
  };
  await waitUntil(
    'a sentinel knows the master',
    async () => (await findMaster()) !== undefined,
    timeouts.start,
  );
  return {
    url: `redis+sentinel://${ports.sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    async killMaster() {
      const port = await findMaster();
      if (port === undefined) throw new Error('No sentinel knows a master.');
      await servers.get(port)?.kill();
      await waitUntil(
        'the sentinels chose another master',
        async () => (await findMaster()) !== port,
        timeouts.whole,
      );
      await sleep(1_000);
      start(port, ['--replicaof', `127.0.0.1 ${await findMaster()}`]);
    },
  };
}

import type { RedisOptions } from 'ioredis';

const sentinelScheme = 'redis+sentinel:';
const sentinelUrlPattern =
  /^redis\+sentinel:\/\/(?:(?:([^:@/]*):)?([^@/]*)@)?([^@/]+)\/([^/?#]+)(?:\/(\d{1,3}))?$/;
const hostPortPattern = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/;
const sentinelPort = 26_379;

/**
 * Options for the Redis client: `redis://` and `rediss://` unchanged,
 * `redis+sentinel://user:password@host:port,host:port/name/0` as the sentinels and the master's name; user and
 * password are those of Redis itself.
 */
export function parseRedisUrl(address: string): string | RedisOptions | undefined {
  if (!address.startsWith(sentinelScheme)) {
    const isPlain = URL.canParse(address) && ['redis:', 'rediss:'].includes(new URL(address).protocol);
    return isPlain ? address : undefined;
  }
  const [, user, password, places = '', name = '', db] =
    sentinelUrlPattern.exec(address)?.map(decodePercent) ?? [];
  const sentinels = places.split(',').map((each) => {
    const [, host, port] = hostPortPattern.exec(each) ?? [];
    return { host: host?.replaceAll(/[[\]]/g, ''), port: Number(port ?? sentinelPort) };
  });
  if (name === '' || sentinels.some(({ host, port }) => host === undefined || port < 1 || port > 65_535))
    return undefined;
  return {
    sentinels: sentinels as { host: string; port: number }[],
    name,
    ...(user && { username: user }),
    ...(password && { password }),
    ...(db !== undefined && { db: Number(db) }),
    // During a failover the sentinels name no master: retry soon and without limit.
    sentinelRetryStrategy: (tries) => Math.min(tries * 100, 2_000),
  };
}

function decodePercent(part: string | undefined): string | undefined {
  return part?.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Throws when Redis does not answer within a few seconds. */
export async function pingRedis(address: string): Promise<void> {
  const options = parseRedisUrl(address);
  const { Redis } = await import('../../base/packages/ioredis.ts');
  const limits = {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    retryStrategy: () => null,
  };
  const redis =
    typeof options === 'string' ? new Redis(options, limits) : new Redis({ ...options, ...limits });
  // Told by the rejected promise, too.
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

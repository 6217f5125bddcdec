import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import {
  type RateLimit,
  type RateLimitName,
  type RateLimitSettings,
  type RateLimits,
  windowSeconds,
} from '../../domain/kernel/rate-limits.ts';
import { parseRedisUrl } from './redis-url.ts';

const plainIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711. */
const addressWithPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9A-Fa-f:.]+)\]):\d{1,5}$/;

/** The rate limit key of a public request: the IPv4 address, or the /64 of an IPv6 address. */
export function toRateLimitAddress(address: string): string {
  // The socket's own notation of an IPv4 address needs no parsing.
  if (plainIpv4.test(address)) return address;
  const [, ipv4, ipv6] = addressWithPort.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  try {
    const parsed = ipaddr.process(ipv6 ?? address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
  } catch {
    return address;
  }
}

function buildRateLimit(limit: number, count: number, millisecondsLeft: number): RateLimit {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    reset: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
    exceeded: count > limit,
  };
}

/** For one process: windows in memory, deleted as they expire. */
export function createMemoryRateLimits(
  limits: RateLimitSettings,
  clock: () => number = Date.now,
): RateLimits {
  const windows = new Map<string, { count: number; ends: number }>();
  const sweep = setInterval(() => {
    const now = clock();
    for (const [key, window] of windows) if (window.ends <= now) windows.delete(key);
  }, 60_000);
  sweep.unref();
  return {
    consume(surface, key, count = 1) {
      const now = clock();
      const name = `${surface}:${key}`;
      let window = windows.get(name);
      if (window === undefined || window.ends <= now) {
        window = { count: 0, ends: now + windowSeconds(surface) * 1000 };
        windows.set(name, window);
      }
      window.count += count;
      return buildRateLimit(limits[surface], window.count, window.ends - now);
    },
    async close() {
      clearInterval(sweep);
    },
  };
}

const countScript = `
local count = redis.call('incrby', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {count, redis.call('pttl', KEYS[1])}`;

/** For several instances: shared windows. While Redis is unavailable, requests are counted in memory. */
export interface RedisRateLimits extends RateLimits {
  /** Resolves when connected; until then requests are counted in memory. */
  ready(): Promise<void>;
}

/** Redis is not tried for this long after a failure: a hanging one would delay every request. */
const redisPauseMilliseconds = 1_000;

export async function createRedisRateLimits(
  address: string,
  limits: RateLimitSettings,
  tell: { away(error: Error): void; back(): void },
): Promise<RedisRateLimits> {
  const { Redis } = await import('../../base/packages/ioredis.ts');
  const options = { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 500 };
  const to = parseRedisUrl(address);
  const redis = typeof to === 'object' ? new Redis({ ...options, ...to }) : new Redis(to ?? address, options);
  const fallback = createMemoryRateLimits(limits);
  let isAway = false;
  let leaveAloneUntil = 0;
  const lose = (error: Error) => {
    leaveAloneUntil = performance.now() + redisPauseMilliseconds;
    if (isAway) return;
    isAway = true;
    tell.away(error);
  };
  const find = () => {
    if (!isAway) return;
    isAway = false;
    tell.back();
  };
  redis.on('error', lose);
  return {
    async ready() {
      if (redis.status !== 'ready') await once(redis, 'ready');
    },
    async consume(surface: RateLimitName, key: string, count = 1) {
      if (performance.now() < leaveAloneUntil) return fallback.consume(surface, key, count);
      try {
        const [counted, left] = (await redis.eval(
          countScript,
          1,
          `settlements:budget:${surface}:${key}`,
          windowSeconds(surface) * 1000,
          count,
        )) as [number, number];
        find();
        return buildRateLimit(limits[surface], counted, left);
      } catch (error) {
        lose(error as Error);
        // Nothing is known of a connection that gives no answer: another one is opened, by sentinels to who leads now.
        if (/timed out/.test((error as Error).message)) redis.disconnect(true);
        return fallback.consume(surface, key, count);
      }
    },
    async close() {
      redis.disconnect();
      await fallback.close();
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { type Outage, watchOutage } from '../../base/db/outage.ts';
import type { Replica } from '../../base/db/replica.ts';
import type { RateLimitSettings, RateLimits } from '../../domain/kernel/rate-limits.ts';
import { createMemoryRateLimits, createRedisRateLimits } from './rate-limit.ts';

/** Logs the loss and the return of the database and the replica, once each. */
export function logOutages(pool: Pool, replica: Replica | undefined, log: FastifyBaseLogger): Outage {
  if (replica !== undefined)
    replica.onChange = (isCaughtUp, why) => {
      if (isCaughtUp) log.info('reading from the replica');
      else log.warn({ why }, 'not reading from the replica');
    };
  return watchOutage(pool, {
    away: (error) =>
      log.error({ where: 'database', reason: error.message, code: error.code }, 'the database is away'),
    back: (seconds) => log.warn({ seconds }, 'the database is back'),
  });
}

/** Rate limits shared by all instances with Redis, otherwise of this instance. */
export async function openRateLimits(
  { redisUrl, rateLimits }: { redisUrl: string | undefined; rateLimits: RateLimitSettings },
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<RateLimits> {
  if (redisUrl === undefined) return createMemoryRateLimits(rateLimits, clock);
  return createRedisRateLimits(redisUrl, rateLimits, {
    away: ({ message }) =>
      log.error(
        { where: 'redis', reason: message },
        'Redis is unavailable: rate limits are counted per instance',
      ),
    back: () => log.warn('Redis is available again'),
  });
}

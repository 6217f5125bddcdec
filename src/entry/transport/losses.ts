import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { type Outage, watchOutage } from '../../base/db/outage.ts';
import type { Replica } from '../../base/db/replica.ts';
import type { Budgets, Limits } from '../../domain/kernel/budget.ts';
import { createMemoryBudgets, createRedisBudgets } from './rate-limit.ts';

/** What the log says when something beside the service goes away and comes back: once each. */
export function tellOutages(pool: Pool, replica: Replica | undefined, log: FastifyBaseLogger): Outage {
  if (replica !== undefined)
    replica.onChange = (isNear, why) => {
      if (isNear) log.info('the replica is near and is read from');
      else log.warn({ why }, 'the replica is not near and is not read from');
    };
  return watchOutage(pool, {
    away: (error) => log.error({ reason: error.message, code: error.code }, 'the database is away'),
    back: (seconds) => log.warn({ seconds }, 'the database is back'),
  });
}

/** One budget over all instances where there is a Redis, otherwise one of this instance. */
export async function openBudgets(
  { redisUrl, limits }: { redisUrl: string | undefined; limits: Limits },
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<Budgets> {
  if (redisUrl === undefined) return createMemoryBudgets(limits, clock);
  return createRedisBudgets(redisUrl, limits, {
    away: ({ message }) => log.error({ reason: message }, 'Redis is away: every instance counts by itself'),
    back: () => log.warn('Redis is back'),
  });
}

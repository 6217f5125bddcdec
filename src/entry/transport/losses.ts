import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { type Outage, watchOutage } from '../../base/db/outage.ts';
import type { Replica } from '../../base/db/replica.ts';
import type { Budgets, Limits } from '../../domain/kernel/budget.ts';
import { createMemoryBudgets, createRedisBudgets } from './rate-limit.ts';

/** Logs the loss and the return of the database and the replica, once each. */
export function tellOutages(pool: Pool, replica: Replica | undefined, log: FastifyBaseLogger): Outage {
  if (replica !== undefined)
    replica.onChange = (isNear, why) => {
      if (isNear) log.info('reading from the replica');
      else log.warn({ why }, 'not reading from the replica');
    };
  return watchOutage(pool, {
    away: (error) => log.error({ reason: error.message, code: error.code }, 'the database is away'),
    back: (seconds) => log.warn({ seconds }, 'the database is back'),
  });
}

/** Rate limits shared by all instances with Redis, otherwise of this instance. */
export async function openBudgets(
  { redisUrl, limits }: { redisUrl: string | undefined; limits: Limits },
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<Budgets> {
  if (redisUrl === undefined) return createMemoryBudgets(limits, clock);
  return createRedisBudgets(redisUrl, limits, {
    away: ({ message }) =>
      log.error({ reason: message }, 'Redis is unavailable: rate limits are counted per instance'),
    back: () => log.warn('Redis is available again'),
  });
}

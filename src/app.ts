import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { describeApi } from './contract/openapi.ts';
import type { Pool } from './db/connect.ts';
import { takeInstanceLease } from './db/instance-lease.ts';
import { poolSize } from './db/open.ts';
import { createGeometry } from './geometry/engine.ts';
import { createJobs, type Jobs } from './jobs/queue.ts';
import { recurringJobs, workers } from './jobs/workers.ts';
import type { Budgets } from './kernel/budget.ts';
import { createCursors } from './kernel/cursor.ts';
import type { AnyOperation } from './kernel/operation.ts';
import { createKernel, type Kernel, type KernelParts } from './kernel/run.ts';
import { createSnowflakes } from './kernel/snowflake.ts';
import { createBearer } from './oauth/bearer.ts';
import { createRedirectRules } from './oauth/redirect-allow.ts';
import { operations } from './operations/index.ts';
import { createGuard, type Guard } from './outbound/guard.ts';
import { deriveKey } from './secret-key.ts';
import type { Services } from './services.ts';
import { idempotency } from './store/idempotency.ts';
import { countJobs } from './store/jobs.ts';
import { isSettlementSlug } from './store/settlements.ts';
import { createHosts } from './transport/host.ts';
import { createMetrics, registerOperating } from './transport/metrics.ts';
import { registerOAuth } from './transport/oauth-routes.ts';
import { createMemoryBudgets, createRedisBudgets } from './transport/rate-limit.ts';
import { registerRest } from './transport/rest.ts';
import { createServer } from './transport/server.ts';
import { registerKeyPages } from './web/account-routes.ts';
import { registerAuthorizePages } from './web/authorize-routes.ts';
import { registerProfilePages } from './web/profile-routes.ts';
import { registerAssets, registerPublicPages } from './web/routes.ts';
import { registerPageScope } from './web/scope.ts';
import { registerSignInPages } from './web/sign-in-routes.ts';

export const allOperations = operations as unknown as readonly AnyOperation[];

export interface AppParts {
  config: Config;
  pool: Pool;
  readPool: Pool;
  secretKey: string;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
  clock?: () => number;
  /** The way out to client documents; a test lets it reach loopback. */
  documentGuard?: Guard;
}

export interface App {
  server: FastifyInstance;
  kernel: Kernel;
  /** What the kernel was made of, for work that runs operations inside a transaction of its own. */
  kernelParts: KernelParts;
  jobs: Jobs;
  services: Services;
  newId(): string;
  /** Stops taking requests, finishes the running ones, hands jobs back. The database stays open. */
  close(): Promise<void>;
}

/** The composition root: the only file that sees every folder. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, pool, readPool, secretKey } = parts;
  const clock = parts.clock ?? Date.now;
  const now = () => new Date(clock());
  const hosts = createHosts(config, (slug) => isSettlementSlug(pool, slug), clock);
  const server = await createServer({
    config,
    hosts,
    ...(parts.logStream && { logStream: parts.logStream }),
  });
  const reportError = (error: unknown, where: string) =>
    server.log.error({ err: error, where }, 'background failure');

  const lease = await takeInstanceLease(pool, (error) => reportError(error, 'instance lease'), clock);
  const snowflakes = createSnowflakes(() => lease.number(), clock);
  const newId = () => snowflakes.next();
  const budgets: Budgets =
    config.redisUrl === undefined
      ? createMemoryBudgets(config.limits, clock)
      : createRedisBudgets(config.redisUrl, config.limits, (error) => reportError(error, 'redis'));
  const bearer = createBearer(pool, clock);
  const geometry = createGeometry();
  const jobs = createJobs({
    pool,
    workers: workers(),
    recurring: recurringJobs,
    instance: newId(),
    now,
    newId,
    onError: reportError,
  });
  const services: Services = { geometry, jobs };
  const kernelParts: KernelParts = {
    pool,
    readPool,
    budgets,
    checkBearer: bearer.check,
    cursors: createCursors(deriveKey(secretKey, 'cursors')),
    idempotency,
    services,
    now,
    newId,
  };
  const kernel = createKernel(kernelParts);

  const metrics = createMetrics(server, { countJobs: () => countJobs(pool), pool: { max: poolSize } });
  registerOperating(server, {
    metrics,
    metricsPublic: config.metricsPublic,
    isHealthy: async () => {
      try {
        await pool`select 1`;
        return true;
      } catch {
        return false;
      }
    },
  });
  const api = describeApi(allOperations);
  registerRest(server, allOperations, kernel);
  registerAssets(server, api);
  const rules = createRedirectRules(config.redirectAllow);
  const guard = parts.documentGuard ?? createGuard({ allowPrivate: false, httpsOnly: true });
  registerOAuth(server, { pool, budgets, rules, bearer, now, newId });
  const visitors = { pool, key: deriveKey(secretKey, 'visitors'), now, newId };
  registerPageScope(server, visitors, (pages) => {
    registerPublicPages(pages, { kernel, api });
    registerSignInPages(pages, { ...visitors, jobs });
    registerKeyPages(pages, { ...visitors, bearer });
    registerProfilePages(pages, { ...visitors, kernel, jobs, bearer });
    registerAuthorizePages(pages, { ...visitors, guard, rules });
  });

  return {
    server,
    kernel,
    kernelParts,
    jobs,
    services,
    newId,
    async close() {
      await server.close();
      await jobs.stop();
      await geometry.close();
      await bearer.close();
      await budgets.close();
      await lease.release();
    },
  };
}

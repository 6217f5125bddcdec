import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reveals nothing specific to a host, so it is served under any. */
    anyHost?: boolean;
  }
}

export interface Metrics {
  readonly contentType: string;
  write(): Promise<string>;
}

export interface MetricsOptions {
  countJobs(): Promise<{ queue: string; state: string; count: number }[]>;
  readonly pool: { max: number };
  readonly replica?: { readonly isCaughtUp: boolean } | undefined;
}

/** Metrics for operators: requests by operation and status, their latency, jobs, the event loop. */
export function createMetrics(server: FastifyInstance, options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  new Gauge({
    name: 'settlements_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics matter even more when the database is unavailable.
      for (const { queue, state, count } of await options.countJobs().catch(() => []))
        this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: 'settlements_database_connections_max',
    help: 'Size of the connection pool',
    registers: [registry],
    collect() {
      this.set(options.pool.max);
    },
  });
  const { replica } = options;
  if (replica !== undefined)
    new Gauge({
      name: 'settlements_replica_near',
      help: 'Whether the replica is near enough to be read from',
      registers: [registry],
      collect() {
        this.set(replica.isCaughtUp ? 1 : 0);
      },
    });
  const requests = new RequestMetrics();
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions?.config?.operation ?? request.routeOptions?.url ?? 'unknown';
    requests.count(operation, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  return {
    contentType: registry.contentType,
    write: async () => `${requests.write()}\n${await registry.metrics()}`,
  };
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** A request from this machine itself, not forwarded by a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  return loopback.test(request.ip) && !forwardingHeaders.some((name) => request.headers[name] !== undefined);
}

/** Public and not rate limited: concurrent requests share one check. */
function shareConcurrentCalls<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

export function registerHealthAndMetrics(
  server: FastifyInstance,
  parts: {
    metrics: Metrics;
    metricsPublic: boolean;
    isHealthy(): Promise<boolean>;
    isReady(): Promise<boolean>;
  },
): void {
  const answer = (reply: FastifyReply, isGood: boolean) =>
    reply
      .code(isGood ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isGood ? 'ok' : 'unavailable' });
  // Load balancers and supervisors address each machine directly, or send no host at all.
  const config = { anyHost: true };
  const isHealthy = shareConcurrentCalls(parts.isHealthy);
  const isReady = shareConcurrentCalls(parts.isReady);
  server.get('/health', { config }, async (_request, reply) => answer(reply, await isHealthy()));
  // Liveness: whether to restart the process. Readiness: whether to send it requests.
  server.get('/health/live', { config }, async (_request, reply) => answer(reply, true));
  server.get('/health/ready', { config }, async (_request, reply) => answer(reply, await isReady()));
  server.get('/metrics', async (request, reply) => {
    if (!parts.metricsPublic && !isLocal(request)) return reply.callNotFound();
    return reply.type(parts.metrics.contentType).send(await parts.metrics.write());
  });
}

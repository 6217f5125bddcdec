import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
}

export interface MetricsParts {
  countJobs(): Promise<{ queue: string; state: string; count: number }[]>;
  readonly pool: { max: number };
}

/** Numbers for whoever runs the service: requests by operation and status, their latency, jobs, the event loop. */
export function createMetrics(server: FastifyInstance, parts: MetricsParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const requests = new Counter({
    name: 'settlements_requests_total',
    help: 'Requests by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'settlements_request_seconds',
    help: 'Time from request to reply by operation',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'settlements_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, state, count } of await parts.countJobs()) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: 'settlements_database_connections_max',
    help: 'Size of the connection pool',
    registers: [registry],
    collect() {
      this.set(parts.pool.max);
    },
  });
  const countRequest = remember((key) => {
    const [operation = '', status = ''] = key.split(' ');
    return requests.labels({ operation, status });
  });
  const timeRequest = remember((operation) => seconds.labels({ operation }));
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions?.config?.operation ?? request.routeOptions?.url ?? 'unknown';
    countRequest(`${operation} ${reply.statusCode}`).inc();
    timeRequest(operation).observe(reply.elapsedTime / 1000);
    done();
  });
  return { registry };
}

/** Finding a series by its labels costs more than counting in it. Routes and statuses are few, so this stays small. */
function remember<Series>(find: (key: string) => Series): (key: string) => Series {
  const known = new Map<string, Series>();
  return (key) => {
    let series = known.get(key);
    if (series === undefined) {
      series = find(key);
      known.set(key, series);
    }
    return series;
  };
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

export function registerOperating(
  server: FastifyInstance,
  parts: { metrics: Metrics; metricsPublic: boolean; isHealthy(): Promise<boolean> },
): void {
  server.get('/health', async (_request, reply) => {
    const healthy = await parts.isHealthy();
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: healthy ? 'ok' : 'unavailable' });
  });
  server.get('/metrics', async (request, reply) => {
    if (!parts.metricsPublic && !loopback.test(request.raw.socket.remoteAddress ?? ''))
      return reply.callNotFound();
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isProbe, type ProxyReport, probePath } from '../../features/installation/doctor/proxy-probe.ts';
import { RequestMetrics, type RequestTimes } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reveals nothing specific to a host, so it is served under any. */
    anyHost?: boolean;
  }
}

export interface Metrics {
  readonly contentType: string;
  write(): Promise<string>;
  listSlowest(limit: number): RequestTimes[];
}

export interface MetricsOptions {
  countJobs(): Promise<{ queue: string; state: string; count: number }[]>;
  countPushes(): Promise<{ waiting: number; subscriptions: number; failing: number }>;
  /** The newest backup that was written to its end. */
  findBackup(): Promise<BackupFacts | undefined>;
  countEmails(): Promise<{ waiting: number; late: number }>;
  countDevices(): Promise<{ provider: string; connections: number; failing: number }[]>;
  /** By job queue, operation or part of the service. */
  readonly failures: ReadonlyMap<string, number>;
  readonly pool: { max: number };
  readonly replica?: { readonly isCaughtUp: boolean } | undefined;
}

export interface BackupFacts {
  startedAt: Date;
  bytes: number | null;
  backupMs: number | null;
  verifyMs: number | null;
  verdict: 'good' | 'bad' | null;
}

/** Absent while there is no value. */
const backupGauges: readonly [name: string, help: string, read: (backup: BackupFacts) => number | null][] = [
  ['age_seconds', 'Age of the newest backup', ({ startedAt }) => (Date.now() - startedAt.getTime()) / 1000],
  ['bytes', 'Size of the newest backup', ({ bytes }) => bytes],
  ['seconds', 'How long it took to write the newest backup', ({ backupMs }) => toSeconds(backupMs)],
  ['verify_seconds', 'How long it took to prove the newest backup', ({ verifyMs }) => toSeconds(verifyMs)],
  [
    'verdict',
    'Whether the newest backup could be restored: 1 yes, 0 no, -1 not proven',
    ({ verdict }) => (verdict === null ? -1 : verdict === 'good' ? 1 : 0),
  ],
];

const toSeconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);

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
    name: 'settlements_pushes',
    help: 'Pushes that wait, and browsers that are subscribed or failing',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await options.countPushes().catch(() => null);
      if (counted === null) return;
      this.set({ state: 'waiting' }, counted.waiting);
      this.set({ state: 'subscribed' }, counted.subscriptions);
      this.set({ state: 'failing' }, counted.failing);
    },
  });
  const findBackup = shareConcurrentCalls(() => options.findBackup().catch(() => undefined));
  for (const [name, help, read] of backupGauges)
    new Gauge({
      name: `settlements_backup_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const backup = await findBackup();
        const value = backup === undefined ? null : read(backup);
        if (value !== null) this.set(value);
      },
    });
  new Gauge({
    name: 'settlements_emails',
    help: 'Emails that wait; late: for more than an hour',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await options.countEmails().catch(() => null);
      if (counted === null) return;
      this.set({ state: 'waiting' }, counted.waiting);
      this.set({ state: 'late' }, counted.late);
    },
  });
  new Gauge({
    name: 'settlements_device_connections',
    help: 'Connections to devices by kind and state',
    labelNames: ['provider', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { provider, connections, failing } of await options.countDevices().catch(() => [])) {
        this.set({ provider, state: 'failing' }, failing);
        this.set({ provider, state: 'other' }, connections - failing);
      }
    },
  });
  new Counter({
    name: 'settlements_failures_total',
    help: 'Failures that were logged, by job queue, operation or part of the service',
    labelNames: ['where'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [where, count] of options.failures) this.inc({ where }, count);
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
    listSlowest: (limit) => requests.listSlowest(limit),
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
    /** Key of the doctor's question about the proxy. */
    probeKey: Buffer;
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
  server.get(probePath, { config }, async (request, reply) => {
    if (!isProbe(parts.probeKey, request.headers['x-probe'], Date.now())) return reply.callNotFound();
    const report: ProxyReport = {
      address: request.ip,
      connection: request.socket.remoteAddress ?? '',
      forwarded: request.headers['x-forwarded-for']?.toString() ?? null,
    };
    return reply.header('cache-control', 'no-store').send(report);
  });
  server.get('/metrics', async (request, reply) => {
    if (!parts.metricsPublic && !isLocal(request)) return reply.callNotFound();
    return reply.type(parts.metrics.contentType).send(await parts.metrics.write());
  });
}

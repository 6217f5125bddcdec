import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { createPushes } from './background/jobs/device-pushes.ts';
import { acquireInstanceLease } from './base/db/instance-lease.ts';
import { isDatabaseReachable, isDatabaseWritable, poolSize } from './base/db/open.ts';
import type { Replica } from './base/db/replica.ts';
import { describeConfig } from './config-summary.ts';
import { createServices, type ServiceSettings } from './create-services.ts';
import { createCursors } from './domain/kernel/cursor.ts';
import type { Jobs } from './domain/kernel/jobs.ts';
import type { AnyOperation } from './domain/kernel/operation.ts';
import { createKernel, type Kernel, type KernelDependencies } from './domain/kernel/run.ts';
import type { Services } from './domain/kernel/services.ts';
import { createSnowflakes, snowflakeAt } from './domain/kernel/snowflake.ts';
import { buildOpenApi, type OpenApi } from './entry/contract/openapi.ts';
import { logOutages, openRateLimits } from './entry/transport/connection-loss-log.ts';
import { registerDevicePush } from './entry/transport/device-push.ts';
import { registerDiagrams } from './entry/transport/diagram-routes.ts';
import { registerLandDocument } from './entry/transport/land-document.ts';
import { registerMcpServers } from './entry/transport/mcp/register-servers.ts';
import { registerMedia } from './entry/transport/media-routes.ts';
import { createMetrics, registerHealthAndMetrics } from './entry/transport/metrics.ts';
import { registerNotificationStream } from './entry/transport/notification-stream.ts';
import { registerOAuth } from './entry/transport/oauth-routes.ts';
import { pingRedis } from './entry/transport/redis-url.ts';
import { registerRest } from './entry/transport/rest.ts';
import { createServer } from './entry/transport/server.ts';
import { createHosts } from './entry/transport/trusted-hosts.ts';
import { listExtraRoutes } from './entry/web/extra-routes.ts';
import type { Page } from './entry/web/page/page.ts';
import { registerUnsubscribe } from './entry/web/pages/account/unsubscribe.tsx';
import { registerGuidePictures } from './entry/web/pages/help/guide-pictures.ts';
import { registerAcknowledgeByLink } from './entry/web/pages/journal/acknowledge-by-link.tsx';
import { pages } from './entry/web/pages.ts';
import { registerAssets } from './entry/web/server/asset-routes.ts';
import { sendNotFoundPage } from './entry/web/server/error-responses.ts';
import type { PageDependencies } from './entry/web/server/page-dependencies.ts';
import { enforcePageLimit } from './entry/web/server/page-rate-limits.ts';
import { registerPages } from './entry/web/server/register-pages.ts';
import { createRenderedTextCache } from './entry/web/server/rendered-text-cache.ts';
import { createHasPage } from './entry/web/server/routed-paths.ts';
import { sendWrongHostPage } from './entry/web/server/wrong-host-page.tsx';
import { createDoctor } from './features/installation/doctor/doctor.ts';
import { openInstallation } from './features/installation/installation.ts';
import { createRecentFailures } from './features/installation/recent-failures.ts';
import { nameKeyPlace } from './features/installation/unopened-secrets.ts';
import { createBearerTokens } from './features/oauth/bearer-tokens.ts';
import { createRedirectRules } from './features/oauth/redirect-rules.ts';
import { operations } from './features/operations/index.ts';
import { deriveKey } from './secret-key.ts';
import { createSettingsBox } from './settings-box.ts';
import { changeCounter } from './store/accounts/account-changes.ts';
import { isSettlementSlug } from './store/land/settlements.ts';
import { countWaitingEmails } from './store/messaging/email-outbox.ts';
import { countPushes } from './store/messaging/push-subscriptions.ts';
import { findWrittenBackup } from './store/system/backup-runs.ts';
import { idempotency } from './store/system/idempotency.ts';
import { countJobs } from './store/system/jobs.ts';
import { findNewestId } from './store/system/newest-id.ts';
import { readDeviceOverview } from './store/system/operator-overview.ts';

/** Reported over MCP as the version of the server, and on the operator's page. */
const programVersion = '0.1.0';

export const allOperations: readonly AnyOperation[] = operations;

export interface AppOptions extends ServiceSettings {
  replica?: Replica | undefined;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
  clock?: () => number;
  /** Maps load the land cell by cell above this many plots. */
  maxPlotsWithoutCells?: number;
  /** Pages that tests add to the list. */
  extraPages?: readonly Page[];
  /** How often open notification streams check that their reader still has access. */
  streamHeartbeatMilliseconds?: number;
}

export interface App {
  server: FastifyInstance;
  kernel: Kernel;
  /** The kernel's dependencies, for code that runs operations inside its own transaction. */
  kernelDependencies: KernelDependencies;
  jobs: Jobs;
  services: Services;
  newId(): string;
  /** Makes the readiness check fail; requests are still served. */
  markNotReady(): void;
  /** Stops accepting requests, finishes the running ones, returns jobs to the queue. Leaves the database open. */
  close(): Promise<void>;
}

/** The composition root: the only file that sees every folder. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, pool, replica, secretKey } = options;
  const readPool = () => (replica?.isCaughtUp ? replica.pool : pool);
  const clock = options.clock ?? Date.now;
  const now = () => new Date(clock());
  const settingsBox = createSettingsBox(config, secretKey);
  const installation = await openInstallation(pool, config, settingsBox, {
    clock,
    onError: (error) => reportError(error, 'installation settings'),
  });
  const failures = createRecentFailures(now);
  const hosts = createHosts(installation, config, (slug) => isSettlementSlug(pool, slug), clock);
  const server = await createServer({
    config,
    hosts,
    sendNotFoundPage: (request, reply) => sendNotFoundPage(request, reply, pageDependencies),
    sendWrongHostPage: (request, reply) => sendWrongHostPage(request, reply, installation),
    countNotFound: (request, reply) => enforcePageLimit(request, reply, rateLimits),
    onErrorLogged: ({ err, reason, where, operation }) =>
      failures.record(where ?? operation ?? 'requests', err ?? reason),
    ...(options.logStream && { logStream: options.logStream }),
  });
  await server.register(cookie);
  const outage = logOutages(pool, replica, server.log);
  const reportError = (error: unknown, where: string) => {
    if (!outage.report(error)) server.log.error({ err: error, where }, 'background failure');
  };

  const lease = await acquireInstanceLease(pool, (error) => reportError(error, 'instance lease'));
  // Ids made by a clock more than a day ahead are ignored.
  const newestId = await findNewestId(pool, snowflakeAt(clock() + 86_400_000));
  const snowflakes = createSnowflakes(() => lease.number(), clock, newestId);
  const newId = () => snowflakes.next();
  const rateLimits = await openRateLimits(config, clock, server.log);
  const bearer = createBearerTokens(pool, clock);
  const { services, jobs, mail, closeServices } = createServices({
    ...options,
    installation,
    readPool,
    rateLimits,
    now,
    newId,
    reportError,
  });
  const kernelDependencies: KernelDependencies = {
    pool,
    readPool,
    rateLimits,
    checkBearer: bearer.check,
    cursors: createCursors(deriveKey(secretKey, 'cursors')),
    idempotency,
    changes: changeCounter,
    services,
    now,
    newId,
  };
  const kernel = createKernel(kernelDependencies);

  let isStopping = false;
  const { redisUrl } = config;
  const probeKey = deriveKey(secretKey, 'proxy probe');
  const metrics = createMetrics(server, {
    countJobs: () => countJobs(pool),
    countPushes: () => countPushes(pool),
    findBackup: () => findWrittenBackup(pool),
    countEmails: () => countWaitingEmails(pool, now()),
    countDevices: () => readDeviceOverview(pool),
    failures: failures.totals,
    pool: { max: poolSize },
    replica,
  });
  registerHealthAndMetrics(server, {
    metrics,
    metricsPublic: config.metricsPublic,
    probeKey,
    isHealthy: () => isDatabaseReachable(pool),
    isReady: async () => !isStopping && (await isDatabaseWritable(pool)),
  });
  // Built on first request: it would slow down every start, and most instances never serve it.
  let api: OpenApi | undefined;
  const findOpenApi = () => {
    api ??= buildOpenApi(allOperations);
    return api;
  };
  registerRest(server, allOperations, kernel);
  const mcpDependencies = { operations: allOperations, kernel, version: programVersion, pool, services, now };
  const elicitations = registerMcpServers(server, {
    ...mcpDependencies,
    secret: deriveKey(secretKey, 'mcp questions'),
  });
  const notificationStream = registerNotificationStream(server, {
    kernel,
    pool,
    checkBearer: bearer.check,
    onError: reportError,
    ...(options.streamHeartbeatMilliseconds && {
      heartbeatMilliseconds: options.streamHeartbeatMilliseconds,
    }),
  });
  registerAssets(server, findOpenApi);
  registerGuidePictures(server);
  registerDiagrams(server, pool);
  const land = registerLandDocument(server, {
    pool,
    kernel,
    maxPlotsWithoutCells: options.maxPlotsWithoutCells,
  });
  const pushes = createPushes({ pool, jobs, keepDays: config.readingsKeepDays, now, newId });
  registerDevicePush(server, { pushes, rateLimits });
  registerMedia(server, { pool, kernel, rateLimits, services, now, newId });
  registerUnsubscribe(server, { kernel, tokens: mail.unsubscribe, rateLimits });
  registerAcknowledgeByLink(server, {
    kernel,
    tokens: mail.acknowledge,
    rateLimits,
    texts: services.texts,
  });
  const rules = createRedirectRules(config.redirectAllow);
  registerOAuth(server, { pool, rateLimits, rules, bearer, now, newId });
  const pageDependencies: PageDependencies = {
    kernel,
    pool,
    key: deriveKey(secretKey, 'visitors'),
    rateLimits,
    jobs,
    services,
    bearer,
    notificationStream,
    outboundGuard: services.media.guard,
    redirectRules: rules,
    renderedTexts: createRenderedTextCache(),
    landReader: land,
    tiles: config.tiles ?? null,
    process: {
      doctor: createDoctor({
        pool,
        installation,
        store: services.media.store,
        isS3: config.mediaUrl !== undefined,
        dataDir: config.dataDir,
        pingRedis: redisUrl === undefined ? null : () => pingRedis(redisUrl),
        probeKey,
        boxes: { settings: settingsBox, devices: services.devices.secrets },
        keyPlace: nameKeyPlace(config),
        now,
      }),
      failures,
      listSlowest: metrics.listSlowest,
      config: describeConfig(config),
      version: programVersion,
      startedAt: now(),
    },
    openDemo: async () => {
      const { createDemonstration } = await import('./entry/demo/demonstration.ts');
      const { baseUrl } = installation;
      return createDemonstration({ pool, kernelDependencies, dataDir: config.dataDir, baseUrl });
    },
    hasPage: createHasPage(pages),
    findOpenApi,
    now,
    newId,
  };
  const showsGallery = config.demo !== false || process.env.NODE_ENV === 'test';
  registerPages(server, pageDependencies, {
    pages: [...pages, ...(options.extraPages ?? [])],
    extraRoutes: listExtraRoutes({ gallery: showsGallery }),
  });

  return {
    server,
    kernel,
    kernelDependencies,
    jobs,
    services,
    newId,
    markNotReady() {
      isStopping = true;
    },
    async close() {
      isStopping = true;
      await server.close();
      await notificationStream.close();
      await elicitations.close();
      await jobs.stop();
      await closeServices();
      await bearer.close();
      await rateLimits.close();
      await lease.release();
      outage.end();
    },
  };
}

import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { createPushes } from './background/jobs/device-pushes.ts';
import { createJobs } from './background/jobs/queue.ts';
import { createWorkers, recurringJobs } from './background/jobs/workers.ts';
import type { Pool } from './base/db/connect.ts';
import { acquireInstanceLease } from './base/db/instance-lease.ts';
import { isDatabaseReachable, isDatabaseWritable, poolSize } from './base/db/open.ts';
import type { Replica } from './base/db/replica.ts';
import { createFairShare } from './base/threads/fair-share.ts';
import type { Config } from './config.ts';
import { createCursors } from './domain/kernel/cursor.ts';
import type { Jobs } from './domain/kernel/jobs.ts';
import type { AnyOperation } from './domain/kernel/operation.ts';
import { createKernel, type Kernel, type KernelDependencies } from './domain/kernel/run.ts';
import type { Services } from './domain/kernel/services.ts';
import { createSnowflakes, snowflakeAt } from './domain/kernel/snowflake.ts';
import { createConnectionTester } from './engines/devices/connection-test.ts';
import { createSecretBox } from './engines/devices/secret.ts';
import { createGeometry } from './engines/geometry/engine.ts';
import { openBlobStore } from './engines/media/open-blob-store.ts';
import { createGuard, type Guard } from './engines/outbound/guard.ts';
import { createEmbedder } from './engines/search/embedding.ts';
import { createTextReader } from './engines/search/text-reader.ts';
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
import { registerRest } from './entry/transport/rest.ts';
import { createServer } from './entry/transport/server.ts';
import { createHosts } from './entry/transport/trusted-hosts.ts';
import { listExtraRoutes } from './entry/web/extra-routes.ts';
import type { Page } from './entry/web/page/page.ts';
import { registerUnsubscribe } from './entry/web/pages/account/unsubscribe.tsx';
import { pages } from './entry/web/pages.ts';
import { registerAssets } from './entry/web/server/asset-routes.ts';
import { sendNotFoundPage } from './entry/web/server/error-responses.ts';
import type { PageDependencies } from './entry/web/server/page-dependencies.ts';
import { enforcePageLimit } from './entry/web/server/page-rate-limits.ts';
import { registerPages } from './entry/web/server/register-pages.ts';
import { createRenderedTextCache } from './entry/web/server/rendered-text-cache.ts';
import { createHasPage } from './entry/web/server/routed-paths.ts';
import {
  createSemanticSearch,
  disabledSemanticSearch,
  semanticSearchSchedule,
} from './features/knowledge/semantic-search.ts';
import { createTermMerger } from './features/knowledge/term-merging.ts';
import { createKnowledgeViewCounter } from './features/knowledge/view-counter.ts';
import { createResidentListReader } from './features/land-import/resident-list-reader.ts';
import { createEmailLinkOrigin } from './features/mail/email-link-origin.ts';
import { createMailEngine } from './features/mail/mail-worker.ts';
import { createAnnouncementReads } from './features/notify/announcement-reads.ts';
import { createBearerTokens } from './features/oauth/bearer-tokens.ts';
import { createPlotCodes } from './features/oauth/plot-codes.ts';
import { createRedirectRules } from './features/oauth/redirect-rules.ts';
import { operations } from './features/operations/index.ts';
import { deriveKey } from './secret-key.ts';
import { saveBoundaryPreview } from './store/land/boundary-previews.ts';
import { isSettlementSlug } from './store/land/settlements.ts';
import { idempotency } from './store/system/idempotency.ts';
import { countJobs } from './store/system/jobs.ts';
import { findNewestId } from './store/system/newest-id.ts';

/** Reported over MCP as the version of the server. */
const programVersion = '0.1.0';

export const allOperations: readonly AnyOperation[] = operations;

export interface AppOptions {
  config: Config;
  pool: Pool;
  replica?: Replica | undefined;
  secretKey: string;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
  clock?: () => number;
  /** Where emails are printed when there is no mail server; standard output when absent. */
  emailConsole?: { write(text: string): unknown };
  /** Outbound guard for client documents; tests let it reach loopback. */
  documentGuard?: Guard;
  /** Maps load the land cell by cell above this many plots. */
  mostWholeLand?: number;
  /** Outbound guard for residents' devices; tests let it reach loopback. */
  deviceGuard?: Guard;
  /** Pages that tests add to the list. */
  furtherPages?: readonly Page[];
  /** How often open notification streams check that their reader still has access. */
  bellBeatMilliseconds?: number;
}

export interface App {
  server: FastifyInstance;
  kernel: Kernel;
  /** The kernel's dependencies, for code that runs operations inside its own transaction. */
  kernelParts: KernelDependencies;
  jobs: Jobs;
  services: Services;
  newId(): string;
  /** Makes the readiness check fail; requests are still served. */
  markNotReady(): void;
  /** Stops accepting requests, finishes the running ones, returns jobs to the queue. Leaves the database open. */
  close(): Promise<void>;
}

/** The composition root: the only file that sees every folder. */
export async function createApp(parts: AppOptions): Promise<App> {
  const { config, pool, replica, secretKey } = parts;
  const readPool = () => (replica?.isNear ? replica.pool : pool);
  const clock = parts.clock ?? Date.now;
  const now = () => new Date(clock());
  const hosts = createHosts(config, (slug) => isSettlementSlug(pool, slug), clock);
  const server = await createServer({
    config,
    hosts,
    sendNotFoundPage,
    countNotFound: (request, reply) => enforcePageLimit(request, reply, rateLimits),
    ...(parts.logStream && { logStream: parts.logStream }),
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
  const geometry = createGeometry();
  const mail = createMailEngine(config, deriveKey(secretKey, 'unsubscribe'), parts.emailConsole);
  const deviceKey = (key: string) => deriveKey(key, 'devices').toString('base64url');
  const deviceGuard = parts.deviceGuard ?? createGuard({ allowPrivate: config.devicesAllowPrivate });
  const devices = {
    secrets: createSecretBox(deviceKey(secretKey), config.secretKeysFormer.map(deviceKey)),
    guard: deviceGuard,
    trials: createConnectionTester({ guard: deviceGuard, budgets: rateLimits, now }),
    keepDays: config.readingsKeepDays,
  };
  const jobs = createJobs({
    pool,
    workers: createWorkers({ budgets: rateLimits, mail, services: () => services, devices }),
    recurring: config.embedding === undefined ? recurringJobs : [...recurringJobs, semanticSearchSchedule],
    instance: newId(),
    now,
    newId,
    onError: reportError,
  });
  const knowledgeViews = createKnowledgeViewCounter(pool, (error) => reportError(error, 'knowledge views'));
  const searchTerms = createTermMerger(pool, (error) => reportError(error, 'search terms'));
  const meaning =
    config.embedding === undefined
      ? disabledSemanticSearch
      : createSemanticSearch(createEmbedder(config.embedding), { pool, readPool }, (error) =>
          reportError(error, 'search by meaning'),
        );
  const store = openBlobStore(config.mediaUrl, join(config.dataDir, 'media'), process.env);
  const guard = parts.documentGuard ?? createGuard({ allowPrivate: false, httpsOnly: true });
  const media = {
    store,
    addressKey: deriveKey(secretKey, 'media addresses'),
    guard,
    incoming: createFairShare({ concurrency: 64, perOwner: 4, maxWaiting: 64 }),
  };
  const codeKey = (key: string) => deriveKey(key, 'plot codes');
  const plotCodes = createPlotCodes([codeKey(secretKey), ...config.secretKeysFormer.map(codeKey)]);
  const announcementReads = createAnnouncementReads(pool, now, (error) =>
    reportError(error, 'announcement reads'),
  );
  const texts = createTextReader();
  const residentLists = createResidentListReader();
  const services: Services = {
    boundaryPreviews: { keep: (preview) => saveBoundaryPreview(pool, preview) },
    announcementReads,
    devices,
    geometry,
    jobs,
    knowledgeViews,
    letterOrigin: createEmailLinkOrigin(config.baseUrl),
    meaning,
    plotCodes,
    quotas: config.quotas,
    residentLists,
    searchTerms,
    media,
    texts,
  };
  const kernelParts: KernelDependencies = {
    pool,
    readPool,
    rateLimits,
    checkBearer: bearer.check,
    cursors: createCursors(deriveKey(secretKey, 'cursors')),
    idempotency,
    services,
    now,
    newId,
  };
  const kernel = createKernel(kernelParts);

  let isStopping = false;
  const metrics = createMetrics(server, {
    countJobs: () => countJobs(pool),
    pool: { max: poolSize },
    replica,
  });
  registerHealthAndMetrics(server, {
    metrics,
    metricsPublic: config.metricsPublic,
    isHealthy: () => isDatabaseReachable(pool),
    isReady: async () => !isStopping && (await isDatabaseWritable(pool)),
  });
  // Built on first request: it would slow down every start, and most instances never serve it.
  let api: OpenApi | undefined;
  const findApi = () => {
    api ??= buildOpenApi(allOperations);
    return api;
  };
  registerRest(server, allOperations, kernel);
  const mcpParts = { operations: allOperations, kernel, version: programVersion, pool, services, now };
  const asking = registerMcpServers(server, { ...mcpParts, secret: deriveKey(secretKey, 'mcp questions') });
  const bell = registerNotificationStream(server, {
    kernel,
    pool,
    checkBearer: bearer.check,
    onError: reportError,
    ...(parts.bellBeatMilliseconds && { heartbeatMilliseconds: parts.bellBeatMilliseconds }),
  });
  registerAssets(server, findApi);
  registerDiagrams(server, pool);
  const land = registerLandDocument(server, { pool, kernel, mostWhole: parts.mostWholeLand });
  const pushes = createPushes({ pool, jobs, keepDays: devices.keepDays, now, newId });
  registerDevicePush(server, { pushes, budgets: rateLimits });
  registerMedia(server, { pool, kernel, budgets: rateLimits, services, now, newId });
  registerUnsubscribe(server, { pool, tokens: mail.unsubscribe, budgets: rateLimits });
  const rules = createRedirectRules(config.redirectAllow);
  registerOAuth(server, { pool, budgets: rateLimits, rules, bearer, now, newId });
  const pageParts: PageDependencies = {
    kernel,
    pool,
    key: deriveKey(secretKey, 'visitors'),
    rateLimits,
    jobs,
    services,
    bearer,
    notificationStream: bell,
    outboundGuard: guard,
    redirectRules: rules,
    renderedTexts: createRenderedTextCache(),
    landReader: land,
    tiles: config.tiles ?? null,
    hasPage: createHasPage(pages),
    findOpenApi: findApi,
    now,
    newId,
  };
  const showsGallery = config.demo !== false || process.env.NODE_ENV === 'test';
  registerPages(server, pageParts, {
    pages: [...pages, ...(parts.furtherPages ?? [])],
    beside: listExtraRoutes({ gallery: showsGallery }),
  });

  return {
    server,
    kernel,
    kernelParts,
    jobs,
    services,
    newId,
    markNotReady() {
      isStopping = true;
    },
    async close() {
      isStopping = true;
      await server.close();
      await bell.close();
      await asking.close();
      await jobs.stop();
      mail.transport?.close();
      await knowledgeViews.close();
      await announcementReads.close();
      await searchTerms.close();
      await texts.close();
      await residentLists.close();
      await store.close();
      await geometry.close();
      await bearer.close();
      await rateLimits.close();
      await lease.release();
      outage.end();
    },
  };
}

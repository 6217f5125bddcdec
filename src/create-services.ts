import { join } from 'node:path';
import { createJobs } from './background/jobs/queue.ts';
import { createWorkers, recurringJobs } from './background/jobs/workers.ts';
import type { Pool } from './base/db/connect.ts';
import { createFairShare } from './base/threads/fair-share.ts';
import type { Config } from './config.ts';
import type { Jobs } from './domain/kernel/jobs.ts';
import type { RateLimits } from './domain/kernel/rate-limits.ts';
import type { Services } from './domain/kernel/services.ts';
import { createConnectionTester } from './engines/devices/connection-test.ts';
import { createSecretBox } from './engines/devices/secret.ts';
import { createGeometry } from './engines/geometry/engine.ts';
import { openBlobStore } from './engines/media/open-blob-store.ts';
import { createGuard, type Guard } from './engines/outbound/guard.ts';
import { createEmbedder } from './engines/search/embedding.ts';
import { createTextReader } from './engines/search/text-reader.ts';
import {
  createSemanticSearch,
  disabledSemanticSearch,
  semanticSearchSchedule,
} from './features/knowledge/semantic-search.ts';
import { createTermMerger } from './features/knowledge/term-merging.ts';
import { createKnowledgeViewCounter } from './features/knowledge/view-counter.ts';
import { createResidentListReader } from './features/land-import/resident-list-reader.ts';
import { createEmailLinkOrigin } from './features/mail/email-link-origin.ts';
import { createMailEngine, type MailEngine } from './features/mail/mail-worker.ts';
import { createAnnouncementReads } from './features/notify/announcement-reads.ts';
import { createPlotCodes } from './features/oauth/plot-codes.ts';
import { deriveKey } from './secret-key.ts';
import { saveBoundaryPreview } from './store/land/boundary-previews.ts';

/** What an installation decides about its services, and what tests replace. */
export interface ServiceSettings {
  config: Config;
  pool: Pool;
  secretKey: string;
  /** Where emails are printed when there is no mail server; standard output when absent. */
  emailConsole?: { write(text: string): unknown };
  /** Outbound guard for client documents; tests let it reach loopback. */
  documentGuard?: Guard;
  /** Outbound guard for residents' devices; tests let it reach loopback. */
  deviceGuard?: Guard;
}

interface ServiceDependencies extends ServiceSettings {
  readPool(): Pool;
  rateLimits: RateLimits;
  now(): Date;
  newId(): string;
  reportError(error: unknown, where: string): void;
}

/** Creates everything that handlers and background jobs share in one process, and closes it. */
export function createServices(options: ServiceDependencies): {
  services: Services;
  jobs: Jobs;
  mail: MailEngine;
  closeServices(): Promise<void>;
} {
  const { config, pool, readPool, secretKey, rateLimits, now, newId, reportError } = options;
  const geometry = createGeometry();
  const mail = createMailEngine(config, deriveKey(secretKey, 'unsubscribe'), options.emailConsole);
  const deviceKey = (key: string) => deriveKey(key, 'devices').toString('base64url');
  const deviceGuard = options.deviceGuard ?? createGuard({ allowPrivate: config.devicesAllowPrivate });
  const devices = {
    secrets: createSecretBox(deviceKey(secretKey), config.secretKeysFormer.map(deviceKey)),
    guard: deviceGuard,
    connectionTester: createConnectionTester({ guard: deviceGuard, rateLimits, now }),
    keepDays: config.readingsKeepDays,
  };
  const jobs = createJobs({
    pool,
    workers: createWorkers({ rateLimits, mail, services: () => services, devices }),
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
  const guard = options.documentGuard ?? createGuard({ allowPrivate: false, httpsOnly: true });
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
    boundaryPreviews: { save: (preview) => saveBoundaryPreview(pool, preview) },
    announcementReads,
    devices,
    geometry,
    jobs,
    knowledgeViews,
    emailLinkOrigin: createEmailLinkOrigin(config.baseUrl),
    semanticSearch: meaning,
    plotCodes,
    quotas: config.quotas,
    residentLists,
    searchTerms,
    media,
    texts,
  };
  return {
    services,
    jobs,
    mail,
    async closeServices() {
      mail.transport?.close();
      await knowledgeViews.close();
      await announcementReads.close();
      await searchTerms.close();
      await texts.close();
      await residentLists.close();
      await store.close();
      await geometry.close();
    },
  };
}

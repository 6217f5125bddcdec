import { join } from 'node:path';
import { openBackupPlace } from './background/backup/backup-place.ts';
import { createBackupPlaces } from './background/backup/backup-places.ts';
import { backupSchedule, backupWorker } from './background/backup/backup-worker.ts';
import { createJobs } from './background/jobs/queue.ts';
import { createWorkers, recurringJobs } from './background/jobs/workers.ts';
import type { Pool } from './base/db/connect.ts';
import type { ConnectTo } from './base/db/scratch-database.ts';
import { createFairShare } from './base/threads/fair-share.ts';
import type { Config } from './config.ts';
import type { Jobs } from './domain/kernel/jobs.ts';
import type { Installation } from './domain/kernel/ports.ts';
import type { RateLimits } from './domain/kernel/rate-limits.ts';
import type { Services } from './domain/kernel/services.ts';
import { createConnectionTester } from './engines/devices/connection-test.ts';
import { createGeometry } from './engines/geometry/engine.ts';
import { openBlobStore } from './engines/media/open-blob-store.ts';
import { openUnfinishedUploads } from './engines/media/unfinished-uploads.ts';
import { watchBlobStore } from './engines/media/watched-store.ts';
import { createGuard, type Guard } from './engines/outbound/guard.ts';
import { createEmbedder } from './engines/search/embedding.ts';
import { createTextReader } from './engines/search/text-reader.ts';
import { createPasswordAttempts } from './features/accounts/password-attempts.ts';
import { createPushKeys } from './features/installation/push-keys.ts';
import { nameKeyPlace } from './features/installation/unopened-secrets.ts';
import { createBatchCounter } from './features/knowledge/batch-counter.ts';
import {
  createSemanticSearch,
  disabledSemanticSearch,
  semanticSearchSchedule,
} from './features/knowledge/semantic-search.ts';
import { createTermMerger } from './features/knowledge/term-merging.ts';
import { createPeopleLists } from './features/land-import/people-lists.ts';
import { createEmailLinkOrigin } from './features/mail/email-link-origin.ts';
import { createMailEngine, type MailEngine } from './features/mail/mail-worker.ts';
import { createAnnouncementReads } from './features/notify/announcement-reads.ts';
import { createNotificationReads } from './features/notify/notification-reads.ts';
import { createPlotCodes } from './features/operations/settlement/plot-codes.ts';
import { findItems } from './features/site-search/find-items.ts';
import { deriveKey } from './secret-key.ts';
import { createDeviceBox, createSettingsBox } from './settings-box.ts';
import { addViews } from './store/knowledge/knowledge-changes.ts';
import { addUnansweredQuestions } from './store/knowledge/unanswered-questions.ts';
import { saveBoundaryPreview } from './store/land/boundary-previews.ts';

/** What an installation decides about its services, and what tests replace. */
export interface ServiceSettings {
  config: Config;
  pool: Pool;
  /** Other databases of the same server, in which backups are proven. */
  connectTo: ConnectTo;
  secretKey: string;
  /** Where emails are printed when there is no mail server; standard output when absent. */
  emailConsole?: { write(text: string): unknown };
  /** Outbound guard for client documents; tests let it reach loopback. */
  documentGuard?: Guard;
  /** Outbound guard for residents' devices; tests let it reach loopback. */
  deviceGuard?: Guard;
  /** Outbound guard for push servers; tests let it reach loopback. */
  pushGuard?: Guard;
}

interface ServiceDependencies extends ServiceSettings {
  installation: Installation;
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
  const { config, pool, readPool, secretKey, installation, rateLimits, now, newId, reportError } = options;
  const geometry = createGeometry();
  const mail = createMailEngine(installation, deriveKey(secretKey, 'unsubscribe'), options.emailConsole);
  const deviceGuard = options.deviceGuard ?? createGuard({ allowPrivate: config.devicesAllowPrivate });
  const devices = {
    secrets: createDeviceBox(config, secretKey),
    guard: deviceGuard,
    connectionTester: createConnectionTester({ guard: deviceGuard, rateLimits, now }),
    keepDays: config.readingsKeepDays,
  };
  const push = {
    guard: options.pushGuard ?? createGuard({ allowPrivate: false, httpsOnly: true }),
    keys: createPushKeys(pool, createSettingsBox(config, secretKey), now),
    get baseUrl() {
      return installation.baseUrl;
    },
    report: (error: Error) => reportError(error, 'push'),
  };
  const openPlace = (to: string) => openBackupPlace(to, config.dataDir, process.env);
  const backups = { openPlace, at: config.backupAt, keep: config.backupKeep, connectTo: options.connectTo };
  const jobs = createJobs({
    pool,
    workers: [
      ...createWorkers({ rateLimits, mail, push, services: () => services, devices }),
      backupWorker(backups, () => services),
    ],
    recurring: [
      ...recurringJobs,
      backupSchedule,
      ...(config.embedding === undefined ? [] : [semanticSearchSchedule]),
    ],
    instance: newId(),
    now,
    newId,
    onError: reportError,
  });
  const knowledgeViews = createBatchCounter(
    (views) => addViews(pool, views),
    10_000,
    (error) => reportError(error, 'knowledge views'),
  );
  const unansweredQuestions = createBatchCounter(
    (questions) => addUnansweredQuestions(pool, questions, now()),
    200,
    (error) => reportError(error, 'unanswered questions'),
  );
  const searchTerms = createTermMerger(pool, (error) => reportError(error, 'search terms'));
  const meaning =
    config.embedding === undefined
      ? disabledSemanticSearch
      : createSemanticSearch(createEmbedder(config.embedding), { pool, readPool }, (error) =>
          reportError(error, 'search by meaning'),
        );
  const store = watchBlobStore(
    openBlobStore(config.mediaUrl, join(config.dataDir, 'media'), process.env),
    (error) => reportError(error, 'files'),
  );
  const guard = options.documentGuard ?? createGuard({ allowPrivate: false, httpsOnly: true });
  const media = {
    store,
    addressKey: deriveKey(secretKey, 'media addresses'),
    guard,
    incoming: createFairShare({ concurrency: 64, perOwner: 4, maxWaiting: 64 }),
    unfinished: openUnfinishedUploads(join(config.dataDir, 'media', '.unfinished'), now),
  };
  const codeKey = (key: string) => deriveKey(key, 'plot codes');
  const plotCodes = createPlotCodes([codeKey(secretKey), ...config.secretKeysFormer.map(codeKey)]);
  const announcementReads = createAnnouncementReads(pool, now, (error) =>
    reportError(error, 'announcement reads'),
  );
  const notificationReads = createNotificationReads(pool, now, (error) =>
    reportError(error, 'notification reads'),
  );
  const texts = createTextReader();
  const peopleLists = createPeopleLists();
  const services: Services = {
    boundaryPreviews: { save: (preview) => saveBoundaryPreview(pool, preview) },
    announcementReads,
    backupPlaces: createBackupPlaces(config, nameKeyPlace(config), openPlace),
    notificationReads,
    devices,
    geometry,
    jobs,
    installation,
    knowledgeViews,
    unansweredQuestions,
    emailLinkOrigin: createEmailLinkOrigin(installation),
    semanticSearch: meaning,
    itemSearch: { find: findItems },
    passwordAttempts: createPasswordAttempts(pool, now),
    plotCodes,
    push,
    quotas: config.quotas,
    peopleLists,
    searchTerms,
    media,
    texts,
  };
  return {
    services,
    jobs,
    mail,
    async closeServices() {
      mail.close();
      await knowledgeViews.close();
      await unansweredQuestions.close();
      await announcementReads.close();
      await notificationReads.close();
      await searchTerms.close();
      await texts.close();
      await peopleLists.close();
      await media.unfinished.close();
      await store.close();
      await geometry.close();
    },
  };
}

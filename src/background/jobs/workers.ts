import type { RecurringJob, Worker } from '../../domain/kernel/jobs.ts';
import type { RateLimits } from '../../domain/kernel/rate-limits.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { createAccountRequestsWorker } from '../../features/accounts/account-requests.ts';
import { semanticSearchWorker } from '../../features/knowledge/semantic-search.ts';
import { termMergingSchedule, termMergingWorker } from '../../features/knowledge/term-merging.ts';
import { createMailWorker, type MailEngine } from '../../features/mail/mail-worker.ts';
import { createAnnouncementsWorker } from '../../features/notify/announcements-worker.ts';
import { createPushWorker, type PushEngine, pushSchedule } from '../../features/push/push-worker.ts';
import { deleteEmptyCompanies } from '../../store/directory/company-decisions.ts';
import { sweepExpired } from '../../store/system/expiry.ts';
import { companyOrdersWorker } from './company-orders.ts';
import { dataExportWorker } from './data-export.ts';
import { deviceMaintenanceSchedule, deviceMaintenanceWorker } from './device-maintenance.ts';
import { devicePollingSchedule, devicePollingWorker, type PollingEngine } from './device-polling.ts';
import { householdCountSchedule, householdCountWorker } from './household-counts.ts';
import { landImportWorker } from './land-import.ts';
import { mediaWorkers } from './media-workers.ts';
import { readingRollupSchedule, readingRollupWorker } from './reading-rollups.ts';
import { sanctionEndsSchedule, sanctionEndsWorker } from './sanction-ends.ts';
import { sensorAlertSchedule, sensorAlertsWorker } from './sensor-alerts.ts';
import { softDeletePurgeSchedule, softDeletePurgeWorker } from './soft-delete-purge.ts';
import { taskRemindersWorker } from './task-reminders.ts';

/** All background workers. */
export function createWorkers(engines: {
  rateLimits: RateLimits;
  mail: MailEngine;
  push: PushEngine;
  services: () => Services;
  devices: PollingEngine;
}): Worker[] {
  return [
    termMergingWorker,
    semanticSearchWorker(() => engines.services().semanticSearch),
    createAccountRequestsWorker(engines.rateLimits),
    createAnnouncementsWorker(() => engines.services().installation.mail === 'server'),
    createMailWorker(engines.mail),
    createPushWorker(engines.push),
    ...mediaWorkers(engines.services),
    companyOrdersWorker(engines.services),
    dataExportWorker(engines.services),
    landImportWorker(engines.services),
    sanctionEndsWorker(engines.services),
    sensorAlertsWorker(engines.services),
    taskRemindersWorker(engines.services),
    devicePollingWorker(engines.devices, engines.services),
    deviceMaintenanceWorker({
      ...engines.devices,
      resealSettings: () => engines.services().installation.reseal(),
    }),
    readingRollupWorker,
    householdCountWorker,
    softDeletePurgeWorker(engines.services),
    {
      queue: 'sweep',
      concurrency: 1,
      lockSeconds: 300,
      attempts: 3,
      async handle(_payload, { pool, now }) {
        await sweepExpired(pool, now());
        await deleteEmptyCompanies(pool, now());
      },
    },
  ];
}

export const recurringJobs: readonly RecurringJob[] = [
  { queue: 'announcements', everySeconds: 60 },
  devicePollingSchedule,
  deviceMaintenanceSchedule,
  householdCountSchedule,
  { queue: 'mail', everySeconds: 30 },
  pushSchedule,
  readingRollupSchedule,
  { queue: 'media_sweep', everySeconds: 6 * 3600 },
  softDeletePurgeSchedule,
  sanctionEndsSchedule,
  sensorAlertSchedule,
  { queue: 'sweep', everySeconds: 3600 },
  { queue: 'task_reminders', everySeconds: 300 },
  termMergingSchedule,
];

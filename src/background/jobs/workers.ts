import type { Budgets } from '../../domain/kernel/budget.ts';
import type { Recurring, Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { meaningWorker } from '../../features/knowledge/meaning.ts';
import { termMergingTurns, termMergingWorker } from '../../features/knowledge/term-merging.ts';
import { createMailWorker, type MailEngine } from '../../features/mail/worker.ts';
import { announcementsWorker } from '../../features/notify/worker.ts';
import { createAccountRequestsWorker } from '../../features/oauth/accounts.ts';
import { sweepExpired } from '../../store/system/expiry.ts';
import { dataExportWorker } from './data-export.ts';
import { devicePollingTurns, devicePollingWorker, type PollingEngine } from './device-polling.ts';
import { deviceUpkeepTurns, deviceUpkeepWorker } from './device-upkeep.ts';
import { landImportWorker } from './land-import.ts';
import { mediaWorkers } from './media-workers.ts';
import { readingCountTurns, readingCountWorker } from './reading-counts.ts';
import { removedThingsWorker, removedThingTurns } from './removed-things.ts';
import { sensorAlertsWorker, sensorAlertTurns } from './sensor-alerts.ts';
import { taskRemindersWorker } from './task-reminders.ts';

/** All background workers. */
export function workers(engines: {
  budgets: Budgets;
  mail: MailEngine;
  services: () => Services;
  devices: PollingEngine;
}): Worker[] {
  return [
    termMergingWorker,
    meaningWorker(() => engines.services().meaning),
    createAccountRequestsWorker(engines.budgets),
    announcementsWorker,
    createMailWorker(engines.mail),
    ...mediaWorkers(engines.services),
    dataExportWorker(engines.services),
    landImportWorker(engines.services),
    sensorAlertsWorker(engines.services),
    taskRemindersWorker(engines.services),
    devicePollingWorker(engines.devices, engines.services),
    deviceUpkeepWorker(engines.devices),
    readingCountWorker,
    removedThingsWorker(engines.services),
    {
      queue: 'sweep',
      concurrency: 1,
      lockSeconds: 300,
      attempts: 3,
      handle: (_payload, { pool, now }) => sweepExpired(pool, now()),
    },
  ];
}

export const recurringJobs: readonly Recurring[] = [
  { queue: 'announcements', everySeconds: 60 },
  devicePollingTurns,
  deviceUpkeepTurns,
  { queue: 'mail', everySeconds: 30 },
  readingCountTurns,
  { queue: 'media_sweep', everySeconds: 6 * 3600 },
  removedThingTurns,
  sensorAlertTurns,
  { queue: 'sweep', everySeconds: 3600 },
  { queue: 'task_reminders', everySeconds: 300 },
  termMergingTurns,
];

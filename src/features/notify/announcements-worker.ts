import type { Worker } from '../../domain/kernel/jobs.ts';
import { deliverAnnouncements } from './announcement-delivery.ts';

/** Notifies the readers of announcements in the background. Emails follow with the next run of the mail worker. */
export const createAnnouncementsWorker = (sendsEmail: () => boolean): Worker => ({
  queue: 'announcements',
  concurrency: 1,
  lockSeconds: 600,
  attempts: 3,
  async handle(_payload, context) {
    await deliverAnnouncements({ ...context, sendsEmail: sendsEmail() });
  },
});

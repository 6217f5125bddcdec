import type { Worker } from '../../domain/kernel/jobs.ts';
import { deliverAnnouncements } from './announcement-delivery.ts';

/** Tells the readers of announcements in the background. The letters follow with the next turn of the mail. */
export const announcementsWorker: Worker = {
  queue: 'announcements',
  concurrency: 1,
  lockSeconds: 600,
  attempts: 3,
  async handle(_payload, context) {
    await deliverAnnouncements(context);
  },
};

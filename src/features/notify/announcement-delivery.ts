import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Pool } from '../../base/db/connect.ts';
import { recordNotifiedHouseholds } from '../../store/messaging/announcement-reach.ts';
import {
  deleteAnnouncementDelivery,
  listAnnouncementRecipients,
  lockAnnouncementDelivery,
  saveAnnouncementProgress,
} from '../../store/messaging/announcements.ts';
import { insertNotifications } from '../../store/messaging/notification-writes.ts';
import { routeAnnouncement } from './event-routing.ts';
import { planDeliveries } from './publish-event.ts';

const batchSize = 500;
/** Other work runs between batches: at most ten thousand people a second. */
const pauseMilliseconds = 50;

export interface AnnouncementDeliveryOptions {
  pool: Pool;
  signal: AbortSignal;
  newId(): string;
  batchSize?: number;
}

/** Notifies the readers of every pending announcement in batches; the progress is saved with each batch. */
export async function deliverAnnouncements(options: AnnouncementDeliveryOptions): Promise<number> {
  let told = 0;
  while (!options.signal.aborted) {
    const count = await options.pool.begin((db) =>
      deliverAnnouncementBatch(db, options.newId, options.batchSize ?? batchSize),
    );
    if (count === null) break;
    told += count;
    await sleep(pauseMilliseconds);
  }
  return told;
}

/** How many were notified; null when no announcement is pending. */
export async function deliverAnnouncementBatch(
  db: Db,
  newId: () => string,
  limit: number = batchSize,
): Promise<number | null> {
  const delivery = await lockAnnouncementDelivery(db);
  if (delivery === undefined) return null;
  const { eventId, article, happenedAt } = delivery;
  if (!article.isPublished) {
    await deleteAnnouncementDelivery(db, eventId);
    return 0;
  }
  const { canWait, ...routed } = routeAnnouncement(article);
  const readers = await listAnnouncementRecipients(db, {
    settlementId: article.settlementId,
    visibility: article.visibility,
    topic: routed.topic,
    key: routed.key,
    after: delivery.toldUpTo,
    except: delivery.authorId,
    limit,
  });
  const told = planDeliveries(
    readers.filter(({ isLeftOut }) => !isLeftOut),
    { canWait, at: happenedAt, newId },
  );
  await insertNotifications(db, { ...routed, eventId, at: happenedAt }, told);
  const accounts = {
    all: readers.map(({ accountId }) => accountId),
    rung: told.flatMap(({ account, notification }) => (notification === null ? [] : [account])),
    author: readers.some(({ accountId }) => accountId === delivery.authorId) ? [delivery.authorId] : [],
  };
  await recordNotifiedHouseholds(db, eventId, accounts, happenedAt);
  const last = readers.at(-1);
  if (last === undefined || readers.length < limit) await deleteAnnouncementDelivery(db, eventId);
  else await saveAnnouncementProgress(db, eventId, last.accountId);
  return told.length;
}

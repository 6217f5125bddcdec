import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Pool } from '../../base/db/connect.ts';
import { countNotifiedPeople, recordNotifiedHouseholds } from '../../store/messaging/announcement-reach.ts';
import {
  deleteAnnouncementDelivery,
  insertAnnouncementEvent,
  listAnnouncementRecipients,
  lockAnnouncementDelivery,
  saveAnnouncementProgress,
} from '../../store/messaging/announcements.ts';
import { insertNotifications } from '../../store/messaging/notification-writes.ts';
import { routeAnnouncement } from './announcement-routing.ts';
import { urgentEmailTopic } from './notification-texts.ts';
import { planDeliveries } from './publish-event.ts';

const batchSize = 500;
/** Other work runs between batches: at most ten thousand people a second. */
const pauseMilliseconds = 50;

export interface AnnouncementDeliveryOptions {
  pool: Pool;
  signal: AbortSignal;
  now(): Date;
  newId(): string;
  /** Whether letters reach a mail server: others are not counted. */
  sendsEmail: boolean;
  batchSize?: number;
}

/** Notifies the readers of every pending announcement in batches; the progress is saved with each batch. */
export async function deliverAnnouncements(options: AnnouncementDeliveryOptions): Promise<number> {
  let told = 0;
  while (!options.signal.aborted) {
    const count = await options.pool.begin((db) =>
      deliverAnnouncementBatch(db, options, options.batchSize ?? batchSize),
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
  { now, newId, sendsEmail }: Pick<AnnouncementDeliveryOptions, 'now' | 'newId' | 'sendsEmail'>,
  limit: number = batchSize,
): Promise<number | null> {
  const delivery = await lockAnnouncementDelivery(db, now());
  if (delivery === undefined) return null;
  const { eventId, articleId, article, happenedAt, isUrgent, round } = delivery;
  if (!article.isPublished || (round > 0 && !article.isUrgent)) {
    await deleteAnnouncementDelivery(db, eventId);
    return 0;
  }
  const { settlementId } = article;
  if (round > 0)
    await insertAnnouncementEvent(db, { eventId, articleId, settlementId, happenedAt, isUrgent, round });
  const { canWait, ...routed } = routeAnnouncement({ ...article, isUrgent });
  const readers = await listAnnouncementRecipients(db, {
    settlementId,
    visibility: article.visibility,
    topic: routed.topic,
    key: routed.key,
    after: delivery.toldUpTo,
    except: delivery.authorId,
    ...(round > 0 && { unacknowledged: articleId }),
    limit,
  });
  const told = planDeliveries(
    readers.filter(({ isLeftOut }) => !isLeftOut),
    { canWait, isUrgent, at: happenedAt, newId },
  );
  const emailTopic = isUrgent ? urgentEmailTopic : routed.topic;
  await insertNotifications(db, { ...routed, emailTopic, eventId, at: happenedAt }, told);
  const accounts = {
    // A repetition concerns only those who are told again.
    all: round > 0 ? told.map(({ account }) => account) : readers.map(({ accountId }) => accountId),
    rung: told.flatMap(({ account, notification }) => (notification === null ? [] : [account])),
    author:
      round === 0 && readers.some(({ accountId }) => accountId === delivery.authorId)
        ? [delivery.authorId]
        : [],
  };
  const emailed = told.filter(({ due }) => due !== null && sendsEmail);
  const people = told.filter(
    ({ notification, push, due }) => notification !== null || push || (due !== null && sendsEmail),
  );
  await countNotifiedPeople(db, eventId, { people: people.length, letters: emailed.length });
  await recordNotifiedHouseholds(db, eventId, accounts, happenedAt);
  const last = readers.at(-1);
  if (last === undefined || readers.length < limit) await deleteAnnouncementDelivery(db, eventId);
  else await saveAnnouncementProgress(db, eventId, last.accountId);
  return told.length;
}

import type { Context } from '../../domain/kernel/context.ts';
import { nextMorning } from '../../domain/rules/morning.ts';
import { repetitionHours } from '../../domain/rules/urgent-notice.ts';
import { acknowledgeNotice } from '../../store/messaging/acknowledgements.ts';
import { forgetUrgentDelivery, insertAnnouncementDelivery } from '../../store/messaging/announcements.ts';
import {
  findRecipients,
  insertNotifications,
  type NotifiedAccount,
  type Recipient,
} from '../../store/messaging/notification-writes.ts';
import { type AnnouncementEvent, routeEvent } from './event-routing.ts';
import type { ProductEvent } from './events.ts';

/**
 * The only place where events become notifications, in the transaction of the operation: a rollback drops them, and
 * what is committed is delivered even if the process dies.
 */
export async function publishEvent(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  event: ProductEvent,
): Promise<void> {
  const { db, services } = context;
  const at = context.now();
  const eventId = context.newId();
  if (event.type === 'announcement_published') {
    await planAnnouncement(context, event, eventId, at);
    await services.jobs.add(db, { queue: 'announcements' });
    return;
  }
  const { audience, except, canWait, collapses, isSecurity, ...routed } = routeEvent(event);
  const found = await findRecipients(db, {
    audience,
    except,
    topic: routed.topic,
    key: routed.key,
    ...(collapses && { unlessUnread: { key: routed.key, url: routed.url } }),
  });
  const recipients = isSecurity ? found.map((one) => ({ ...one, inApp: true, mail: false })) : found;
  const told = planDeliveries(recipients, { canWait, at, newId: context.newId });
  if (told.length === 0) return;
  await insertNotifications(db, { ...routed, eventId, at }, told);
  if (!canWait && told.some(({ due }) => due !== null)) await services.jobs.add(db, { queue: 'mail' });
  if (told.some(({ push }) => push)) await services.jobs.add(db, { queue: 'push' });
}

/** An urgent one is planned with its repetitions, which are dropped once it is not urgent any more. */
async function planAnnouncement(
  { db, newId }: Pick<Context, 'db' | 'newId'>,
  { articleId, settlementId, authorId, isUrgent }: AnnouncementEvent,
  eventId: string,
  at: Date,
): Promise<void> {
  const delivery = { articleId, settlementId, authorId, isUrgent };
  if (isUrgent) await forgetUrgentDelivery(db, articleId);
  await insertAnnouncementDelivery(db, { ...delivery, eventId, happenedAt: at, round: 0 });
  if (!isUrgent) return;
  // Who sends it knows it.
  await acknowledgeNotice(db, { articleId, settlementId, accountId: authorId, at });
  for (const [index, hours] of repetitionHours.entries()) {
    const happenedAt = new Date(at.getTime() + hours * 3_600_000);
    await insertAnnouncementDelivery(db, { ...delivery, eventId: newId(), happenedAt, round: index + 1 });
  }
}

/** Plans a delivery per recipient by the channels they left on: in-app notification, email, push. */
export function planDeliveries(
  recipients: readonly Recipient[],
  how: { canWait: boolean; isUrgent?: boolean; at: Date; newId(): string },
): NotifiedAccount[] {
  return recipients
    .filter(({ inApp, mail, push }) => inApp || mail || push)
    .map(({ accountId, inApp, mail, push, isDigest, timeZone }) => ({
      account: accountId,
      notification: inApp ? how.newId() : null,
      due: mail
        ? how.canWait || (isDigest && !how.isUrgent)
          ? nextMorning(how.at, timeZone)
          : how.at
        : null,
      push,
    }));
}

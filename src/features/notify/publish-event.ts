import type { Context } from '../../domain/kernel/context.ts';
import { nextMorning } from '../../domain/rules/morning.ts';
import { insertAnnouncementDelivery } from '../../store/messaging/announcements.ts';
import {
  findRecipients,
  insertNotifications,
  type NotifiedAccount,
  type Recipient,
} from '../../store/messaging/notification-writes.ts';
import { routeEvent } from './event-routing.ts';
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
    const { articleId, settlementId, authorId } = event;
    await insertAnnouncementDelivery(db, { eventId, articleId, settlementId, authorId, happenedAt: at });
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
}

/** Plans a delivery per recipient by the channels they left on: in-app notification, email, or both. */
export function planDeliveries(
  recipients: readonly Recipient[],
  how: { canWait: boolean; at: Date; newId(): string },
): NotifiedAccount[] {
  return recipients
    .filter(({ inApp, mail }) => inApp || mail)
    .map(({ accountId, inApp, mail, isDigest, timeZone }) => ({
      account: accountId,
      notification: inApp ? how.newId() : null,
      due: mail ? (how.canWait || isDigest ? nextMorning(how.at, timeZone) : how.at) : null,
    }));
}

import { z } from 'zod';
import { paths } from '../../base/site/paths.ts';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { insertPushItem } from '../../store/messaging/push-items.ts';
import { isOwnPushSubscription } from '../../store/messaging/push-subscriptions.ts';
import { pushTestKey } from '../push/push-texts.ts';

export const try_push = defineOperation({
  name: 'try_push',
  summary: 'Send one notification to one of one’s browsers, to see that it arrives. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ subscription: id }),
  async load({ subscription }, { db, caller }) {
    if (!(await isOwnPushSubscription(db, caller.accountId, subscription))) refuse.notFound('pushDevice');
  },
  async write({ subscription }, { db, services, now, newId }) {
    await insertPushItem(db, {
      eventId: newId(),
      subscriptionId: subscription,
      topic: 'reminders',
      key: pushTestKey,
      url: paths.notificationPreferences,
      at: now(),
    });
    await services.jobs.add(db, { queue: 'push' });
  },
});

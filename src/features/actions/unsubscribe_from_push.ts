import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { deletePushSubscription } from '../../store/messaging/push-subscriptions.ts';

export const unsubscribe_from_push = defineOperation({
  name: 'unsubscribe_from_push',
  summary: 'Send no more notifications to one of one’s browsers. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ subscription: id }),
  load: async () => undefined,
  async write({ subscription }, { db, caller }) {
    const ended = await deletePushSubscription(db, caller.accountId, subscription);
    return { isCurrent: ended === caller.sessionId };
  },
});

import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { id } from '../../domain/kernel/fields.ts';
import { deletePushSubscription } from '../../store/messaging/push-subscriptions.ts';

export const unsubscribe_from_push = defineAction({
  name: 'unsubscribe_from_push',
  summary: 'Send no more notifications to one of one’s browsers. For oneself.',
  input: z.object({ subscription: id, session: id }),
  permit: async () => undefined,
  async handle({ subscription, session }, { db, caller }) {
    const ended = await deletePushSubscription(db, caller.accountId, subscription);
    return { isCurrent: ended === session };
  },
});

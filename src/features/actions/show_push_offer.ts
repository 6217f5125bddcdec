import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hasPushSubscription } from '../../store/messaging/push-subscriptions.ts';

export const show_push_offer = defineOperation({
  name: 'show_push_offer',
  summary: 'The key to offer this browser a subscription with; null when it has one. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller, services }) {
    const isSubscribed = await hasPushSubscription(db, caller.sessionId ?? '0');
    return { publicKey: isSubscribed ? null : (await services.push.keys()).publicKey };
  },
});

import { z } from 'zod';
import { formatTimestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listPushSubscriptions } from '../../store/messaging/push-subscriptions.ts';

export const list_push_devices = defineOperation({
  name: 'list_push_devices',
  summary: 'Browsers that notifications are sent to, and the key that browsers subscribe with. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller, services, now }) {
    const [{ publicKey }, rows] = await Promise.all([
      services.push.keys(),
      listPushSubscriptions(db, caller.accountId, now()),
    ]);
    return {
      publicKey,
      devices: rows.map((row) => ({
        id: row.id,
        user_agent: row.userAgent,
        since: formatTimestamp(row.createdAt),
        current: row.sessionId === caller.sessionId,
        /** The last push was not accepted. */
        failing: row.failingSince !== null,
      })),
    };
  },
});

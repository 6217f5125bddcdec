import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { lockAccount } from '../../store/accounts/accounts.ts';
import { lockSession } from '../../store/accounts/sessions.ts';
import { savePushSubscription } from '../../store/messaging/push-subscriptions.ts';
import { readAuthSecret, readPublicKey } from '../push/subscription-keys.ts';

const maxSubscriptions = 10;

const notUsable = {
  en: 'The browser gave an address that pushes cannot be sent to.',
  ru: 'Браузер дал адрес, на который уведомления не отправить.',
};

export const subscribe_to_push = defineOperation({
  name: 'subscribe_to_push',
  summary: 'Have notifications sent to the browser of this session. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({
    endpoint: z.string().max(1000),
    p256dh: z.string().max(100),
    auth: z.string().max(50),
  }),
  async load(_, { db, caller: { accountId, sessionId = '0' } }) {
    await lockAccount(db, accountId);
    if (!(await lockSession(db, { id: sessionId, accountId }))) refuse.notFound('session');
    return sessionId;
  },
  async write({ endpoint, ...keys }, { db, caller, services, now, newId }, sessionId) {
    if (!endpoint.startsWith('https://') || services.push.guard.findPermanentObstacle(endpoint) !== null)
      refuse.invalid('endpoint', notUsable);
    await savePushSubscription(
      db,
      {
        id: newId(),
        accountId: caller.accountId,
        sessionId,
        endpoint,
        host: new URL(endpoint).host,
        p256dh: readPublicKey(keys.p256dh) ?? refuse.invalid('p256dh', notUsable),
        auth: readAuthSecret(keys.auth) ?? refuse.invalid('auth', notUsable),
        now: now(),
      },
      maxSubscriptions,
    );
  },
});

import type { Pool } from '../../../base/db/connect.ts';
import { countPushes } from '../../../store/messaging/push-subscriptions.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Some browsers always fail: phones that were lost or reset. */
const maxFailingShare = 0.5;
const longWaitMs = 3_600_000;

/** Whether the push servers of the browsers' makers can be reached from here. */
export async function checkPush(pool: Pool, now: Date): Promise<Finding> {
  const { subscriptions, failing, waiting, failingSince } = await countPushes(pool);
  if (subscriptions === 0)
    return ok('push', {
      en: 'no browser has switched notifications on',
      ru: 'уведомления никто не включил',
    });
  const en = `${subscriptions} browsers have switched notifications on, ${failing} fail, ${waiting} pushes wait`;
  const ru = `включили: ${subscriptions}, не доходит: ${failing}, ждут отправки: ${waiting}`;
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() > longWaitMs;
  return isLong && failing > subscriptions * maxFailingShare
    ? warning('push', {
        en: `${en}: let this machine reach the browsers' push servers by https.`,
        ru: `${ru}. Откройте этой машине https к серверам уведомлений браузеров.`,
      })
    : ok('push', { en, ru });
}

import { formatTimestamp } from '../../../domain/kernel/fields.ts';
import { hasPushSubscription, listPushSubscriptions } from '../../../store/messaging/push-subscriptions.ts';
import type { PageRequest } from '../page/page.ts';
import { clearCookie, writeCookie } from '../server/cookies.ts';

export interface PushDevice {
  readonly id: string;
  readonly user_agent: string;
  readonly since: string;
  readonly current: boolean;
  /** The last push was not accepted. */
  readonly failing: boolean;
}

export interface PushDevices {
  /** What browsers subscribe to. */
  readonly publicKey: string;
  readonly devices: readonly PushDevice[];
}

export async function loadPushDevices({
  session,
  dependencies,
}: PageRequest<'signed-in'>): Promise<PushDevices> {
  const { pool, services, now } = dependencies;
  const [{ publicKey }, rows] = await Promise.all([
    services.push.keys(),
    listPushSubscriptions(pool, session.accountId, now()),
  ]);
  return {
    publicKey,
    devices: rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      since: formatTimestamp(row.createdAt),
      current: row.sessionId === session.id,
      failing: row.failingSince !== null,
    })),
  };
}

/** The key to offer this browser a subscription with; null when it has one. */
export async function loadPushOffer({
  session,
  dependencies,
}: PageRequest<'signed-in'>): Promise<string | null> {
  if (await hasPushSubscription(dependencies.pool, session.id)) return null;
  return (await dependencies.services.push.keys()).publicKey;
}

/** Says that this browser was subscribed once: a subscription ends with its session, unnoticed by its owner. */
const cookie = 'push';
const cookieSeconds = 365 * 86_400;

export function rememberPush({ request, reply }: Pick<PageRequest, 'request' | 'reply'>): void {
  writeCookie(request, reply, cookie, '1', cookieSeconds);
}

export function forgetPush({ request, reply }: Pick<PageRequest, 'request' | 'reply'>): void {
  clearCookie(request, reply, cookie);
}

/** The key for a browser that was subscribed in an earlier session; null otherwise. */
export async function loadPushRenewal(pageRequest: PageRequest<'signed-in'>): Promise<string | null> {
  return pageRequest.request.cookies[cookie] === undefined ? null : await loadPushOffer(pageRequest);
}

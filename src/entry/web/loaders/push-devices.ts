import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { list_push_devices } from '../../../features/actions/list_push_devices.ts';
import { show_push_offer } from '../../../features/actions/show_push_offer.ts';
import type { PageRequest } from '../page/page.ts';
import { clearCookie, writeCookie } from '../server/cookies.ts';

export type PushDevices = ReplyOf<typeof list_push_devices>;

export const loadPushDevices = ({ call }: PageRequest<'signed-in'>): Promise<PushDevices> =>
  call(list_push_devices, {});

/** The key to offer this browser a subscription with; null when it has one. */
export async function loadPushOffer({ call }: PageRequest<'signed-in'>): Promise<string | null> {
  return (await call(show_push_offer, {})).publicKey;
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

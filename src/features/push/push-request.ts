import type { PushKeys } from '../../domain/kernel/ports.ts';
import { type Guard, OutboundRefusal } from '../../engines/outbound/guard.ts';
import type { PushItemRow } from '../../store/messaging/push-items.ts';
import { composePush, isUrgentKey } from './push-texts.ts';

export type PushOutcome =
  | { readonly kind: 'accepted' }
  /** The browser has ended the subscription. */
  | { readonly kind: 'gone' }
  /** Not accepted, now or later. */
  | { readonly kind: 'refused'; readonly error: string }
  | {
      readonly kind: 'later';
      readonly error: string;
      /** Milliseconds that the server asks to wait. */
      readonly wait?: number;
      /** The server itself failed, not this push. */
      readonly isServerDown: boolean;
    }
  /** It may have arrived. */
  | { readonly kind: 'aborted' };

export interface PushSender {
  readonly guard: Guard;
  readonly baseUrl: string;
  keys(): Promise<PushKeys>;
  /** For one request as a whole. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const maxReplyBytes = 65_536;
/** For how long the push server keeps it while the device cannot be reached. */
const keepSeconds = 86_400;
const maxWaitMs = 6 * 3_600_000;

/** Encrypts for the browser, signs, and sends through the outbound guard. Neither endpoint nor keys get into errors. */
export async function sendPush(
  item: PushItemRow,
  sender: PushSender,
  now: Date,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const keys = await sender.keys();
  const { generateRequestDetails } = await import('../../base/packages/web-push.ts');
  const isPressing = isUrgentKey(item.key) || item.key.startsWith('notifications.sensor_');
  let details: ReturnType<typeof generateRequestDetails>;
  try {
    details = generateRequestDetails(
      {
        endpoint: item.endpoint,
        keys: { p256dh: item.p256dh.toString('base64url'), auth: item.auth.toString('base64url') },
      },
      JSON.stringify(composePush(item)),
      {
        TTL: keepSeconds,
        urgency: isPressing ? 'high' : 'normal',
        topic: item.eventId,
        vapidDetails: { subject: nameSender(sender.baseUrl), ...keys },
      },
    );
  } catch {
    return { kind: 'refused', error: 'cannot be encrypted for this subscription' };
  }
  const headers = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
  );
  try {
    const { status, headers: reply } = await sender.guard.guardedFetch(item.endpoint, {
      method: 'POST',
      headers,
      body: details.body ?? '',
      httpsOnly: true,
      maxBytes: maxReplyBytes,
      timeoutMs: sender.timeoutMs ?? defaultTimeoutMs,
      signal,
    });
    return judgeReply(status, reply['retry-after'], now);
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error;
    if (error.reason === 'aborted') return { kind: 'aborted' };
    const isServerDown = ['connect_failed', 'timed_out', 'tls_failed', 'name_not_found'].includes(
      error.reason,
    );
    return { kind: 'later', error: error.reason, isServerDown };
  }
}

export function judgeReply(status: number, retryAfter: string | undefined, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 429 && status < 500) return { kind: 'refused', error: `status ${status}` };
  const wait = readRetryAfter(retryAfter, now);
  return {
    kind: 'later',
    error: `status ${status}`,
    isServerDown: status >= 500,
    ...(wait !== undefined && { wait }),
  };
}

/** Seconds or a date, bounded. */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxWaitMs);
}

/** Whom a push server may turn to: https, or a mail address where the service has no such address. */
function nameSender(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? baseUrl : `mailto:postmaster@${new URL(baseUrl).hostname}`;
}

import type { Pool } from '../../base/db/connect.ts';
import { findQuietEnd } from '../../domain/rules/morning.ts';
import { findNotificationKind } from '../../domain/rules/notification-preferences.ts';
import {
  claimPushItems,
  dropPush,
  markPushSent,
  type PushItemRow,
  postponePush,
} from '../../store/messaging/push-items.ts';
import { forgetPushSubscription } from '../../store/messaging/push-subscriptions.ts';
import { type PushOutcome, type PushSender, sendPush } from './push-request.ts';
import type { PushServers } from './push-servers.ts';
import { isUrgentKey, pushTestKey } from './push-texts.ts';

export interface PushDeliveryOptions extends PushSender {
  pool: Pool;
  servers: PushServers;
  signal: AbortSignal;
  now(): Date;
  /** For the log; gets neither endpoints nor keys. */
  report(error: Error): void;
}

const batchSize = 32;
const maxRunning = 128;
/** Exceeds the time in which a batch for one slow server is sent. */
const leaseSeconds = 180;
const maxAttempts = 12;
const maxAgeMs = 48 * 3_600_000;
/** A subscription that nothing arrived at for this long is forgotten. */
const maxFailingMs = 14 * 86_400_000;
/** Milliseconds a stopping process waits for pushes that are being sent. */
const shutdownWaitMs = 3_000;

/** Sends what is due, until nothing is left to do now. */
export async function deliverPushes(options: PushDeliveryOptions): Promise<void> {
  const { pool, servers, signal, now } = options;
  const running = new Set<Promise<void>>();
  let failure: unknown;
  const sending = abortLater(signal, () => servers.releaseWaiting());
  try {
    while (!signal.aborted) {
      const items = await claimPushItems(pool, {
        now: now(),
        limit: batchSize,
        leaseSeconds,
        except: servers.listBusy(),
      });
      if (items.length === 0) {
        if (running.size === 0) break;
        // More may be due for a server that takes no further push until one of these is done.
        await Promise.race(running);
        continue;
      }
      for (const item of items) {
        const work = deliver(item, options, sending.signal)
          .catch((error: unknown) => {
            failure ??= error;
          })
          .finally(() => running.delete(work));
        running.add(work);
      }
      while (running.size > maxRunning - batchSize) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
    sending.end();
  }
  // What could not be recorded becomes due again when its lease ends.
  if (failure !== undefined) throw failure;
}

async function deliver(item: PushItemRow, options: PushDeliveryOptions, signal: AbortSignal): Promise<void> {
  const { pool, servers } = options;
  const at = options.now();
  if (!item.isCurrent || !isWanted(item)) return await dropPush(pool, item, null, at);
  if (item.attempts >= maxAttempts || at.getTime() - item.happenedAt.getTime() > maxAgeMs)
    return await dropPush(pool, item, 'too late', at);
  const quietEnd = canDisturb(item) ? null : item.quiet && findQuietEnd(at, item.quiet, item.timeZone);
  if (quietEnd) return await postponePush(pool, item, quietEnd, null, at);
  if (options.signal.aborted || !(await servers.enter(item)))
    return await postponePush(pool, item, servers.findOpening(item), null, at);
  let outcome: PushOutcome | undefined;
  try {
    outcome = await sendPush(item, options, at, signal);
  } finally {
    servers.leave(item, outcome && isUp(outcome));
  }
  await record(item, outcome, options);
}

function isUp(outcome: PushOutcome): boolean | undefined {
  if (outcome.kind === 'aborted') return undefined;
  return outcome.kind !== 'later' || !outcome.isServerDown;
}

async function record(item: PushItemRow, outcome: PushOutcome, options: PushDeliveryOptions): Promise<void> {
  const { pool } = options;
  const at = options.now();
  const isHopeless = item.failingSince !== null && at.getTime() - item.failingSince.getTime() > maxFailingMs;
  switch (outcome.kind) {
    case 'accepted':
      return await markPushSent(pool, item, at);
    case 'gone':
      return await forgetPushSubscription(pool, item.subscriptionId);
    case 'refused':
      options.report(new Error(`A push was refused: ${outcome.error}`));
      if (isHopeless) return await forgetPushSubscription(pool, item.subscriptionId);
      return await dropPush(pool, item, outcome.error, at);
    case 'later': {
      if (isHopeless) return await forgetPushSubscription(pool, item.subscriptionId);
      const wait = Math.max(outcome.wait ?? 0, computeBackoff(item.attempts));
      return await postponePush(pool, item, new Date(at.getTime() + wait), outcome.error, at);
    }
    case 'aborted':
    // The lease stays; a second push carries the same tag and replaces the first.
  }
}

/** One minute to one hour, with jitter. */
function computeBackoff(attempts: number): number {
  return Math.min(60, 2 ** attempts) * 60_000 * (0.75 + Math.random() / 2);
}

/** What was switched off since it was written. An urgent announcement minds its own kind alone. */
function isWanted({ key, topic, channels, topics, kinds }: PushItemRow): boolean {
  if (key === pushTestKey) return true;
  if (channels?.push === false) return false;
  if (isUrgentKey(key)) return kinds?.urgent?.push ?? true;
  return (topics?.[topic]?.push ?? true) && (kinds?.[findNotificationKind(key)]?.push ?? true);
}

const canDisturb = ({ key }: PushItemRow) => isUrgentKey(key) || key === pushTestKey;

/** A signal that follows another after a pause. */
function abortLater(signal: AbortSignal, atOnce: () => void): { signal: AbortSignal; end(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    atOnce();
    timer = setTimeout(() => later.abort(), shutdownWaitMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: later.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

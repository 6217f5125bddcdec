import type { Guard } from '../outbound/guard.ts';
import { type DeviceFailure, toDeviceFailure } from './failure.ts';
import { pollSource } from './polling.ts';
import type { Snapshot } from './provider.ts';
import type { ConfiguredProvider } from './providers.ts';

export type ConnectionTestOutcome =
  | { readonly kind: 'answered'; readonly snapshot: Snapshot }
  | { readonly kind: 'failed'; readonly failure: DeviceFailure }
  /** Not run: another test of the account is running, or the rate limit is exceeded. */
  | { readonly kind: 'too_many'; readonly retryAfter: number };

export interface ConnectionTester {
  /** Reads a source once and stores nothing. */
  run(accountId: string, open: () => ConfiguredProvider, signal: AbortSignal): Promise<ConnectionTestOutcome>;
}

/** Counts tries of one account over all instances. */
export interface TrialLimit {
  consume(surface: 'costly', key: string): Promise<TrialCount> | TrialCount;
}

interface TrialCount {
  exceeded: boolean;
  /** Seconds until the next one. */
  reset: number;
}

/** Somebody waits at a screen; most answer within a second. */
const maxTestMs = 20_000;
/** A broker sends its retained messages at once; values follow. */
const enoughAfterMs = 3_000;
/** Concurrent outgoing connections per process. */
const maxConcurrentTests = 16;

/**
 * One test at a time per account and instance, within a rate limit shared by all instances: it connects to an address
 * chosen by the user.
 */
export function createConnectionTester(parts: {
  guard: Guard;
  rateLimits: TrialLimit;
  now(): Date;
}): ConnectionTester {
  const running = new Set<string>();
  return {
    async run(accountId, open, signal) {
      if (running.has(accountId) || running.size >= maxConcurrentTests)
        return { kind: 'too_many', retryAfter: 5 };
      running.add(accountId);
      try {
        const rateLimit = await parts.rateLimits.consume('costly', `trial:${accountId}`);
        if (rateLimit.exceeded) return { kind: 'too_many', retryAfter: rateLimit.reset };
        const limited = AbortSignal.any([signal, AbortSignal.timeout(maxTestMs)]);
        const io = { guard: parts.guard, now: parts.now, describesAsPolled: true };
        const snapshot = await pollSource(open(), io, { signal: limited, enoughAfterMs });
        return { kind: 'answered', snapshot };
      } catch (error) {
        return { kind: 'failed', failure: toDeviceFailure(error) };
      } finally {
        running.delete(accountId);
      }
    },
  };
}

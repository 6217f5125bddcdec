import type { Guard } from '../outbound/guard.ts';
import { askSource } from './asking.ts';
import { type DeviceFailure, toFailure } from './failure.ts';
import type { Snapshot } from './provider.ts';
import type { OpenProvider } from './providers.ts';

export type TrialOutcome =
  | { readonly kind: 'answered'; readonly snapshot: Snapshot }
  | { readonly kind: 'failed'; readonly failure: DeviceFailure }
  /** Not tried: one of the account is under way, or too many were tried lately. */
  | { readonly kind: 'too_many'; readonly retryAfter: number };

export interface Trials {
  /** Asks a source once and keeps nothing of it. */
  run(accountId: string, open: () => OpenProvider, signal: AbortSignal): Promise<TrialOutcome>;
}

/** Counts tries of one account over all instances. */
export interface TrialLimit {
  take(surface: 'costly', key: string): Promise<TrialCount> | TrialCount;
}

interface TrialCount {
  exceeded: boolean;
  /** Seconds until the next one. */
  reset: number;
}

/** Somebody waits at a screen; most answer within a second. */
const longestTrialMs = 20_000;
/** A broker tells at once what it has kept; values, which are taken only as they come, follow. */
const enoughAfterMs = 3_000;
/** Sockets to strangers that one process opens because somebody asked for it. */
const mostAtOnce = 16;

/**
 * One at a time for an account on an instance, and within the budget for what is costly, which all instances share: a
 * trial opens a connection to an address that the caller chose.
 */
export function createTrials(parts: { guard: Guard; budgets: TrialLimit; now(): Date }): Trials {
  const running = new Set<string>();
  return {
    async run(accountId, open, signal) {
      if (running.has(accountId) || running.size >= mostAtOnce) return { kind: 'too_many', retryAfter: 5 };
      running.add(accountId);
      try {
        const budget = await parts.budgets.take('costly', `trial:${accountId}`);
        if (budget.exceeded) return { kind: 'too_many', retryAfter: budget.reset };
        const limited = AbortSignal.any([signal, AbortSignal.timeout(longestTrialMs)]);
        const io = { guard: parts.guard, now: parts.now, describesAsPolled: true };
        const snapshot = await askSource(open(), io, { signal: limited, enoughAfterMs });
        return { kind: 'answered', snapshot };
      } catch (error) {
        return { kind: 'failed', failure: toFailure(error) };
      } finally {
        running.delete(accountId);
      }
    },
  };
}

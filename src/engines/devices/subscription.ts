import { setTimeout as sleep } from 'node:timers/promises';
import { type BackoffOptions, backoffDelay, connectionBackoff } from './backoff.ts';
import { DeviceFailure, toDeviceFailure } from './failure.ts';
import type { OnSnapshot, ProviderIo } from './provider.ts';
import type { ConfiguredProvider } from './providers.ts';

export interface SubscriptionEvents {
  readonly onSnapshot: OnSnapshot;
  /** Called for every failure with the count in a row and the wait that follows. */
  readonly onFailure: (failure: DeviceFailure, failures: number, delayMs: number) => void | Promise<void>;
}

/** Keeps a subscription open, with backoff, until aborted; data from the source resets the failure count. */
export async function keepSubscribed(
  provider: ConfiguredProvider,
  io: ProviderIo,
  { onSnapshot, onFailure }: SubscriptionEvents,
  signal: AbortSignal,
  backoff: BackoffOptions = connectionBackoff,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await provider.subscribe(
        io,
        async (snapshot) => {
          await onSnapshot(snapshot);
          failures = 0;
        },
        signal,
      );
      throw new DeviceFailure('connection_lost');
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const delay = backoffDelay(failures, Math.random(), backoff);
      await onFailure(toDeviceFailure(error), failures, delay);
      await sleep(delay, undefined, { signal }).catch(() => {});
    }
  }
}

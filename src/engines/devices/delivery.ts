import type { Collector } from './collector.ts';
import type { OnSnapshot } from './provider.ts';

export interface Delivery {
  /** Schedules a delivery; changes within the interval are batched. */
  note(): void;
  finish(): Promise<void>;
}

/** At most one database batch per second and connection. */
const gatherMs = 1000;

/** Delivers collected snapshots one batch at a time; the next accumulates while one is stored. */
export function createDelivery(
  collector: Collector,
  onSnapshot: OnSnapshot,
  onError: (error: unknown) => void,
): Delivery {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const deliver = async (): Promise<void> => {
    const snapshot = collector.take();
    if (snapshot.devices.length > 0 || snapshot.readings.length > 0) await onSnapshot(snapshot);
  };
  const start = () => {
    timer = undefined;
    running = deliver()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (again) note();
        again = false;
      });
  };
  const note = () => {
    if (running) again = true;
    else timer ??= setTimeout(start, gatherMs);
  };

  return {
    note,
    async finish() {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await deliver().catch(onError);
    },
  };
}

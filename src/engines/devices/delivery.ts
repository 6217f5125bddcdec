import type { Collector } from './collector.ts';
import type { OnSnapshot } from './provider.ts';

export interface Delivery {
  /** Something was collected: it is handed on soon, together with what follows at once. */
  note(): void;
  finish(): Promise<void>;
}

/** Soon enough for a person who looks, and one batch a second for the database however much a house talks. */
const gatherMs = 1000;

/** Hands on what a subscription collects, one batch at a time; while one is being stored the next gathers. */
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

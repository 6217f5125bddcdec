import type { SnapshotCollector } from './collector.ts';
import type { OnSnapshot } from './provider.ts';

export interface SnapshotDelivery {
  /** Schedules a delivery; changes within the interval are batched. */
  schedule(): void;
  finish(): Promise<void>;
}

/** At most one database batch per second and connection. */
const batchIntervalMs = 1000;

/** Delivers collected snapshots one batch at a time; the next accumulates while one is stored. */
export function createSnapshotDelivery(
  collector: SnapshotCollector,
  onSnapshot: OnSnapshot,
  onError: (error: unknown) => void,
): SnapshotDelivery {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const deliver = async (): Promise<void> => {
    const snapshot = collector.takeSnapshot();
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
    else timer ??= setTimeout(start, batchIntervalMs);
  };

  return {
    schedule: note,
    async finish() {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await deliver().catch(onError);
    },
  };
}

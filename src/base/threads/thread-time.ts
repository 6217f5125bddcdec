import { readFileSync, readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** The first message of a worker thread; `place`: under `/proc`, null where that does not exist. */
export interface Ready {
  ready: true;
  place: string | null;
}

/** Posted by a worker when its modules are loaded. */
export function announceReady(): void {
  parentPort?.postMessage({ ready: true, place: findPlace() } satisfies Ready);
}

function findPlace(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Milliseconds of processor time that a thread has used; undefined where the system does not tell. */
export function readThreadTime(place: string | null): number | undefined {
  if (place === null) return undefined;
  try {
    const nanoseconds = Number(readFileSync(`/proc/${place}/schedstat`, 'latin1').split(' ', 1)[0]);
    // A kernel that does not count says 0; a thread that is asked about has already run.
    return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

/** Too many wait already. */
export class LimiterFull extends Error {
  override name = 'LimiterFull';
}

/** Lets so many pieces of work run at once; the rest wait in order, in a line that ends. */
export interface Limiter {
  /** Rejects with LimiterFull when the line is full, with the signal's reason when whoever waits goes away. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** When nothing runs and nobody waits. */
  whenIdle(): Promise<void>;
  /** Sends everybody away who still waits. */
  rejectWaiting(reason: unknown): void;
}

interface Waiting {
  proceed(): void;
  leave(reason: unknown): void;
}

export function createLimiter({
  atOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  atOnce: number;
  mostWaiting?: number;
}): Limiter {
  let running = 0;
  const line: Waiting[] = [];
  let idle: (() => void)[] = [];

  function wait(signal: AbortSignal | undefined): Promise<void> {
    if (line.length >= mostWaiting) throw new LimiterFull('Too many wait already.');
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        line.splice(line.indexOf(entry), 1);
        entry.leave(signal?.reason);
      };
      const entry: Waiting = {
        proceed() {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        leave(reason) {
          signal?.removeEventListener('abort', onAbort);
          reject(reason);
        },
      };
      line.push(entry);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  function leave(): void {
    running -= 1;
    if (running > 0) return;
    for (const tell of idle) tell();
    idle = [];
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (running >= atOnce) await wait(signal);
      else running += 1;
      try {
        return await work();
      } finally {
        // The turn passes from hand to hand, so that nobody can slip in between.
        const next = line.shift();
        if (next) next.proceed();
        else leave();
      }
    },
    whenIdle: () => (running === 0 ? Promise.resolve() : new Promise((tell) => idle.push(tell))),
    rejectWaiting(reason) {
      for (const entry of line.splice(0)) entry.leave(reason);
    },
  };
}

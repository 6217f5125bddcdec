import { Worker } from 'node:worker_threads';
import { GeometryBusy, GeometryFailure, ShapeRefusal } from '../refusal.ts';
import type { Reply, Request, TaskKind, Tasks } from './worker.ts';

export interface QueueOptions {
  queueLimit: number;
  timeLimitMs: number;
  memoryLimitBytes: number;
}

type Task<K extends TaskKind> = Parameters<Tasks[K]>[0];
type Value<K extends TaskKind> = ReturnType<Tasks[K]>;

interface Job {
  request: Request;
  transfer: ArrayBuffer[];
  settle(outcome: { value: unknown } | { error: unknown }): void;
}

/** From source the worker needs the same loader as the tests; compiled, it is an ordinary file. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: 1024 };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./worker.js', import.meta.url), { resourceLimits });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  const boot = `import(${loader}).then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(boot, { eval: true, resourceLimits });
}

/**
 * One worker, one job at a time, a bounded line behind it. The worker starts with the first job. Work in the
 * WebAssembly module cannot be interrupted from inside, so a job that is cancelled or out of time ends its worker,
 * and the next job starts another.
 */
export function createQueue(options: QueueOptions) {
  const waiting: Job[] = [];
  let running: { job: Job; timer: NodeJS.Timeout } | null = null;
  let worker: Worker | null = null;
  let closed = false;
  let nextId = 1;

  function finish(outcome: Parameters<Job['settle']>[0]): void {
    if (!running) return;
    clearTimeout(running.timer);
    const { job } = running;
    running = null;
    worker?.unref();
    job.settle(outcome);
    startNext();
  }

  function discardWorker(): Promise<number> | undefined {
    const old = worker;
    worker = null;
    old?.removeAllListeners();
    // A worker that is being ended may still report an error; nobody waits for it any more.
    old?.on('error', () => {});
    return old?.terminate();
  }

  function giveUp(error: unknown): void {
    void discardWorker();
    finish({ error });
  }

  function receive(reply: Reply): void {
    if (!running || reply.id !== running.job.request.id) return;
    if (reply.heapBytes > options.memoryLimitBytes) void discardWorker();
    if (reply.outcome === 'done') finish({ value: reply.value });
    else if (reply.outcome === 'refused')
      finish({ error: new ShapeRefusal(reply.field, reply.text, reply.place) });
    else finish({ error: new GeometryFailure(reply.message) });
  }

  function readyWorker(): Worker {
    if (worker) return worker;
    const fresh = startWorker();
    fresh.on('message', receive);
    fresh.on('error', (error) => giveUp(new GeometryFailure(error.message)));
    fresh.on('exit', () => giveUp(new GeometryFailure('The geometry worker ended.')));
    worker = fresh;
    return fresh;
  }

  function startNext(): void {
    if (running || closed) return;
    const job = waiting.shift();
    if (!job) return;
    const timer = setTimeout(
      () => giveUp(new GeometryFailure(`Geometry took longer than ${options.timeLimitMs} ms.`)),
      options.timeLimitMs,
    );
    running = { job, timer };
    try {
      const ready = readyWorker();
      ready.ref();
      ready.postMessage(job.request, job.transfer);
    } catch (error) {
      giveUp(error);
    }
  }

  function cancel(job: Job, reason: unknown): void {
    if (running?.job === job) {
      giveUp(reason);
      return;
    }
    const at = waiting.indexOf(job);
    if (at < 0) return;
    waiting.splice(at, 1);
    job.settle({ error: reason });
  }

  return {
    run<K extends TaskKind>(
      kind: K,
      task: Task<K>,
      transfer: ArrayBuffer[],
      signal?: AbortSignal,
    ): Promise<Value<K>> {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new GeometryFailure('The geometry engine is closed.'));
        if (signal?.aborted) return reject(signal.reason);
        if (running && waiting.length >= options.queueLimit) return reject(new GeometryBusy());
        const onAbort = () => cancel(job, signal?.reason);
        const job: Job = {
          request: { id: nextId++, kind, task },
          transfer,
          settle(outcome) {
            signal?.removeEventListener('abort', onAbort);
            if ('error' in outcome) reject(outcome.error);
            else resolve(outcome.value as Value<K>);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
        startNext();
      });
    },
    async close(): Promise<void> {
      closed = true;
      const error = new GeometryFailure('The geometry engine is closed.');
      for (const job of waiting.splice(0)) job.settle({ error });
      const ended = discardWorker();
      finish({ error });
      await ended;
    },
  };
}

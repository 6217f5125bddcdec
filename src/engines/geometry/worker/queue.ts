import type { Worker } from 'node:worker_threads';
import {
  createFairShare,
  maxPerOwnerInWorkerQueue,
  type Requester,
  ShareRefused,
  serviceRequester,
} from '../../../base/threads/fair-share.ts';
import { startWorker } from '../../../base/threads/start-worker.ts';
import { GeometryBusy, GeometryFailure, GeometryTimeout, ShapeRefusal } from '../rings/geometry-errors.ts';
import type { Reply, Request, TaskKind, Tasks } from './worker.ts';

export interface QueueOptions {
  queueLimit: number;
  timeLimitMs: number;
  memoryLimitBytes: number;
}

type Task<K extends TaskKind> = Parameters<Tasks[K]>[0];
type Value<K extends TaskKind> = ReturnType<Tasks[K]>;

const closedFailure = () => new GeometryFailure('The geometry engine is closed.');

/**
 * One worker thread, one job at a time, a bounded queue. The thread starts with the first job. WebAssembly code
 * cannot be interrupted, so a job that is cancelled or times out terminates its thread, and the next job starts
 * another.
 */
export function createQueue(options: QueueOptions) {
  const turns = createFairShare({
    concurrency: 1,
    perOwner: maxPerOwnerInWorkerQueue,
    maxWaiting: options.queueLimit,
  });
  let worker: Worker | null = null;
  let endCurrent: ((error: unknown) => void) | null = null;
  let closed = false;
  let nextId = 1;

  function readyWorker(): Worker {
    if (worker !== null) return worker;
    const started = startWorker({
      module: new URL('./worker', import.meta.url),
      memory: { oldMegabytes: 1024 },
    });
    // Also between two jobs: unheard, an error would end the process, and the next job would wait for a dead thread.
    started
      .on('error', () => {})
      .once('exit', () => {
        if (worker === started) worker = null;
      });
    worker = started;
    return started;
  }

  function discardWorker(): Promise<number> | undefined {
    const old = worker;
    worker = null;
    old?.removeAllListeners();
    // A worker thread being terminated may still emit an error.
    old?.on('error', () => {});
    return old?.terminate();
  }

  /** Sends the job and waits for its reply, the timeout, or an abort by the caller. */
  function perform(
    request: Request,
    transfer: ArrayBuffer[],
    signal: AbortSignal | undefined,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const current = readyWorker();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        current.off('message', onMessage).off('error', onError).off('exit', onExit);
        current.unref();
        endCurrent = null;
      };
      const giveUp = (error: unknown) => {
        finish();
        void discardWorker();
        reject(error);
      };
      const onAbort = () => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(new GeometryTimeout(options.timeLimitMs)), options.timeLimitMs);
      endCurrent = giveUp;
      signal?.addEventListener('abort', onAbort, { once: true });
      const onError = (error: Error) => giveUp(new GeometryFailure(error.message));
      const onExit = () => giveUp(new GeometryFailure('The geometry worker ended.'));
      const onMessage = (reply: Reply) => {
        if (reply.id !== request.id) return;
        finish();
        // Discard before the next job, which must not go to a thread about to terminate.
        if (reply.heapBytes > options.memoryLimitBytes) void discardWorker();
        resolve(reply);
      };
      current.on('message', onMessage).on('error', onError).on('exit', onExit);
      current.ref();
      try {
        current.postMessage(request, transfer);
      } catch (error) {
        giveUp(error);
      }
    });
  }

  return {
    async run<K extends TaskKind>(
      kind: K,
      task: Task<K>,
      transfer: ArrayBuffer[],
      { share, signal }: Requester = serviceRequester,
    ): Promise<Value<K>> {
      if (closed) throw closedFailure();
      const request: Request = { id: nextId++, kind, task };
      const turn = turns.run(share, () => perform(request, transfer, signal), signal);
      const reply = await turn.catch((error: unknown) => {
        throw error instanceof ShareRefused && error.reason === 'full' ? new GeometryBusy() : error;
      });
      if (reply.outcome === 'done') return reply.value as Value<K>;
      if (reply.outcome === 'refused') throw new ShapeRefusal(reply.field, reply.text, reply.place);
      throw new GeometryFailure(reply.message);
    },
    async close(): Promise<void> {
      closed = true;
      turns.rejectWaiting(closedFailure());
      endCurrent?.(closedFailure());
      await discardWorker();
    },
  };
}

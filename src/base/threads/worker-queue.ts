import type { Worker } from 'node:worker_threads';
import { createFairShare, maxPerOwnerInWorkerQueue, type Requester, ShareRefused } from './fair-share.ts';
import { startWorker } from './start-worker.ts';

/** Why there is no reply: timeout, a crashed worker (mostly out of memory), or a full queue. */
export type WorkerFailure = 'late' | 'broken' | 'full';

export interface Step<Request> {
  request: Request;
  milliseconds: number;
}

export interface WorkerQueue<Request, Reply> {
  /**
   * Runs the steps in the worker when its turn comes and returns the last reply. `milliseconds` is the time of that
   * step alone, without queueing and worker start.
   */
  run(
    requester: Requester,
    ...steps: Step<Request>[]
  ): Promise<{ reply: Reply | WorkerFailure; milliseconds: number }>;
  close(): Promise<void>;
}

export interface WorkerQueueOptions {
  /** URL of the worker's module, without the extension. It posts 'ready' when loaded. */
  module: URL;
  memoryMegabytes: number;
  maxWaiting: number;
}

/** Separate timeout for loading modules, which is slow on a busy machine. */
const startTimeoutMilliseconds = 60_000;

/** Waits for one message; terminates a worker that times out or crashes. */
function receiveMessage<Reply>(
  worker: Worker,
  milliseconds: number,
): Promise<Reply | 'ready' | WorkerFailure> {
  return new Promise((resolve) => {
    const finish = (reply: Reply | 'ready' | WorkerFailure, isBroken: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      if (!isBroken) return resolve(reply);
      worker.terminate().finally(() => resolve(reply));
    };
    const onMessage = (reply: Reply | 'ready') => finish(reply, false);
    const onEnd = () => finish('broken', true);
    const timer = setTimeout(() => finish('late', true), milliseconds);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}

const isWorkerFailure = (reply: unknown): reply is WorkerFailure => reply === 'late' || reply === 'broken';

/**
 * One worker that handles one request at a time, with a bounded fair queue. A worker that times out is terminated;
 * the next request starts another.
 */
export function createWorkerQueue<Request, Reply extends object>(
  options: WorkerQueueOptions,
): WorkerQueue<Request, Reply> {
  let worker: Worker | undefined;
  const turns = createFairShare({
    concurrency: 1,
    perOwner: maxPerOwnerInWorkerQueue,
    maxWaiting: options.maxWaiting - 1,
  });

  async function start(): Promise<WorkerFailure | undefined> {
    if (worker !== undefined) return undefined;
    const { module, memoryMegabytes } = options;
    const started = startWorker({ module, memory: { oldMegabytes: memoryMegabytes, stackMegabytes: 8 } });
    // Also between two requests: unheard, an error would end the process, and the next request would wait for a dead thread.
    started
      .on('error', () => {})
      .once('exit', () => {
        if (worker === started) worker = undefined;
      });
    const greeting = await receiveMessage<Reply>(started, startTimeoutMilliseconds);
    if (greeting !== 'ready') return isWorkerFailure(greeting) ? greeting : 'broken';
    worker = started;
    return undefined;
  }

  async function serve(
    steps: readonly Step<Request>[],
  ): Promise<{ reply: Reply | WorkerFailure; milliseconds: number }> {
    const failure = await start();
    const current = worker;
    if (failure !== undefined || current === undefined)
      return { reply: failure ?? 'broken', milliseconds: 0 };
    let answer: { reply: Reply | WorkerFailure; milliseconds: number } = { reply: 'broken', milliseconds: 0 };
    // Referenced only while busy: an idle worker must not keep the process alive.
    current.ref();
    for (const { request, milliseconds } of steps) {
      const began = performance.now();
      const heard = receiveMessage<Reply>(current, milliseconds);
      current.postMessage(request);
      const reply = await heard;
      answer = { reply: reply === 'ready' ? 'broken' : reply, milliseconds: performance.now() - began };
      if (isWorkerFailure(answer.reply)) {
        worker = undefined;
        break;
      }
    }
    current.unref();
    return answer;
  }

  return {
    async run({ share, signal }, ...steps) {
      try {
        return await turns.run(share, () => serve(steps), signal);
      } catch (error) {
        if (error instanceof ShareRefused && error.reason === 'full')
          return { reply: 'full', milliseconds: 0 };
        throw error;
      }
    },
    async close() {
      await turns.whenIdle();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

import type { Worker } from 'node:worker_threads';
import { createFairShare, maxPerOwnerInWorkerQueue, type Requester, ShareRefused } from './fair-share.ts';
import { startWorker } from './start-worker.ts';
import { type Ready, readThreadTime } from './thread-time.ts';

/**
 * Why there is no reply: the step took too much of the thread's time, the thread got too little of it because the machine
 * is busy, a crashed worker (mostly out of memory), or a full queue.
 */
export type WorkerFailure = 'late' | 'starved' | 'broken' | 'full';

export interface Step<Request> {
  request: Request;
  /** Of the thread's processor time, so that a busy machine does not make it longer; elsewhere than on Linux of the clock. */
  milliseconds: number;
}

export interface WorkerQueue<Request, Reply> {
  /**
   * Runs the steps in the worker when its turn comes and returns the last reply. `milliseconds` is the time of that
   * step alone, measured as its limit, without queueing and worker start.
   */
  run(
    requester: Requester,
    ...steps: Step<Request>[]
  ): Promise<{ reply: Reply | WorkerFailure; milliseconds: number }>;
  close(): Promise<void>;
}

export interface WorkerQueueOptions {
  /** URL of the worker's module, without the extension. It calls `announceReady` when loaded. */
  module: URL;
  memoryMegabytes: number;
  maxWaiting: number;
  /** How much longer than its limit a step may take by the clock, while others use the processor. */
  patienceMilliseconds?: number;
}

const defaultPatience = 20_000;

/** Separate timeout for loading modules, which is slow on a busy machine. */
const startTimeoutMilliseconds = 60_000;

/** A step is looked at again after so long, at the least. */
const leastWaitMilliseconds = 20;

/** Measures one step: by the thread's processor time where the system tells it, else by the clock. */
function startMeasuring(place: string | null): { read(): number; isOfThread: boolean } {
  const [began, begunAt] = [readThreadTime(place), performance.now()];
  return {
    read: () =>
      began === undefined ? performance.now() - begunAt : (readThreadTime(place) ?? began) - began,
    isOfThread: began !== undefined,
  };
}

/** Waits for one message; terminates a worker that reaches its limit or crashes. */
function receiveMessage<Message>(
  worker: Worker,
  {
    limit,
    patience = 0,
    used,
  }: { limit: number; patience?: number; used: ReturnType<typeof startMeasuring> },
): Promise<Message | WorkerFailure> {
  return new Promise((resolve) => {
    const begunAt = performance.now();
    const finish = (message: Message | WorkerFailure, isBroken: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      if (!isBroken) return resolve(message);
      worker.terminate().finally(() => resolve(message));
    };
    const onMessage = (message: Message) => finish(message, false);
    const onEnd = () => finish('broken', true);
    const look = () => {
      const left = limit - used.read();
      const leftByClock = limit + patience - (performance.now() - begunAt);
      if (left <= 0 || !used.isOfThread) finish('late', true);
      else if (leftByClock <= 0) finish('starved', true);
      else timer = setTimeout(look, Math.max(leastWaitMilliseconds, Math.min(left, leftByClock)));
    };
    let timer = setTimeout(look, limit);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}

const isWorkerFailure = (reply: unknown): reply is WorkerFailure => typeof reply === 'string';

/**
 * One worker that handles one request at a time, with a bounded fair queue. A worker that times out is terminated;
 * the next request starts another.
 */
export function createWorkerQueue<Request, Reply extends object>(
  options: WorkerQueueOptions,
): WorkerQueue<Request, Reply> {
  let worker: Worker | undefined;
  let place: string | null = null;
  const patience = options.patienceMilliseconds ?? defaultPatience;
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
    const greeting = await receiveMessage<Ready>(started, {
      limit: startTimeoutMilliseconds,
      used: startMeasuring(null),
    });
    if (isWorkerFailure(greeting)) return greeting === 'late' ? 'starved' : greeting;
    place = greeting.place;
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
      const used = startMeasuring(place);
      const heard = receiveMessage<Reply>(current, { limit: milliseconds, patience, used });
      current.postMessage(request);
      const reply = await heard;
      // Of a thread that was ended nothing is left to be read.
      answer = { reply, milliseconds: isWorkerFailure(reply) ? milliseconds : used.read() };
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

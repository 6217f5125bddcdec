import type { Worker } from 'node:worker_threads';
import { createFairShare, placesInLine, type Requester, ShareRefused } from './fair-share.ts';
import { startWorker } from './start-worker.ts';

/** Why there is no answer: it took too long, the worker broke (out of memory, mostly), or too many wait. */
export type Silence = 'late' | 'broken' | 'full';

export interface Step<Request> {
  request: Request;
  milliseconds: number;
}

export interface WorkerLine<Request, Reply> {
  /**
   * Work for the worker when its turn comes, step by step; the answer is that of the last step. `milliseconds` is that
   * step alone: neither the wait in line nor the start of the worker.
   */
  ask(
    requester: Requester,
    ...steps: Step<Request>[]
  ): Promise<{ reply: Reply | Silence; milliseconds: number }>;
  close(): Promise<void>;
}

export interface LineOptions {
  /** The worker's module, without its ending. It says 'ready' when it is. */
  module: URL;
  memoryMegabytes: number;
  mostWaiting: number;
}

/** Loading modules is not the fault of whoever asks first; a busy machine does it slowly. */
const startMilliseconds = 60_000;

/** One message from the worker; a silent or broken worker is ended. */
function hear<Reply>(worker: Worker, milliseconds: number): Promise<Reply | 'ready' | Silence> {
  return new Promise((resolve) => {
    const finish = (reply: Reply | 'ready' | Silence, isBroken: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      if (!isBroken) return resolve(reply);
      worker
        .once('error', () => {})
        .terminate()
        .finally(() => resolve(reply));
    };
    const onMessage = (reply: Reply | 'ready') => finish(reply, false);
    const onEnd = () => finish('broken', true);
    const timer = setTimeout(() => finish('late', true), milliseconds);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}

const isSilence = (reply: unknown): reply is Silence => reply === 'late' || reply === 'broken';

/** One worker, one piece of work at a time, a bounded line behind it that is fair. A worker that is late is ended; the next starts another. */
export function createWorkerLine<Request, Reply extends object>(
  options: LineOptions,
): WorkerLine<Request, Reply> {
  let worker: Worker | undefined;
  const turns = createFairShare({
    atOnce: 1,
    perOwner: placesInLine,
    mostWaiting: options.mostWaiting - 1,
  });

  async function start(): Promise<Silence | undefined> {
    if (worker !== undefined) return undefined;
    const { module, memoryMegabytes } = options;
    const started = startWorker({ module, memory: { oldMegabytes: memoryMegabytes, stackMegabytes: 8 } });
    const greeting = await hear<Reply>(started, startMilliseconds);
    if (greeting !== 'ready') return isSilence(greeting) ? greeting : 'broken';
    worker = started;
    return undefined;
  }

  async function serve(
    steps: readonly Step<Request>[],
  ): Promise<{ reply: Reply | Silence; milliseconds: number }> {
    const failure = await start();
    const current = worker;
    if (failure !== undefined || current === undefined)
      return { reply: failure ?? 'broken', milliseconds: 0 };
    let answer: { reply: Reply | Silence; milliseconds: number } = { reply: 'broken', milliseconds: 0 };
    // An idle worker must not keep the process alive.
    current.ref();
    for (const { request, milliseconds } of steps) {
      const began = performance.now();
      const heard = hear<Reply>(current, milliseconds);
      current.postMessage(request);
      const reply = await heard;
      answer = { reply: reply === 'ready' ? 'broken' : reply, milliseconds: performance.now() - began };
      if (isSilence(answer.reply)) {
        worker = undefined;
        break;
      }
    }
    current.unref();
    return answer;
  }

  return {
    async ask({ share, signal }, ...steps) {
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

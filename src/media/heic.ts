import { Worker } from 'node:worker_threads';
import type { HeicReply, HeicTask } from './heic-worker.ts';
import { type MediaRefusal, refuseMedia, toRefusal } from './media-refusal.ts';

export interface RawPicture {
  /** RGBA, upright: the container's turning and mirroring are done. */
  data: Uint8Array;
  width: number;
  height: number;
}

export interface HeicLimits {
  maxPixels: number;
  isDisplayP3: boolean;
  signal?: AbortSignal | undefined;
  timeLimitMs?: number;
  maxHeapBytes?: number;
}

/** From source the worker needs the same loader as the tests; compiled, it is an ordinary file. */
function startWorker(workerData: HeicTask): Worker {
  const options = {
    workerData,
    // What the decoder has to say about a stranger's file is nobody's business.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    transferList: [workerData.bytes.buffer as ArrayBuffer],
  };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./heic-worker.js', import.meta.url), options);
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = JSON.stringify(new URL('./heic-worker.ts', import.meta.url).href);
  const boot = `import(${loader}).then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(boot, { ...options, eval: true });
}

/**
 * A worker for every picture, ended with it: whatever a forged file does to the decoder, the next one begins anew, and
 * time and memory are held from outside.
 */
export function decodeHeic(bytes: Buffer, limits: HeicLimits): Promise<RawPicture> {
  const { signal, maxPixels, isDisplayP3, timeLimitMs = 30_000, maxHeapBytes = 1024 ** 3 } = limits;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toRefusal(signal));
    // A copy of its own, to be handed over whole.
    const worker = startWorker({ bytes: new Uint8Array(bytes), maxPixels, maxHeapBytes, isDisplayP3 });
    worker.stdout.resume();
    worker.stderr.resume();
    const end = (outcome: RawPicture | MediaRefusal) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      worker.removeAllListeners();
      worker.on('error', () => {});
      const answer = () => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      worker.terminate().then(answer, answer);
    };
    const leave = () => end(signal ? toRefusal(signal) : refuseMedia.interrupted());
    const timer = setTimeout(() => end(refuseMedia.timedOut()), timeLimitMs);
    signal?.addEventListener('abort', leave, { once: true });
    worker.on('message', (reply: HeicReply) => {
      if (reply.outcome === 'done') end(reply);
      else end(reply.outcome === 'damaged' ? refuseMedia.damaged() : refuseMedia.tooManyPixels(maxPixels));
    });
    worker.on('error', (error) => end(refuseMedia.damaged(error)));
    worker.on('exit', () => end(refuseMedia.damaged()));
  });
}

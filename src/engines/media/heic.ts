import { startWorker } from '../../base/threads/start-worker.ts';
import type { HeicReply, HeicTask } from './heic-worker.ts';
import { type MediaRefusal, refusalFromAbort, refuseMedia } from './media-refusal.ts';

export interface RawPicture {
  /** RGBA, upright: rotation and mirroring of the container are applied. */
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

/**
 * One worker per picture: whatever a forged file does to the decoder, the next picture gets a new one, and time and
 * memory are limited from outside.
 */
export function decodeHeic(bytes: Buffer, limits: HeicLimits): Promise<RawPicture> {
  const { signal, maxPixels, isDisplayP3, timeLimitMs = 30_000, maxHeapBytes = 1024 ** 3 } = limits;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(refusalFromAbort(signal));
    // A copy that can be transferred.
    const copy = new Uint8Array(bytes);
    const worker = startWorker({
      module: new URL('./heic-worker', import.meta.url),
      memory: { oldMegabytes: 192, youngMegabytes: 32 },
      workerData: { bytes: copy, maxPixels, maxHeapBytes, isDisplayP3 } satisfies HeicTask,
      transferList: [copy.buffer],
    });
    const end = (outcome: RawPicture | MediaRefusal) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      worker.removeAllListeners();
      worker.on('error', () => {});
      const answer = () => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      worker.terminate().then(answer, answer);
    };
    const leave = () => end(signal ? refusalFromAbort(signal) : refuseMedia.interrupted());
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

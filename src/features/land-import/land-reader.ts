import type { Worker } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import { startWorker } from '../../base/threads/start-worker.ts';
import type { LandFile } from './formats/land-file.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { LandFeature } from './land-feature.ts';
import type { LandReply, LandTask } from './land-worker.ts';

const texts = {
  late: {
    en: 'The file takes too long to read. Split it up.',
    ru: 'Файл читается слишком долго. Разделите его на части.',
  },
  memory: {
    en: 'The file takes too much memory to read. Split it up.',
    ru: 'На чтение файла не хватает памяти. Разделите его на части.',
  },
  broken: {
    en: 'The file could not be read to its end.',
    ru: 'Файл не удалось прочитать до конца.',
  },
} satisfies Record<string, Text>;

/** Timeout for starting the worker thread, separate from that of the file. */
const startTimeoutMs = 60_000;

/**
 * Reads the features of a file in a worker thread with limits of time and memory, so that no file blocks the event
 * loop. The thread reads on demand only and is terminated when the caller stops iterating.
 */
export async function* readLandInWorker(file: LandFile, signal?: AbortSignal): AsyncGenerator<LandFeature> {
  const { chunks: given, onSheet, ...task } = file;
  const chunks = iterate(given);
  const worker = startWorker({
    module: new URL('./land-worker', import.meta.url),
    memory: { oldMegabytes: task.limits.memoryMegabytes },
    workerData: { ...task, isAsked: onSheet !== undefined } satisfies LandTask,
  });
  // Errors between replies or during termination must not be unhandled.
  worker.on('error', () => {});
  try {
    await waitForReply(worker, startTimeoutMs, signal);
    let left = task.limits.milliseconds;
    for (let answer: Uint8Array | null = null; ; ) {
      const began = performance.now();
      worker.postMessage(answer);
      const reply = await waitForReply<LandReply>(worker, left, signal);
      left -= performance.now() - began;
      answer = null;
      if (reply.kind === 'features') yield* reply.features;
      else if (reply.kind === 'sheet') onSheet?.(reply.sheet);
      else if (reply.kind === 'fault') throw new UnreadableFile(reply.text);
      else if (reply.kind === 'end') return;
      else answer = (await chunks.next()).value ?? null;
    }
  } finally {
    await worker.terminate();
    // An unread pipe would keep the process alive.
    await chunks.return(undefined);
  }
}

async function* iterate(chunks: LandFile['chunks']): AsyncGenerator<Uint8Array, undefined> {
  yield* chunks;
}

function waitForReply<Reply>(
  worker: Worker,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      finish();
      reject(error);
    };
    const onMessage = (reply: Reply) => {
      finish();
      resolve(reply);
    };
    const onError = (error: { code?: string }) =>
      fail(new UnreadableFile(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? texts.memory : texts.broken));
    const onExit = () => fail(new UnreadableFile(texts.broken));
    const onAbort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(new UnreadableFile(texts.late)), Math.max(0, milliseconds));
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    // It may have ended while the next part of the file was awaited.
    if (worker.threadId === -1) onExit();
  });
}

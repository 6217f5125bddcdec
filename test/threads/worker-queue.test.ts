import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { serviceRequester } from '../../src/base/threads/fair-share.ts';
import { createWorkerQueue, type WorkerQueue } from '../../src/base/threads/worker-queue.ts';
import type { FailingWork } from './failing-worker.ts';

const minute = 60_000;

describe('a worker thread that ends by itself', () => {
  let queue: WorkerQueue<FailingWork, { text: string }>;
  const started: Worker[] = [];
  const keep = (worker: Worker) => void started.push(worker);
  before(() => {
    process.on('worker', keep);
    queue = createWorkerQueue({
      module: new URL('./failing-worker', import.meta.url),
      memoryMegabytes: 64,
      maxWaiting: 10,
    });
  });
  after(async () => {
    process.off('worker', keep);
    await queue.close();
    assert.deepEqual(
      started.map(({ threadId }) => threadId),
      started.map(() => -1),
      'every thread has ended',
    );
  });
  const run = async (request: FailingWork, milliseconds = minute) =>
    (await queue.run(serviceRequester, { request, milliseconds })).reply;

  for (const work of ['exit', 'throw', 'hang'] as const)
    it(`while it works (${work}): that is said, and those who wait get another`, async () => {
      const [broken, next] = [run(work, work === 'hang' ? 50 : minute), run('answer')];
      assert.equal(await broken, work === 'hang' ? 'late' : 'broken');
      assert.deepEqual(await next, { text: 'done' });
    });

  for (const work of ['answer, then exit', 'answer, then throw'] as const)
    it(`while nobody asks it (${work}): the next gets another at once`, async () => {
      assert.deepEqual(await run(work), { text: 'done' });
      const last = started.at(-1) as Worker;
      // Idle, it keeps nothing waiting.
      last.ref();
      if (last.threadId !== -1) await new Promise((ended) => last.once('exit', ended));
      assert.deepEqual(await run('answer'), { text: 'done' });
    });
});

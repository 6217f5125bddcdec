import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { serviceRequester } from '../../src/base/threads/fair-share.ts';
import { createWorkerQueue, type WorkerQueue } from '../../src/base/threads/worker-queue.ts';
import type { FailingWork } from './failing-worker.ts';

const minute = 60_000;
const options = {
  module: new URL('./failing-worker', import.meta.url),
  memoryMegabytes: 64,
  maxWaiting: 10,
};

describe('a worker thread that ends by itself', () => {
  let queue: WorkerQueue<FailingWork, { text: string }>;
  const started: Worker[] = [];
  const keep = (worker: Worker) => void started.push(worker);
  before(() => {
    process.on('worker', keep);
    queue = createWorkerQueue(options);
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

  it('a step that the thread had no time for is not taken for a slow one, and is ended at last', {
    skip: process.platform !== 'linux',
  }, async () => {
    assert.deepEqual(await run('answer later', 100), { text: 'done' });
    const impatient = createWorkerQueue<FailingWork, { text: string }>({
      ...options,
      patienceMilliseconds: 100,
    });
    const ask = async (request: FailingWork, milliseconds: number) =>
      (await impatient.run(serviceRequester, { request, milliseconds })).reply;
    assert.equal(await ask('never answer', 100), 'starved');
    assert.deepEqual(await ask('answer', minute), { text: 'done' });
    await impatient.close();
  });

  for (const work of ['exit', 'throw'] as const)
    it(`while nobody asks it (${work}): the next gets another at once`, async () => {
      assert.deepEqual(await run('answer'), { text: 'done' });
      const last = started.findLast(({ threadId }) => threadId !== -1) as Worker;
      const ended = new Promise((resolve) => last.once('exit', resolve));
      // Idle, it keeps nothing waiting.
      last.ref();
      last.postMessage(work);
      await ended;
      assert.deepEqual(await run('answer'), { text: 'done' });
    });
});

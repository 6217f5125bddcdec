import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { createGeometry, GeometryBusy, GeometryFailure } from '../../src/engines/geometry/engine.ts';
import { at, box, buildVillage } from './generated-village.ts';

const candidates = buildVillage(3, 30, 20);
const input = { ring: at(box(-50, -50, 3000, 3000)), snap: true, candidates };

it('a call beyond the queue limit is refused, the queued ones finish', async () => {
  const geometry = createGeometry({ queueLimit: 2 });
  try {
    const accepted = [1, 2, 3].map(() => geometry.shapeBoundary(input));
    await assert.rejects(geometry.shapeBoundary(input), GeometryBusy);
    const [a, b, c] = await Promise.all(accepted);
    assert.deepEqual(a, b);
    assert.deepEqual(b, c);
  } finally {
    await geometry.close();
  }
});

it('an aborted call rejects, queued or running, and later calls succeed', async () => {
  const geometry = createGeometry();
  try {
    const running = new AbortController();
    const waiting = new AbortController();
    const first = geometry.shapeBoundary(input, { share: '', signal: running.signal });
    const second = geometry.shapeBoundary(input, { share: '', signal: waiting.signal });
    const third = geometry.shapeBoundary(input);
    waiting.abort(new Error('the second caller left'));
    await assert.rejects(second, /second caller left/);
    running.abort(new Error('the first caller left'));
    await assert.rejects(first, /first caller left/);
    assert.ok((await third).ring.length > 3);
    await assert.rejects(
      geometry.shapeBoundary(input, { share: '', signal: AbortSignal.abort(new Error('too late')) }),
      /too late/,
    );
  } finally {
    await geometry.close();
  }
});

it('a call that times out fails without breaking the next one', async () => {
  const geometry = createGeometry({ timeLimitMs: 1 });
  try {
    await assert.rejects(geometry.shapeBoundary(input), GeometryFailure);
    await assert.rejects(geometry.shapeBoundary(input), /longer than 1 ms/);
  } finally {
    await geometry.close();
  }
});

/** Worker threads that `work` starts. */
async function countThreads(work: () => Promise<void>): Promise<number> {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  try {
    await work();
    // The event is emitted after the thread was created.
    await nextTurn();
  } finally {
    process.off('worker', count);
  }
  return threads;
}

it('a worker thread that exceeds its memory limit is replaced between two calls', async () => {
  const geometry = createGeometry({ memoryLimitBytes: 1 });
  try {
    const threads = await countThreads(async () => {
      const [first, second] = [await geometry.shapeBoundary(input), await geometry.shapeBoundary(input)];
      assert.deepEqual(first, second);
    });
    assert.equal(threads, 2);
  } finally {
    await geometry.close();
  }
});

it('a worker thread that ends while it is idle is replaced at the next call', async () => {
  const geometry = createGeometry();
  const started: Worker[] = [];
  const keep = (worker: Worker) => void started.push(worker);
  process.on('worker', keep);
  try {
    const first = await geometry.shapeBoundary(input);
    await started[0]?.terminate();
    assert.deepEqual(await geometry.shapeBoundary(input), first);
    assert.equal(started.length, 2);
  } finally {
    process.off('worker', keep);
    await geometry.close();
  }
});

it('close rejects running, queued and later calls', async () => {
  const geometry = createGeometry();
  const calls = [geometry.shapeBoundary(input), geometry.shapeBoundary(input)];
  const ends = Promise.all(calls.map((call) => assert.rejects(call, GeometryFailure)));
  await geometry.close();
  await ends;
  await assert.rejects(geometry.shapeBoundary(input), GeometryFailure);
  await geometry.close();
});

it('no worker thread starts before the first call, so that an unused geometry engine need not be closed', async () => {
  const threads = await countThreads(async () => void createGeometry());
  assert.equal(threads, 0);
});

it('fair queue: one call of a user is not delayed by many calls of another', async () => {
  const geometry = createGeometry();
  try {
    const done: string[] = [];
    const ask = (share: string) => geometry.shapeBoundary(input, { share }).then(() => done.push(share));
    // On a busy machine some of the greedy user's calls may be refused.
    const greedy = Promise.allSettled(Array.from({ length: 6 }, () => ask('greedy')));
    await ask('neighbour');
    await greedy;
    assert.ok(done.indexOf('neighbour') <= 2, `the neighbour was served after ${done.indexOf('neighbour')}`);
  } finally {
    await geometry.close();
  }
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { createLimiter, LimiterFull } from '../../src/threads/limiter.ts';

function holdable() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

it('runs two at a time, also when some fail, and comes to rest', async () => {
  const turns = createLimiter({ atOnce: 2, mostWaiting: 100 });
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await tick();
    running -= 1;
    if (index % 3 === 0) throw new Error('bad picture');
    return index;
  };
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => turns.run(work(index))));
  assert.equal(most, 2);
  assert.equal(results.filter((result) => result.status === 'rejected').length, 17);
  assert.equal(await turns.run(work(1)), 1);
});

it('refuses when the line is full, and leaving the line frees a place without giving a turn', async () => {
  const turns = createLimiter({ atOnce: 1, mostWaiting: 1 });
  const { held, release } = holdable();
  const first = turns.run(() => held);
  const controller = new AbortController();
  let hasRun = false;
  const second = turns.run(async () => {
    hasRun = true;
  }, controller.signal);
  await assert.rejects(
    turns.run(async () => 3),
    LimiterFull,
  );
  controller.abort();
  await assert.rejects(second, { name: 'AbortError' });
  const fourth = turns.run(async () => 4);
  release();
  await first;
  assert.equal(await fourth, 4);
  assert.equal(hasRun, false);
  await assert.rejects(
    turns.run(async () => 5, controller.signal),
    { name: 'AbortError' },
  );
  assert.equal(await turns.run(async () => 6), 6);
});

it('tells when it has come to rest, and sends away who waits', async () => {
  const limiter = createLimiter({ atOnce: 1 });
  const { held, release } = holdable();
  const first = limiter.run(() => held);
  const second = limiter.run(async () => 2);
  let isIdle = false;
  const idle = limiter.whenIdle().then(() => {
    isIdle = true;
  });
  limiter.rejectWaiting(new Error('closed'));
  await assert.rejects(second, /closed/);
  assert.equal(isIdle, false);
  release();
  await first;
  await idle;
  assert.equal(isIdle, true);
  await limiter.whenIdle();
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { createFairShare, ShareRefused, serviceOwner } from '../../src/base/threads/fair-share.ts';

function holdable() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

const refusedFor = (reason: string) => (error: unknown) =>
  error instanceof ShareRefused && error.reason === reason;

describe('fair share semaphore', () => {
  it('limits concurrency to two, also when some work fails', async () => {
    const turns = createFairShare({ concurrency: 2, maxWaiting: 100 });
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
    const runs = Array.from({ length: 50 }, (_, index) => turns.run(serviceOwner, work(index)));
    const results = await Promise.allSettled(runs);
    assert.equal(most, 2);
    assert.equal(results.filter((result) => result.status === 'rejected').length, 17);
    assert.equal(await turns.run(serviceOwner, work(1)), 1);
  });

  it('refuses when the queue is full, and an aborted waiter frees its place without running', async () => {
    const turns = createFairShare({ concurrency: 1, maxWaiting: 1 });
    const { held, release } = holdable();
    const first = turns.run('a', () => held);
    const controller = new AbortController();
    let hasRun = false;
    const second = turns.run(
      'b',
      async () => {
        hasRun = true;
      },
      controller.signal,
    );
    await assert.rejects(
      turns.run('c', async () => 3),
      refusedFor('full'),
    );
    controller.abort();
    await assert.rejects(second, { name: 'AbortError' });
    const fourth = turns.run('d', async () => 4);
    release();
    await first;
    assert.equal(await fourth, 4);
    assert.equal(hasRun, false);
    await assert.rejects(
      turns.run('e', async () => 5, controller.signal),
      { name: 'AbortError' },
    );
    assert.equal(await turns.run('f', async () => 6), 6);
  });

  it('rejectWaiting rejects queued work, and whenIdle resolves after running work', async () => {
    const turns = createFairShare({ concurrency: 1, perOwner: 2 });
    const { held, release } = holdable();
    const first = turns.run('a', () => held);
    const waiting = ['a', 'a', 'b'].map((owner) => turns.run(owner, async () => owner));
    let isIdle = false;
    const idle = turns.whenIdle().then(() => {
      isIdle = true;
    });
    turns.rejectWaiting(new Error('closed'));
    for (const each of waiting) await assert.rejects(each, /closed/);
    assert.equal(isIdle, false);
    release();
    await first;
    await idle;
    await turns.whenIdle();
  });

  it('serves waiting owners round-robin', async () => {
    const turns = createFairShare({ concurrency: 1 });
    const { held, release } = holdable();
    const done: string[] = [];
    const note = (name: string) => async () => {
      done.push(name);
    };
    const runs = [turns.run('greedy', () => held)];
    for (let index = 0; index < 20; index += 1) runs.push(turns.run('greedy', note('greedy')));
    runs.push(turns.run('one', note('one')), turns.run('two', note('two')));
    release();
    await Promise.all(runs);
    assert.deepEqual(done.slice(0, 4), ['greedy', 'one', 'two', 'greedy']);
    assert.equal(done.length, 22);
  });

  it('work over the limit of its owner takes no queue place and starts when a slot of the owner is free', async () => {
    const turns = createFairShare({ concurrency: 10, perOwner: 2, maxWaiting: 0 });
    const holds = [holdable(), holdable(), holdable()];
    let running = 0;
    const runs = holds.map(({ held }) =>
      turns.run('greedy', async () => {
        running += 1;
        await held;
      }),
    );
    await tick();
    assert.equal(running, 2);
    assert.equal(await turns.run('other', async () => 'at once'), 'at once');
    holds[0]?.release();
    await runs[0];
    await tick();
    assert.equal(running, 3);
    for (const { release } of holds) release();
    await Promise.all(runs);
  });

  it('refuses work that stays over the limit of its owner, and no other', async () => {
    const turns = createFairShare({ concurrency: 10, perOwner: 1, overShareMilliseconds: 1 });
    const { held, release } = holdable();
    const first = turns.run('greedy', () => held);
    await assert.rejects(
      turns.run('greedy', async () => 2),
      refusedFor('share'),
    );
    assert.equal(await turns.run('other', async () => 3), 3);
    release();
    await first;
    assert.equal(await turns.run('greedy', async () => 4), 4);
  });

  it('applies no owner limit to the service itself', async () => {
    const turns = createFairShare({ concurrency: 3, perOwner: 1, overShareMilliseconds: 1 });
    const { held, release } = holdable();
    let running = 0;
    const runs = [1, 2, 3].map(() =>
      turns.run(serviceOwner, () => {
        running += 1;
        return held;
      }),
    );
    await tick();
    assert.equal(running, 3);
    release();
    await Promise.all(runs);
  });

  it('refuses queued work after the timeout', async () => {
    const turns = createFairShare({ concurrency: 1, waitMilliseconds: 1 });
    const { held, release } = holdable();
    const first = turns.run('a', () => held);
    await assert.rejects(
      turns.run('b', async () => 2),
      refusedFor('late'),
    );
    release();
    await first;
    assert.equal(await turns.run('b', async () => 3), 3);
  });
});

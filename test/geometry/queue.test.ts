import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createGeometry, GeometryBusy, GeometryFailure } from '../../src/engines/geometry/engine.ts';
import { at, box, buildVillage } from './generated-village.ts';

const candidates = buildVillage(3, 30, 20);
const input = { ring: at(box(-50, -50, 3000, 3000)), snap: true, candidates };

it('beyond the limit of the queue a call is refused at once, and the others still finish', async () => {
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

it('a cancelled call ends, whether it waits or runs, and the engine goes on', async () => {
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

it('a call out of time fails and does not take the next one with it', async () => {
  const geometry = createGeometry({ timeLimitMs: 1 });
  try {
    await assert.rejects(geometry.shapeBoundary(input), GeometryFailure);
    await assert.rejects(geometry.shapeBoundary(input), /longer than 1 ms/);
  } finally {
    await geometry.close();
  }
});

it('a worker grown beyond its limit is replaced without anybody noticing', async () => {
  const geometry = createGeometry({ memoryLimitBytes: 1 });
  try {
    const [first, second] = [await geometry.shapeBoundary(input), await geometry.shapeBoundary(input)];
    assert.deepEqual(first, second);
  } finally {
    await geometry.close();
  }
});

it('closing ends what runs and what waits, and nothing starts afterwards', async () => {
  const geometry = createGeometry();
  const calls = [geometry.shapeBoundary(input), geometry.shapeBoundary(input)];
  const ends = Promise.all(calls.map((call) => assert.rejects(call, GeometryFailure)));
  await geometry.close();
  await ends;
  await assert.rejects(geometry.shapeBoundary(input), GeometryFailure);
  await geometry.close();
});

it('an engine that was never used needs no closing to let the process end', () => {
  createGeometry();
});

it('takes turns: whoever asks for much is not before whoever asks for one thing', async () => {
  const geometry = createGeometry();
  try {
    const done: string[] = [];
    const ask = (share: string) => geometry.shapeBoundary(input, { share }).then(() => done.push(share));
    // On a busy machine some of the greedy one's are refused meanwhile, which is as it should be.
    const greedy = Promise.allSettled(Array.from({ length: 6 }, () => ask('greedy')));
    await ask('neighbour');
    await greedy;
    assert.ok(done.indexOf('neighbour') <= 2, `the neighbour was served after ${done.indexOf('neighbour')}`);
  } finally {
    await geometry.close();
  }
});

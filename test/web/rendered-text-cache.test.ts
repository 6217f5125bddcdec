import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRenderedTextCache } from '../../src/entry/web/server/rendered-text-cache.ts';

it('concurrent requests for one text render it once, and it is cached', async () => {
  const texts = createRenderedTextCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return 'text';
  };
  const opened = await Promise.all(Array.from({ length: 20 }, () => texts.getOrRender('a', make)));
  assert.deepEqual(new Set(opened), new Set(['text']));
  assert.equal(await texts.getOrRender('a', make), 'text');
  assert.equal(made, 1);
});

it('a failed rendering is not cached', async () => {
  const texts = createRenderedTextCache();
  const failing = () => Promise.reject(new Error('busy'));
  const opened = await Promise.allSettled([texts.getOrRender('a', failing), texts.getOrRender('a', failing)]);
  assert.deepEqual(
    opened.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await texts.getOrRender('a', async () => 'text'), 'text');
});

it('the cache of rendered texts evicts the least recently used one, and keeps no very large one', async () => {
  const texts = createRenderedTextCache(20);
  const made: string[] = [];
  const take = (key: string, length = 5) =>
    texts.getOrRender(key, async () => {
      made.push(key);
      return key.repeat(length);
    });
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b']) await take(key);
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'e', 'b']);
  await take('x', 6);
  await take('x', 6);
  assert.equal(made.filter((key) => key === 'x').length, 2);
});

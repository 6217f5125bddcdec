import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyLimits } from '../../src/entry/transport/body-limits.ts';
import { parseJsonBody } from '../../src/entry/transport/json-body.ts';

it('large bodies that arrive together are read in turns, and each is whole', async () => {
  const numbers = Array.from({ length: 40_000 }, (_, index) => index);
  const body = Buffer.from(JSON.stringify(numbers));
  const owners = ['one', 'one', 'two', 'three'];
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parsed = await Promise.all(
    owners.map((share) => parseJsonBody(body, bodyLimits.land, { share, isGone: () => false })),
  );
  isOver = true;
  for (const each of parsed) assert.deepEqual(each, numbers);
  // Each is decoded, looked through and built.
  assert.ok(rounds >= owners.length * 3, `${rounds} rounds of the loop`);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keepsSetback, requiredSetbackM } from '../../src/domain/rules/setbacks.ts';

it('a dwelling keeps another distance than the rest; exactly as far is far enough, and unknown is neither', () => {
  const required = { dwellingM: 3, otherM: 1 };
  assert.equal(requiredSetbackM('dwelling', required), 3);
  assert.equal(requiredSetbackM('garden_house', required), 1);
  assert.deepEqual(
    [3, 2.99, 0, null].map((distance) => keepsSetback(distance, 3)),
    [true, false, false, null],
  );
});

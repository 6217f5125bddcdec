import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSnowflakes, snowflakeTime } from '../../src/domain/kernel/snowflake.ts';

describe('snowflake identifiers', () => {
  it('are unique and strictly increasing however the clock behaves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 0, max: 1023 }),
        (steps, instance) => {
          let now = Date.UTC(2026, 10, 14);
          const ids = createSnowflakes(
            () => instance,
            () => now,
          );
          let last = 0n;
          for (const step of steps) {
            now += step;
            const id = BigInt(ids.next());
            assert.ok(id > last);
            assert.equal(Number((id >> 12n) & 1023n), instance);
            last = id;
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('continue past 4,096 in one millisecond', () => {
    const ids = createSnowflakes(
      () => 7,
      () => Date.UTC(2026, 0, 1),
    );
    const made = Array.from({ length: 20_000 }, () => ids.next());
    assert.equal(new Set(made).size, made.length);
    assert.ok(made.every((id, index) => index === 0 || BigInt(id) > BigInt(made[index - 1] as string)));
  });

  it('never collide between instances', () => {
    const clock = () => Date.UTC(2026, 0, 1);
    const made = Array.from({ length: 64 }, (_, instance) => createSnowflakes(() => instance, clock)).flatMap(
      (ids) => Array.from({ length: 200 }, () => ids.next()),
    );
    assert.equal(new Set(made).size, made.length);
  });

  it('contain their time and fit 63 bits for decades', () => {
    const at = Date.UTC(2090, 0, 1);
    const id = createSnowflakes(
      () => 1023,
      () => at,
    ).next();
    assert.equal(snowflakeTime(id).getTime(), at);
    assert.ok(BigInt(id) < 2n ** 63n);
  });

  it('refuse an instance number that does not fit', () => {
    assert.throws(() => createSnowflakes(() => 1024).next());
  });
});

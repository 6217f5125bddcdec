import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultRateLimits } from '../../src/config.ts';
import { createMemoryRateLimits, createRedisRateLimits } from '../../src/entry/transport/rate-limit.ts';

const url = process.env.REDIS_TEST_URL;

describe('rate limits of several instances', {
  skip: url === undefined && 'no REDIS_TEST_URL: the check script brings a real Redis',
}, () => {
  it('are shared through Redis', async () => {
    const limits = { ...defaultRateLimits, api_public: 10 };
    const fail = { away: (error: Error) => assert.fail(error), back() {} };
    const instances = [
      await createRedisRateLimits(url as string, limits, fail),
      await createRedisRateLimits(url as string, limits, fail),
    ];
    const key = `test-${process.pid}-${Math.random()}`;
    try {
      await Promise.all(instances.map((instance) => instance.ready()));
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, index) => instances[index % 2]?.consume('api_public', key)),
      );
      assert.equal(taken.filter((rateLimit) => rateLimit?.exceeded).length, 20);
      assert.ok(
        taken.every(
          (rateLimit) =>
            rateLimit !== undefined && rateLimit.limit === 10 && rateLimit.reset > 0 && rateLimit.reset <= 60,
        ),
      );
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
    }
  });
});

describe('rate limits when Redis is unavailable', () => {
  it('fall back to memory instead of refusing everybody, and report the outage once', async () => {
    const told: string[] = [];
    const rateLimits = await createRedisRateLimits(
      'redis://127.0.0.1:1',
      { ...defaultRateLimits, api_public: 2 },
      { away: () => told.push('away'), back: () => told.push('back') },
    );
    try {
      const taken = [
        await rateLimits.consume('api_public', 'x'),
        await rateLimits.consume('api_public', 'x'),
        await rateLimits.consume('api_public', 'x'),
      ];
      assert.deepEqual(
        taken.map((rateLimit) => rateLimit.exceeded),
        [false, false, true],
      );
      assert.deepEqual(told, ['away']);
    } finally {
      await rateLimits.close();
    }
  });
});

describe('rate limits in memory', () => {
  it('start with the first request and end a minute later', async () => {
    let now = 1_000_000;
    const rateLimits = createMemoryRateLimits({ ...defaultRateLimits, mcp_public: 1 }, () => now);
    assert.equal((await rateLimits.consume('mcp_public', 'a')).exceeded, false);
    now += 59_999;
    assert.equal((await rateLimits.consume('mcp_public', 'a')).exceeded, true);
    assert.equal((await rateLimits.consume('mcp_public', 'b')).exceeded, false, 'each key has its own');
    now += 1;
    assert.equal((await rateLimits.consume('mcp_public', 'a')).exceeded, false);
    await rateLimits.close();
  });
});

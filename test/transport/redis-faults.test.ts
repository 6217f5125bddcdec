import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultRateLimits } from '../../src/config.ts';
import { createRedisRateLimits } from '../../src/entry/transport/rate-limit.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type RedisFault, startFakeRedis } from './fake-redis.ts';

const limit = 3;
const keyOf = (key: string) => `settlements:budget:api_public:${key}`;

const evalFaults: readonly RedisFault[] = [
  'drop',
  'lost',
  'half',
  'hang',
  '-ERR a fault of the test',
  '-READONLY a replica',
];
const faults = [
  ...evalFaults.map((fault) => ({ command: 'EVAL', fault })),
  ...(['drop', 'hang', '-LOADING a fault of the test'] as const).map((fault) => ({ command: 'INFO', fault })),
];

/** Each with a server of its own: after a failure it is left alone for a second. */
describe('a Redis that fails at a command', { concurrency: true }, () => {
  for (const { command, fault } of faults)
    it(`with ${fault} at ${command}: requests are counted in memory, that is told once, and Redis counts again when it is well`, async () => {
      const redis = await startFakeRedis();
      const told: string[] = [];
      const limits = await createRedisRateLimits(
        redis.url,
        { ...defaultRateLimits, api_public: limit },
        { away: () => told.push('away'), back: () => told.push('back') },
      );
      const consume = (key: string) => limits.consume('api_public', key);
      const consumeUntil = (what: string, count: number) =>
        waitUntil(what, async () => {
          await consume('another');
          return told.length >= count;
        });
      try {
        await limits.ready();
        assert.equal((await consume('one')).remaining, limit - 1);
        redis.fault = { command, fault };
        // What greets is asked of a new connection.
        if (command === 'INFO') redis.breakOff();
        await consumeUntil('it is away', 1);
        const inMemory = [
          await consume('one'),
          await consume('one'),
          await consume('one'),
          await consume('one'),
        ];
        assert.deepEqual(
          inMemory.map(({ exceeded }) => exceeded),
          [false, false, false, true],
          'nobody is refused sooner, and nobody is let through for ever',
        );
        assert.deepEqual(told, ['away']);
        redis.fault = undefined;
        await consumeUntil('it is back', 2);
        assert.deepEqual(told, ['away', 'back']);
        const counted = redis.counts.get(keyOf('one')) ?? 0;
        const { remaining } = await consume('one');
        assert.equal(remaining, Math.max(0, limit - counted - 1), 'Redis goes on counting');
      } finally {
        await limits.close();
        await waitUntil('no connection is left', () => redis.countConnections() === 0);
        await redis.close();
      }
    });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { SecretUnreadable } from '../../src/base/encryption/secret-box.ts';
import { backoffDelay, connectionBackoff } from '../../src/engines/devices/backoff.ts';
import { deviceReasons, toDeviceFailure } from '../../src/engines/devices/failure.ts';
import { createByteRateLimit } from '../../src/engines/devices/limits.ts';
import { OutboundRefusal } from '../../src/engines/outbound/guard.ts';

it('every failure reason has an English and a Russian text', () => {
  for (const [reason, text] of Object.entries(deviceReasons)) {
    assert.match(text.en, /^[A-Z][\x20-\x7e]+[.?]$/, reason);
    assert.match(text.ru, /^[А-ЯЁ].*[.?]$/, reason);
  }
});

it('toFailure maps errors to reasons and hides internal details', () => {
  assert.equal(toDeviceFailure(new OutboundRefusal('timed_out')).reason, 'timed_out');
  assert.equal(toDeviceFailure(new SecretUnreadable()).reason, 'secret_unreadable');
  const inner = toDeviceFailure(new Error('connect ECONNREFUSED 10.0.0.5:5432 planted'));
  assert.equal(inner.reason, 'internal');
  assert.doesNotMatch(JSON.stringify([inner, inner.message, inner.stack]), /planted|10\.0/);
});

it('backoff doubles, has jitter over half of the delay, and stays below its maximum', () => {
  assert.equal(backoffDelay(0, 0.5), 0);
  assert.deepEqual(
    [1, 2, 3, 8, 1000].map((failures) => backoffDelay(failures, 0)),
    [15_000, 30_000, 60_000, 1_800_000, 1_800_000],
  );
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.nat(10_000), chance, (failures, random) => {
      const delay = backoffDelay(failures + 1, random);
      assert.ok(delay >= connectionBackoff.baseMs / 2 && delay <= connectionBackoff.maxMs);
      assert.ok(delay >= backoffDelay(failures + 1, 0) && delay <= 2 * backoffDelay(failures + 1, 0));
    }),
    { numRuns: 200 },
  );
});

it('the byte budget allows a burst and refuses a flood', () => {
  let time = 0;
  const spend = createByteRateLimit(() => time, 1000, 100);
  assert.ok(spend(1000));
  assert.ok(!spend(1));
  time += 1000;
  assert.ok(spend(99));
});

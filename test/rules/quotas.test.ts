import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { checkQuota, defaultQuotas, refuseOverQuota } from '../../src/domain/rules/quotas.ts';

it('the last that fits is allowed, the next one is not', () => {
  assert.equal(checkQuota('tokens', 49, 50), true);
  const refused = checkQuota('tokens', 50, 50);
  assert.ok(refused !== true);
  assert.match(refused.en, /^You have 50 access keys; the limit is 50\./);
});

it('a file is counted by its size', () => {
  const { file_bytes: limit } = defaultQuotas;
  assert.equal(checkQuota('file_bytes', limit - 1000, limit, 1000), true);
  const refused = checkQuota('file_bytes', limit - 1000, limit, 1001);
  assert.ok(refused !== true);
  assert.match(refused.en, /take up 2.GB of 2.GB/);
});

it('a refusal names the field', () => {
  refuseOverQuota('body', 'drafts', 199, defaultQuotas);
  assert.throws(
    () => refuseOverQuota('body', 'drafts', 200, defaultQuotas),
    (error: unknown) =>
      error instanceof Refusal && error.kind === 'invalid' && error.fields?.body !== undefined,
  );
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { createSecretBox, Secret, SecretUnreadable } from '../../src/base/encryption/secret-box.ts';

const oldKey = 'an old master key of the operator';
const newKey = 'a new master key of the operator';
const planted = 'planted-secret';

it('a sealed secret opens for its own connection only', () => {
  const box = createSecretBox(newKey);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat().map(String), (value, id) => {
      const envelope = box.seal(new Secret(value), id);
      assert.equal(box.open(envelope, id).reveal(), value);
      assert.throws(() => box.open(envelope, `${id}0`), SecretUnreadable);
    }),
    { numRuns: 100 },
  );
});

it('a modified, truncated or malformed envelope does not open', () => {
  const box = createSecretBox(newKey);
  const envelope = box.seal(new Secret(planted), '1');
  const [version, keyId, data = ''] = envelope.split('.');
  const bytes = Buffer.from(data, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const bent = Buffer.from(bytes);
    bent[index] = (bent[index] as number) ^ 1;
    assert.throws(() => box.open(`${version}.${keyId}.${bent.toString('base64url')}`, '1'), SecretUnreadable);
  }
  const wrong = [
    '',
    'v1',
    'v1..',
    `v2.${keyId}.${data}`,
    `v1.000000000000.${data}`,
    `${envelope}.x`,
    'v1.x.AAAA',
  ];
  for (const text of wrong) assert.throws(() => box.open(text, '1'), SecretUnreadable, text);
  const short = `${version}.${keyId}.${bytes.subarray(0, -1).toString('base64url')}`;
  assert.throws(() => box.open(short, '1'), SecretUnreadable);
});

it('key rotation: a former key opens, reseal moves to the current key', () => {
  const envelope = createSecretBox(oldKey).seal(new Secret(planted), '7');
  const rotating = createSecretBox(newKey, [oldKey]);
  assert.equal(rotating.open(envelope, '7').reveal(), planted);
  const moved = rotating.reseal(envelope, '7');
  assert.ok(moved);
  assert.match(moved, new RegExp(`^v1\\.${rotating.keyId}\\.`));
  assert.equal(rotating.reseal(moved, '7'), null);
  assert.equal(createSecretBox(newKey).open(moved, '7').reveal(), planted);
  assert.throws(() => createSecretBox(newKey).open(envelope, '7'), SecretUnreadable);
});

it('sealing is randomized, and secrets and keys never appear in output', () => {
  const box = createSecretBox(newKey);
  const secret = new Secret(planted);
  const one = box.seal(secret, '1');
  assert.notEqual(one, box.seal(secret, '1'));
  const shown = [
    one,
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }),
    format('%o', secret),
  ];
  for (const text of shown) assert.doesNotMatch(text, /planted|master/);
  assert.throws(
    () => createSecretBox('planted'),
    (error: Error) => !/planted/.test(error.message),
  );
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  createUploadToken,
  hashUploadToken,
  roundExpiry,
  signMediaUrl,
  verifyMediaUrl,
} from '../../src/engines/media/signed-url.ts';

const key = randomBytes(32);
const now = new Date('2026-03-01T10:20:30Z');
const expiresAt = roundExpiry(now);
const address = { mediaId: '7012345678901234567', rendition: 'thumb', expiresAt };
const token = signMediaUrl(address, key);
const presented = { mediaId: address.mediaId, rendition: address.rendition, token };

it('a signed URL is valid until it expires', () => {
  assert.deepEqual(verifyMediaUrl(presented, key, now), { expiresAt, visibility: undefined });
  assert.ok(verifyMediaUrl(presented, key, new Date(expiresAt.getTime() - 1)));
  assert.equal(verifyMediaUrl(presented, key, expiresAt), undefined);
});

it('a signed URL stays the same within an hour and is valid for at least one', () => {
  fc.assert(
    fc.property(fc.nat(3_599_999), (later) => {
      const start = Date.parse('2026-03-01T10:00:00.001Z');
      const end = roundExpiry(new Date(start + Math.min(later, 3_599_998)));
      assert.deepEqual(end, new Date('2026-03-01T12:00:00Z'));
    }),
    { numRuns: 50 },
  );
  assert.deepEqual(roundExpiry(new Date('2026-03-01T10:00:00Z')), new Date('2026-03-01T11:00:00Z'));
});

it('a signed URL is bound to one picture, one rendition and one key', () => {
  assert.equal(verifyMediaUrl({ ...presented, mediaId: '7012345678901234568' }, key, now), undefined);
  assert.equal(verifyMediaUrl({ ...presented, rendition: 'original' }, key, now), undefined);
  assert.equal(verifyMediaUrl(presented, randomBytes(32), now), undefined);
  const split = signMediaUrl({ mediaId: 'a","b', rendition: 'c', expiresAt }, key);
  assert.equal(verifyMediaUrl({ mediaId: 'a', rendition: 'b","c', token: split }, key, now), undefined);
  assert.throws(() => signMediaUrl(address, randomBytes(16)), TypeError);
});

it('a signed URL is bound to the visibility that it names', () => {
  const bound = signMediaUrl({ ...address, visibility: 'residents' }, key);
  const read = (altered: string) => verifyMediaUrl({ ...presented, token: altered }, key, now);
  assert.deepEqual(read(bound), { expiresAt, visibility: 'residents' });
  assert.equal(read(bound.replace('.residents', '.private')), undefined);
  assert.equal(read(bound.replace('.residents', '')), undefined);
});

it('a signed URL is invalid after a change of any character', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=';
  for (let at = 0; at < token.length; at += 1) {
    for (const character of alphabet) {
      if (character === token[at]) continue;
      const altered = token.slice(0, at) + character + token.slice(at + 1);
      assert.equal(verifyMediaUrl({ ...presented, token: altered }, key, now), undefined, altered);
    }
  }
  for (const odd of [
    '',
    '.',
    `0${token}`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    `1e12${token.slice(10)}`,
  ]) {
    assert.equal(verifyMediaUrl({ ...presented, token: odd }, key, now), undefined);
  }
});

it('upload tokens have 256 bits, differ, and are stored only as hashes', () => {
  const made = Array.from({ length: 100 }, createUploadToken);
  assert.equal(new Set(made.map((one) => one.token)).size, 100);
  for (const one of made) {
    assert.equal(Buffer.from(one.token, 'base64url').length, 32);
    assert.equal(hashUploadToken(one.token), one.tokenSha256);
    assert.equal(one.tokenSha256, createHash('sha256').update(one.token).digest('hex'));
  }
  for (const bad of ['', 'x', `${made[0]?.token}x`, '../'.repeat(20)])
    assert.equal(hashUploadToken(bad), undefined);
});

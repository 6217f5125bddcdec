import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maxFormFields, parseUrlencoded } from '../../src/entry/transport/urlencoded.ts';

describe('form fields', () => {
  it('are parsed as the URL standard does', () => {
    const piece = fc.constantFrom(
      ...['+', '%', '%4', '%41', '%ff', '%D0%B0', '&', '=', 'a', '%2B', '%zz', '%F0%9F', ' ', ';'],
    );
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (body) => {
        assert.deepEqual([...(parseUrlencoded(Buffer.from(body)) ?? [])], [...new URLSearchParams(body)]);
      }),
    );
  });

  it('are refused when there are too many', () => {
    assert.equal(parseUrlencoded(Buffer.from('a=1&'.repeat(maxFormFields)))?.size, maxFormFields);
    assert.equal(parseUrlencoded(Buffer.from('a=1&'.repeat(maxFormFields + 1))), null);
  });
});

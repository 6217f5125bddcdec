import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maxFormFields, parseLongUrlencoded, parseUrlencoded } from '../../src/entry/transport/urlencoded.ts';

const owner = { share: 'somebody', isGone: () => false };

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

  it('of a long form are the same, wherever a step ends', async () => {
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const body = `${'x'.repeat(shift)}=${'%D0%B0+'.repeat(60_000)}&b=${'%'.repeat(1000)}&c`;
      const form = await parseLongUrlencoded(Buffer.from(body), owner);
      assert.deepEqual([...(form ?? [])], [...new URLSearchParams(body)], `${shift}`);
    }
    let others = 0;
    const counting = setInterval(() => (others += 1), 0);
    await parseLongUrlencoded(Buffer.from(`a=${'+'.repeat(2_000_000)}`), owner);
    clearInterval(counting);
    assert.ok(others > 0, 'others run in between');
    assert.equal(await parseLongUrlencoded(Buffer.from('a=1&'.repeat(200_000)), owner), null);
  });

  it('are refused when there are too many', () => {
    assert.equal(parseUrlencoded(Buffer.from('a=1&'.repeat(maxFormFields)))?.size, maxFormFields);
    assert.equal(parseUrlencoded(Buffer.from('a=1&'.repeat(maxFormFields + 1))), null);
  });
});

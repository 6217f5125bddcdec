import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../src/transport/lossless-json.ts';

describe('lossless JSON', () => {
  it('keeps long integers to the last digit', () => {
    assert.deepEqual(parseJson('{"subject_id":9007199254740993,"x":[-12345678901234567890]}'), {
      subject_id: 9007199254740993n,
      x: [-12345678901234567890n],
    });
  });

  it('leaves everything else to JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const source = JSON.stringify(value);
        if (!/\d{16}/.test(source)) assert.deepEqual(parseJson(source), JSON.parse(source));
      }),
    );
    const tricky =
      '{"a":"9007199254740993","b\\"9007199254740993":1.2345678901234567,"c":1e400,"d":0.12345678901234567890,"e":12345678901234567890.5}';
    assert.deepEqual(parseJson(tricky), JSON.parse(tricky));
  });

  it('refuses what JSON refuses', () => {
    for (const bad of [
      '01234567890123456789',
      '{"a":12345678901234567890',
      '"\\x12345678901234567890"',
      '12345678901234567890 1',
      '+12345678901234567890',
    ]) {
      assert.throws(() => parseJson(bad), bad);
    }
  });

  it('cannot be tricked into a number by a string', () => {
    const value = parseJson('{"a":"x:12345678901234567890","b":12345678901234567890}') as {
      a: unknown;
      b: unknown;
    };
    assert.equal(typeof value.a, 'string');
    assert.equal(typeof value.b, 'bigint');
  });

  it('stays linear on hostile input', () => {
    const source = `["${'\\"'.repeat(200_000)}",${'9'.repeat(200_000)}]`;
    assert.equal(Array.isArray(parseJson(source)), true);
  });
});

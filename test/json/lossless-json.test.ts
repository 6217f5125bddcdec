import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { JsonTooComplex } from '../../src/base/json/json-scan.ts';
import { parseJson as parse, parsePlainJson } from '../../src/base/json/lossless-json.ts';

const parseJson = (source: string, depth = 32, values = 10_000, names = 4) =>
  parse(source, { depth, values, objects: 100, names });

describe('lossless JSON', () => {
  it('parses integers of 16 to 19 digits as bigint', () => {
    assert.deepEqual(
      parseJson('{"subject_id":9007199254740993,"x":[-1234567890123456789, 1234567890123456]}'),
      {
        subject_id: 9007199254740993n,
        x: [-1234567890123456789n, 1234567890123456n],
      },
    );
  });

  it('equals JSON.parse for everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const source = JSON.stringify(value);
        if (!/\d{16}/.test(source)) assert.deepEqual(parseJson(source, 32, 10_000, 1000), JSON.parse(source));
      }),
    );
    const tricky =
      '{"a":"9007199254740993","b\\"9007199254740993":1.2345678901234567,"c":1e400,"d":0.12345678901234567890,"e":12345678901234567890.5}';
    assert.deepEqual(parseJson(tricky, 32, 10_000, 5), JSON.parse(tricky));
  });

  it('throws on invalid JSON', () => {
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

  it('a string that looks like a marked integer stays a string', () => {
    const value = parseJson('{"a":"x:1234567890123456789","b":1234567890123456789}') as {
      a: unknown;
      b: unknown;
    };
    assert.equal(typeof value.a, 'string');
    assert.equal(typeof value.b, 'bigint');
  });

  it('parses integers of more than 19 digits as number', () => {
    assert.equal(typeof parseJson('12345678901234567890'), 'number');
    assert.equal(parseJson('9'.repeat(400)), Number.POSITIVE_INFINITY);
  });

  it('throws JsonTooComplex for depth and number of values before parsing', () => {
    assert.equal((parseJson(`${'['.repeat(32)}${']'.repeat(32)}`) as []).length, 1);
    assert.throws(() => parseJson(`${'['.repeat(33)}${']'.repeat(33)}`), new JsonTooComplex('depth'));
    assert.throws(() => parseJson('{"a":'.repeat(1_000_000)), new JsonTooComplex('depth'));
    assert.equal((parseJson(`[${'1,'.repeat(9_997)}1]`) as []).length, 9_998);
    assert.throws(() => parseJson(`[${'1,'.repeat(10_000)}1]`), new JsonTooComplex('values'));
    assert.equal(parseJson('"[[[[,,,,{{{{"', 1, 2), '[[[[,,,,{{{{');
  });

  it('throws JsonTooComplex for the number of objects', () => {
    assert.equal((parseJson(`[${'{},'.repeat(99)}{}]`) as []).length, 100);
    assert.throws(() => parseJson(`[${'{},'.repeat(100)}{}]`), new JsonTooComplex('objects'));
    assert.equal(parseJson('"{{{{{"'), '{{{{{');
  });

  it('throws JsonTooComplex for distinct names of fields, wherever they stand', () => {
    assert.deepEqual(parseJson('{"a":{"b":[{"c":1,"d":"e"}]}}'), { a: { b: [{ c: 1, d: 'e' }] } });
    assert.deepEqual(parseJson('["a","b","c","d","e",{"a" \n: "x:"}]'), [
      'a',
      'b',
      'c',
      'd',
      'e',
      { a: 'x:' },
    ]);
    for (const source of ['{"a":1,"b":1,"c":1,"d":1,"e":1}', '[{"a":1,"b":1},{"c":{"d" :1,"e"\t:1}}]'])
      assert.throws(() => parseJson(source), new JsonTooComplex('names'));
  });

  it('throws JsonTooComplex for the same names in ever different orders', () => {
    const orders = (names: readonly string[]): string[][] =>
      names.length === 0
        ? [[]]
        : names.flatMap((first) =>
            orders(names.filter((name) => name !== first)).map((rest) => [first, ...rest]),
          );
    const all = orders(['a', 'b', 'c', 'd', 'e']);
    const write = (order: readonly string[]) => `{${order.map((name) => `"${name}":1`).join(',')}}`;
    const parseList = (of: readonly string[][]) =>
      parseJson(`[${of.map(write)}]`, 32, 10_000, 5) as unknown[];
    assert.equal(all.length, 120);
    assert.equal(parseList(all.slice(0, 4)).length, 4);
    assert.equal(parseList(Array(90).fill(all[0])).length, 90);
    assert.throws(() => parseList(all.slice(0, 100)), new JsonTooComplex('names'));
  });

  it('a long integer where JSON permits no value makes the document no more valid', () => {
    const long = '1234567890123456789';
    for (const bad of [
      `{${long}:1}`,
      `{"a":1,${long}}`,
      `[1 ${long}]`,
      `"a"${long}`,
      `[0${long.slice(1)}]`,
      `[--${long}]`,
      `[${long}-]`,
      `{"a"${long}}`,
    ])
      assert.throws(() => parseJson(bad), SyntaxError, bad);
    const inherited = parseJson(`{"__proto__":[ -${long} , {"a":${long}\n}]}`) as object;
    assert.deepEqual(Object.entries(inherited), [['__proto__', [-BigInt(long), { a: BigInt(long) }]]]);
  });

  it('plain parsing has the same limits and keeps numbers', () => {
    const limits = { depth: 2, values: 10, objects: 10, names: 10 };
    assert.deepEqual(parsePlainJson('{"a":[9007199254740993]}', limits), { a: [9007199254740992] });
    assert.throws(() => parsePlainJson('[[[]]]', limits), new JsonTooComplex('depth'));
    assert.throws(() => parsePlainJson(`[${'1,'.repeat(20)}1]`, limits), new JsonTooComplex('values'));
    assert.throws(() => parsePlainJson('[', limits), SyntaxError);
  });

  /** Inputs on which a backtracking parser takes minutes. */
  it('is linear on hostile input', () => {
    const source = `["${'\\"'.repeat(2_000_000)}",${'9'.repeat(2_000_000)}]`;
    assert.equal(Array.isArray(parseJson(source)), true);
    for (const unclosed of [
      `1234567890123456"${'\\"'.repeat(2_000_000)}`,
      `1234567890123456"${'\\'.repeat(2_000_001)}`,
      `[1234567890123456,"${'\\'.repeat(2_000_000)}"x`,
      `${'1234567890123456'.repeat(250_000)}x`,
    ])
      assert.throws(() => parseJson(unclosed), SyntaxError);
  });
});

import type { Random } from './seeded-random.ts';

/** JSON that no JavaScript value represents: huge numbers, lone surrogates, repeated names. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON.stringify that writes `RawJson` as it is and keeps `__proto__` as an ordinary name. */
export function toJsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${toJsonText(inner)}`)
    .join(',')}}`;
}

/** Names that every JavaScript object inherits. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'prototype',
  'then',
  'toJSON',
] as const;

/** Must never appear unescaped in a page. */
export const hostileMarkup = '<img src=x onerror=hostile()>';

const nested = (depth: number) => new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const nestedObjects = (depth: number) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

/** Texts for paths, query strings, forms or bodies. None looks like something a response must not reveal. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-0',
  '-1',
  '0',
  '1e308',
  '1e999',
  '0x10',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '9'.repeat(400),
  '0000000000000000001',
  'a\u0000b',
  '\u0000',
  'a\ud800b',
  '\udc00',
  '\u202e\u2066right to left',
  '\ufeff',
  'e\u0301'.repeat(60),
  'ﷺ'.repeat(40),
  '\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67',
  '\r\nSet-Cookie: a=b',
  'a\u2028b',
  'x'.repeat(5000),
  'я'.repeat(3000),
  '%',
  '%00',
  '_%_%',
  '\\',
  '\\u0000',
  "' or 1=1 --",
  "'); drop table account; --",
  '1 union all values (1)',
  '$1',
  '{1,2}',
  '{"a":1}',
  '[]',
  hostileMarkup,
  '"><svg/onload=hostile()>',
  'javascript:hostile()',
  '[a](javascript:hostile())',
  '../../etc/passwd',
  '..%2f..%2f',
  '//evil.example/',
  '/\\evil.example',
  '*',
  ':* & | !',
  '((((((((((((((((((((((((((((((',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-01-01T24:00:00+00:00',
  '2026-01-01T00:00:00+99:99',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'f________________________________________',
  '=?base64?AA?=',
  '+79991234567',
  'https://user:word@example.org:99999/',
  ...prototypeNames,
];

/** JSON values other than texts. */
const hostileJson: readonly unknown[] = [
  null,
  true,
  false,
  0,
  new RawJson('-0'),
  -1,
  0.1,
  12.5,
  1e308,
  new RawJson('1e999'),
  new RawJson('-1e999'),
  new RawJson('1e-999'),
  new RawJson('9007199254740993'),
  new RawJson('9223372036854775808'),
  new RawJson('18446744073709551616'),
  new RawJson('-9223372036854775809'),
  new RawJson('9'.repeat(400)),
  new RawJson('"\\ud800"'),
  new RawJson('"\\udc00\\ud800"'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson('{"__proto__":{"is_verified":true}}'),
  new RawJson('{"constructor":{"prototype":{"x":1}}}'),
  new RawJson('{"toString":1,"valueOf":null,"toJSON":1}'),
  {},
  [],
  [[]],
  [null],
  [{}],
  { length: 1e9 },
  { type: 'Polygon', coordinates: [[[1e308, 1e308]]] },
  { type: 'Point', coordinates: [null, 'x'] },
  { type: 'Polygon', coordinates: [] },
  Array.from({ length: 300 }, (_, index) => index),
  Array.from({ length: 300 }, () => 'a'),
  nested(40),
  nested(5000),
  nestedObjects(40),
  nestedObjects(5000),
];

export function pickHostileText(random: Random): string {
  return random.pick(hostileTexts);
}

export function pickHostileJson(random: Random): unknown {
  return random.chance(0.6) ? pickHostileText(random) : random.pick(hostileJson);
}

/** Percent-encoding that also encodes lone surrogates, as three bytes that are invalid UTF-8. */
export function encodeText(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) as number;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16).toUpperCase()}%${(0x80 | (code & 0x3f)).toString(16).toUpperCase()}`;
    })
    .join('');
}

/** Writes one character in an unusual way; some results are no valid URLs. */
export function spellOddly(path: string, random: Random): string {
  // The first slash stays: without it the request line is invalid.
  const at = 1 + random.below(path.length);
  const character = path[at] ?? '';
  const odd = random.pick([
    '%',
    '%ff',
    '%00',
    '%2e%2e%2f',
    '%C0%AF',
    '%ED%A0%80',
    '%25',
    '%u0041',
    '//',
    '/./',
    '/../',
    ';',
    ';a=b',
    `%${(character.charCodeAt(0) || 0x41).toString(16)}`,
    '%2F',
    '%0d%0a',
    '+',
    '%20',
    '.json',
    '?',
    '??a[b]=c&a[]=d&&=&e',
    '#',
  ]);
  return `${path.slice(0, at)}${odd}${path.slice(at + 1)}`.replaceAll('#', '%23');
}

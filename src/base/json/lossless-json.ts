import { randomUUID } from 'node:crypto';

/** What a document may hold, so that reading it costs no more than its length. */
export interface JsonLimits {
  depth: number;
  values: number;
}

export type JsonExcess = 'depth' | 'values';

/** The document may be JSON, but is deeper or holds more than it may. */
export class JsonTooComplex extends Error {
  readonly excess: JsonExcess;

  constructor(excess: JsonExcess) {
    super(`The document exceeds its limit of ${excess}.`);
    this.excess = excess;
  }
}

/** Any process-private word: a stranger cannot write a string that reads as one of our marks. */
const mark = `${randomUUID()}:`;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Sixteen digits may be more than a double holds; more than nineteen are no identifier, and validation refuses them. */
const shortestLong = 16;
const longestLong = 19;

/**
 * JSON.parse for documents from strangers. One pass over the text refuses depth and number of values before anything is
 * built; integers of 16 to 19 digits come as bigint, to the last digit, and are looked for only in text that the plain
 * parser has accepted. Each step looks at every character a bounded number of times.
 */
export function parseJson(source: string, limits: JsonLimits): unknown {
  const hasLongIntegers = scan(source, limits);
  const plain = JSON.parse(source) as unknown;
  if (!hasLongIntegers) return plain;
  return JSON.parse(markLongIntegers(source), (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** The same bounds where no identifier is awaited as a number: every number is one, as JSON.parse has it. */
export function readPlainJson(source: string, limits: JsonLimits): unknown {
  scan(source, limits);
  return JSON.parse(source);
}

/** Refuses what is too much; tells whether there are long runs of digits outside strings. */
function scan(source: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  let digits = 0;
  let hasLong = false;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      if (digits === shortestLong) hasLong = true;
      continue;
    }
    digits = 0;
    if (code === quote) {
      at = endOfString(source, at);
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) throw new JsonTooComplex('depth');
      if (values > limits.values) throw new JsonTooComplex('values');
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
    } else if (code === comma) {
      values += 1;
      if (values > limits.values) throw new JsonTooComplex('values');
    }
  }
  return hasLong;
}

/** Where the string that begins here ends; the end of the text where it never does. */
function endOfString(source: string, start: number): number {
  for (let at = start + 1; ; ) {
    const end = source.indexOf('"', at);
    if (end === -1) return source.length;
    let first = end;
    while (first > at && source.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
    at = end + 1;
  }
}

/** A dot, a sign or the letter of an exponent. */
function continues(code: number): boolean {
  return code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === minus;
}

/** The same document with its long integers as marked strings. The text is known to be JSON. */
function markLongIntegers(source: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === quote) {
      at = endOfString(source, at);
      continue;
    }
    if (code !== minus && !isDigit(code)) continue;
    const start = at;
    at += 1;
    while (isDigit(source.charCodeAt(at))) at += 1;
    const length = at - start - (code === minus ? 1 : 0);
    const isWhole = !continues(source.charCodeAt(at));
    if (isWhole && length >= shortestLong && length <= longestLong) {
      pieces.push(source.slice(copied, start), `"${mark}${source.slice(start, at)}"`);
      copied = at;
    }
    // A fraction and an exponent belong to the number that was passed.
    while (continues(source.charCodeAt(at)) || isDigit(source.charCodeAt(at))) at += 1;
    at -= 1;
  }
  pieces.push(source.slice(copied));
  return pieces.join('');
}

import { randomUUID } from 'node:crypto';

/** Limits that keep parsing linear in the length of the document. */
export interface JsonLimits {
  depth: number;
  values: number;
}

export type JsonExcess = 'depth' | 'values';

/** The document exceeds the depth or the number of values. */
export class JsonTooComplex extends Error {
  readonly excess: JsonExcess;

  constructor(excess: JsonExcess) {
    super(`The document exceeds its limit of ${excess}.`);
    this.excess = excess;
  }
}

/** Random per process, so that input cannot forge the marker. */
const bigintMarker = `${randomUUID()}:`;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Integers of 16 digits may exceed a double; more than 19 digits are not an id and are rejected by validation. */
const minLongDigits = 16;
const maxLongDigits = 19;

/**
 * JSON.parse for untrusted input. Checks depth and number of values before parsing; integers of 16 to 19 digits
 * become bigint. Runs in linear time.
 */
export function parseJson(source: string, limits: JsonLimits): unknown {
  const hasLongIntegers = checkLimits(source, limits);
  const plain = JSON.parse(source) as unknown;
  if (!hasLongIntegers) return plain;
  return JSON.parse(markLongIntegers(source), (_, value) =>
    typeof value === 'string' && value.startsWith(bigintMarker)
      ? BigInt(value.slice(bigintMarker.length))
      : value,
  );
}

/** The same limits, with every number parsed as by JSON.parse. */
export function parsePlainJson(source: string, limits: JsonLimits): unknown {
  checkLimits(source, limits);
  return JSON.parse(source);
}

/** Enforces the limits; returns whether there are long digit runs outside strings. */
function checkLimits(source: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  let digits = 0;
  let hasLong = false;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      if (digits === minLongDigits) hasLong = true;
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

/** Index of the closing quote; the end of the text when it is missing. */
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

/** A dot, a sign or an exponent letter. */
function isNumberContinuation(code: number): boolean {
  return code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === minus;
}

/** Replaces long integers by marked strings. The text must be valid JSON. */
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
    const isWhole = !isNumberContinuation(source.charCodeAt(at));
    if (isWhole && length >= minLongDigits && length <= maxLongDigits) {
      pieces.push(source.slice(copied, start), `"${bigintMarker}${source.slice(start, at)}"`);
      copied = at;
    }
    // Skips the fraction and exponent of the number.
    while (isNumberContinuation(source.charCodeAt(at)) || isDigit(source.charCodeAt(at))) at += 1;
    at -= 1;
  }
  pieces.push(source.slice(copied));
  return pieces.join('');
}

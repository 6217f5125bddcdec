import { randomInt } from 'node:crypto';

/** Limits of a document that is parsed. What JSON.parse costs grows with each of them, not with the bytes alone. */
export interface JsonLimits {
  depth: number;
  /** Numbers, texts, lists and objects together. */
  values: number;
  objects: number;
  /** Distinct names of fields in the whole document: each new one costs as much as a hundred known ones. */
  names: number;
}

export type JsonExcess = 'depth' | 'values' | 'objects' | 'names';

/** The document exceeds one of its limits. */
export class JsonTooComplex extends Error {
  readonly excess: JsonExcess;

  constructor(excess: JsonExcess) {
    super(`The document exceeds its limit of ${excess}.`);
    this.excess = excess;
  }
}

/** Where an integer with more digits than a double holds starts and ends, in pairs. */
export type LongIntegers = readonly number[];

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const colon = 0x3a;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Integers of 16 digits may exceed a double; more than 19 digits are not an id and are rejected by validation. */
const minLongDigits = 16;
const maxLongDigits = 19;
/** Each is built twice, as a text and as a bigint. */
const maxLongIntegers = 25_000;

/**
 * The engine keeps a layout for every order of names it meets, and making one is what costs: the same names in ever
 * different orders are bounded like names.
 */
const layoutsPerName = 4;

/** Checks the limits in one pass before anything is built; finds the long integers. The text may be invalid JSON. */
export function scanJson(source: string, limits: JsonLimits): LongIntegers {
  const longIntegers: number[] = [];
  const names = new Map<string, number>();
  const layouts = new Set<number>();
  /** The layout of each open object so far; of a list it stays 0. */
  const open: number[] = [];
  let [values, objects] = [1, 0];
  /** The last character that is not blank. */
  let before = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (isBlank(code)) continue;
    if (code === quote) {
      const end = endOfString(source, at);
      const next = skipBlanks(source, end + 1);
      if (source.charCodeAt(next) === colon && open.length > 0) {
        const place = open.length - 1;
        const layout = extendLayout(open[place] as number, numberName(names, source.slice(at + 1, end)));
        open[place] = layout;
        layouts.add(layout);
        if (names.size > limits.names || layouts.size > limits.names * layoutsPerName)
          throw new JsonTooComplex('names');
      }
      at = next - 1;
    } else if (code === openBrace || code === openBracket) {
      open.push(0);
      values += 1;
      if (code === openBrace) objects += 1;
      if (open.length > limits.depth) throw new JsonTooComplex('depth');
      if (values > limits.values) throw new JsonTooComplex('values');
      if (objects > limits.objects) throw new JsonTooComplex('objects');
    } else if (code === closeBrace || code === closeBracket) {
      open.pop();
    } else if (code === comma) {
      values += 1;
      if (values > limits.values) throw new JsonTooComplex('values');
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(source, at);
      const next = skipBlanks(source, end);
      if (isLongInteger(source, at, end) && mayHoldValue(source, before, next)) {
        longIntegers.push(at, end);
        if (longIntegers.length > 2 * maxLongIntegers) throw new JsonTooComplex('values');
      }
      at = next - 1;
    }
    before = code;
  }
  return longIntegers;
}

function numberName(names: Map<string, number>, name: string): number {
  let number = names.get(name);
  if (number === undefined) {
    number = names.size + 1;
    names.set(name, number);
  }
  return number;
}

/** Odd, and random per process: nobody can choose orders of names that count as one. */
const layoutFactor = randomInt(0x0100_0000, 0x7fff_ffff) | 1;

/** A number for the order of names so far with this one behind. */
const extendLayout = (layout: number, name: number) => (Math.imul(layout, layoutFactor) ^ name) >>> 0;

function skipBlanks(source: string, start: number): number {
  let at = start;
  while (at < source.length && isBlank(source.charCodeAt(at))) at += 1;
  return at;
}

/** Index of the closing quote; the end of the text when it is missing. */
function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return source.length;
}

/** Digits, dots, signs and exponent letters. */
function endOfNumber(source: string, start: number): number {
  let at = start + 1;
  for (; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    const isPart = isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b;
    if (!isPart && code !== minus) break;
  }
  return at;
}

function isLongInteger(source: string, start: number, end: number): boolean {
  const first = source.charCodeAt(start) === minus ? start + 1 : start;
  const digits = end - first;
  if (digits < minLongDigits || digits > maxLongDigits || source.charCodeAt(first) === 0x30) return false;
  for (let at = first; at < end; at += 1) if (!isDigit(source.charCodeAt(at))) return false;
  return true;
}

/** Whether JSON permits a value between these: replacing it by a text must not make an invalid document valid. */
function mayHoldValue(source: string, before: number, after: number): boolean {
  if (before !== 0 && before !== colon && before !== comma && before !== openBracket) return false;
  const next = source.charCodeAt(after);
  return after >= source.length || next === comma || next === closeBracket || next === closeBrace;
}

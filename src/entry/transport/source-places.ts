import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Places in the sources for places in the bundle, for logged errors. Node's own support is off: it parses the whole map
 * of a file when the first stack is read, whether logged or not, which held the event loop for 200 ms and kept 50 MB.
 * Here a map stays text, with the state of its decoder at the start of every hundredth line.
 */
export function nameSourcePlaces(stack: string): string {
  return stack.replace(
    /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g,
    (place, url: string, line: string, column: string) =>
      readMap(url)?.find(Number(line) - 1, Number(column) - 1) ?? place,
  );
}

interface PlaceMap {
  find(line: number, column: number): string | undefined;
}

const maps = new Map<string, PlaceMap | undefined>();

function readMap(url: string): PlaceMap | undefined {
  if (!maps.has(url)) {
    try {
      maps.set(url, createPlaceMap(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
    } catch {
      // A file of a package, or a build without maps.
      maps.set(url, undefined);
    }
  }
  return maps.get(url);
}

const linesPerState = 100;

function createPlaceMap(json: string): PlaceMap {
  const { mappings, sources } = JSON.parse(json) as { mappings: string; sources: string[] };
  const bytes = Buffer.from(mappings, 'latin1');
  const states: Decoder[] = [{ at: 0, source: 0, line: 0, column: 0 }];
  for (let last = states[0] as Decoder; last.at < bytes.length; states.push(last))
    last = decode(bytes, last, linesPerState, -1).state;
  return {
    find(line, column) {
      const state = states[Math.floor(line / linesPerState)];
      const found = state && decode(bytes, state, (line % linesPerState) + 1, column).found;
      const path = found && sources[found.source]?.replace(/^(\.\.\/)+/, '');
      return found && path ? `${path}:${found.line + 1}:${found.column + 1}` : undefined;
    },
  };
}

/** Every number of a mapping is relative to the one before; generated columns begin anew with each line. */
interface Decoder {
  at: number;
  source: number;
  line: number;
  column: number;
}

const digits = new Int8Array(128);
for (const [value, letter] of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries())
  digits[letter] = value;
const [comma, semicolon] = [44, 59];

/**
 * Decodes so many lines (https://tc39.es/ecma426/). `found`: the last mapping of the last line that begins at the
 * column or before it.
 */
function decode(
  bytes: Buffer,
  from: Decoder,
  lines: number,
  upTo: number,
): { state: Decoder; found?: Decoder } {
  let { at, source, line, column } = from;
  let [left, generated, field, value, shift] = [lines, 0, 0, 0, 0];
  let found: Decoder | undefined;
  while (left > 0) {
    const letter = at < bytes.length ? (bytes[at] as number) : semicolon;
    at += 1;
    if (letter === comma || letter === semicolon) {
      if (left === 1 && field >= 4 && generated <= upTo) found = { at, source, line, column };
      field = 0;
      if (letter === semicolon) [left, generated] = [left - 1, 0];
      continue;
    }
    const digit = digits[letter] as number;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    const delta = value & 1 ? -(value >> 1) : value >> 1;
    if (field === 0) generated += delta;
    else if (field === 1) source += delta;
    else if (field === 2) line += delta;
    else if (field === 3) column += delta;
    field += 1;
    value = 0;
    shift = 0;
  }
  return { state: { at, source, line, column }, ...(found && { found }) };
}

import { randomBytes } from 'node:crypto';
import { type JsonLimits, type LongIntegers, scanJson } from './json-scan.ts';

/** Random per process, so that input cannot forge the marker. */
const bigintMarker = `${randomBytes(9).toString('base64url')}:`;

/**
 * JSON.parse for untrusted input. The limits are checked before anything is built; integers of 16 to 19 digits
 * become bigint. Runs in linear time.
 */
export function parseJson(source: string, limits: JsonLimits): unknown {
  const longIntegers = scanJson(source, limits);
  return parseScanned(source, longIntegers);
}

/** The second half of `parseJson`, for callers that let others run in between. */
export function parseScanned(source: string, longIntegers: LongIntegers): unknown {
  if (longIntegers.length === 0) return JSON.parse(source);
  return restoreLongIntegers(JSON.parse(markLongIntegers(source, longIntegers)));
}

/** The same limits, with every number parsed as by JSON.parse. */
export function parsePlainJson(source: string, limits: JsonLimits): unknown {
  scanJson(source, limits);
  return JSON.parse(source);
}

function markLongIntegers(source: string, places: LongIntegers): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at] as number, places[at + 1] as number];
    pieces.push(source.slice(copied, start), `"${bigintMarker}${source.slice(start, end)}"`);
    copied = end;
  }
  pieces.push(source.slice(copied));
  return pieces.join('');
}

/** In place: the document was built for this alone. As deep as the limit of its depth. */
function restoreLongIntegers(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(bigintMarker) ? BigInt(value.slice(bigintMarker.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = restoreLongIntegers(value[at]);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const before = fields[name];
    const after = restoreLongIntegers(before);
    // `__proto__` as a field of its own, as JSON.parse makes it, would not be set by an assignment.
    if (after !== before)
      Object.defineProperty(fields, name, {
        value: after,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return value;
}

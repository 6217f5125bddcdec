import type { Text } from '../../../base/i18n/text.ts';
import { jsonLimits } from '../../../base/json/json-limits.ts';
import { JsonTooComplex } from '../../../base/json/json-scan.ts';
import { parsePlainJson } from '../../../base/json/lossless-json.ts';
import { decodeText } from './decode-text.ts';
import type { Fields } from './feature-fields.ts';
import { limits } from './limits.ts';
import { inFeature, UnreadableFile } from './unreadable-file.ts';

/**
 * One entry of `features`, numbered from 1, or a row of a table, numbered as in the table; else the reason why it could
 * not be read, or why it is none.
 */
export type ParsedFeature =
  | { number: number; feature: { properties: unknown; geometry: unknown; id: unknown } }
  | { number: number; row: { fields: Fields; geometry: unknown } }
  | { number: number; fault: Text }
  | { number: number; leftOut: Text };

const maxDepth = jsonLimits.landFeature.depth;
const maxKeyLength = 64;

const tooLarge: Text = {
  en: `The feature is larger than ${limits.featureBytes / 1024 / 1024} MiB.`,
  ru: `Объект больше ${limits.featureBytes / 1024 / 1024} МиБ.`,
};
const tooMany: Text = {
  en: 'The feature holds more points than can be read at once.',
  ru: 'В объекте больше точек, чем можно прочитать за один раз.',
};
const notAFeature: Text = { en: 'This is not a GeoJSON feature.', ru: 'Это не объект GeoJSON (feature).' };
const notJson: Text = { en: 'The feature is not valid JSON.', ru: 'Объект записан не по правилам JSON.' };

const [quote, backslash, openObject, closeObject, openArray, closeArray, comma] = Array.from(
  Buffer.from('"\\{}[],'),
) as [number, number, number, number, number, number, number];
/** Bytes with structural meaning outside strings. */
const structural = new Uint8Array(256);
for (const byte of [quote, openObject, closeObject, openArray, closeArray, comma]) structural[byte] = 1;
const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** State of the incremental scan. */
interface Scan {
  depth: number;
  inString: boolean;
  escaped: boolean;
  begun: boolean;
  /** Last key of the outermost object, and its bytes while being read. */
  key: string;
  keyBytes: number[] | null;
  where: 'before' | 'features' | 'after';
  number: number;
  /** Current feature: its bytes of earlier chunks, and their number. */
  inEntry: boolean;
  pieces: Uint8Array[];
  held: number;
  onObject: (key: string) => void;
}

/**
 * Reads the features of a GeoJSON FeatureCollection as a stream, holding only the current one. A feature that is not
 * JSON gives a fault and reading goes on; a file that is truncated, nests too deep or has no `features` throws
 * UnreadableFile. `onObject` is called with the key of each object next to `features`.
 */
export async function* readGeoJsonFeatures(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onObject: (key: string) => void = () => {},
): AsyncGenerator<ParsedFeature> {
  const scan: Scan = {
    depth: 0,
    inString: false,
    escaped: false,
    begun: false,
    key: '',
    keyBytes: null,
    where: 'before',
    number: 0,
    inEntry: false,
    pieces: [],
    held: 0,
    onObject,
  };
  for await (const chunk of chunks) yield* scanChunk(scan, chunk);
  if (!scan.begun || (scan.depth === 0 && scan.where === 'before')) throw new UnreadableFile(notACollection);
  if (scan.depth > 0) throw new UnreadableFile(endsAfter(scan.number));
}

function scanChunk(scan: Scan, chunk: Uint8Array): ParsedFeature[] {
  const found: ParsedFeature[] = [];
  let { depth, inString, escaped, inEntry } = scan;
  let from = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] as number;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      if (scan.keyBytes !== null) readKey(scan, byte, inString);
      continue;
    }
    if (depth > 2 && structural[byte] === 0) continue;
    if (isBlank(byte)) continue;
    if (depth === 0) {
      depth = enterRoot(scan, byte);
      continue;
    }
    if (depth === 2 && scan.where === 'features') {
      const isEnd = byte === comma || byte === closeArray;
      if (inEntry && isEnd) {
        found.push(parseFeature(scan, chunk.subarray(from, at)));
        inEntry = false;
      } else if (!inEntry && !isEnd) {
        inEntry = true;
        from = at;
      }
    }
    if (byte === quote) {
      inString = true;
      if (depth === 1) scan.keyBytes = [];
    } else if (byte === openObject || byte === openArray) {
      depth += 1;
      if (depth > maxDepth) throw inFeature(tooDeep, scan.number + 1);
      if (depth === 2 && byte === openArray && scan.key === 'features' && scan.where === 'before')
        scan.where = 'features';
      else if (depth === 2 && byte === openObject) scan.onObject(scan.key);
    } else if (byte === closeObject || byte === closeArray) {
      depth -= 1;
      if (depth === 1 && scan.where === 'features') scan.where = 'after';
    } else if (byte === comma && depth === 1) scan.key = '';
  }
  if (inEntry) {
    scan.held += chunk.length - from;
    if (scan.held <= limits.featureBytes) scan.pieces.push(chunk.slice(from));
    else scan.pieces = [];
  }
  Object.assign(scan, { depth, inString, escaped, inEntry });
  return found;
}

function enterRoot(scan: Scan, byte: number): number {
  const isByteOrderMark = byte === 0xef || byte === 0xbb || byte === 0xbf;
  if (!scan.begun && isByteOrderMark) return 0;
  if (scan.begun || byte !== openObject) throw new UnreadableFile(notACollection);
  scan.begun = true;
  return 1;
}

function readKey(scan: Scan, byte: number, goesOn: boolean): void {
  if (scan.keyBytes === null) return;
  if (!goesOn) {
    scan.key = Buffer.from(scan.keyBytes).toString();
    scan.keyBytes = null;
  } else if (scan.keyBytes.length < maxKeyLength) scan.keyBytes.push(byte);
}

const notACollection: Text = {
  en: 'The file must be one GeoJSON FeatureCollection with a list of `features`.',
  ru: 'Файл должен быть набором объектов GeoJSON (FeatureCollection со списком features).',
};
const tooDeep: Text = {
  en: `The file nests deeper than ${maxDepth} levels.`,
  ru: `Вложенность файла больше ${maxDepth} уровней.`,
};
const endsAfter = (number: number): Text => ({
  en: `The file ends in the middle, after feature ${number}.`,
  ru: `Файл обрывается на середине, после объекта ${number}.`,
});

function parseFeature(scan: Scan, last: Uint8Array): ParsedFeature {
  const { pieces, held } = scan;
  scan.number += 1;
  [scan.pieces, scan.held] = [[], 0];
  const { number } = scan;
  if (held + last.length > limits.featureBytes) return { number, fault: tooLarge };
  const bytes = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
  try {
    const value = parsePlainJson(decodeText(bytes), jsonLimits.landFeature);
    if (typeof value !== 'object' || value === null || !('geometry' in value || 'properties' in value))
      return { number, fault: notAFeature };
    const { properties, geometry, id } = value as { properties?: unknown; geometry?: unknown; id?: unknown };
    return { number, feature: { properties, geometry: geometry ?? null, id } };
  } catch (error) {
    return { number, fault: error instanceof JsonTooComplex ? tooMany : notJson };
  }
}

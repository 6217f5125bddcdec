import type { DegreesConverter } from './coordinate-systems.ts';
import type { ReadMeter } from './limits.ts';

const start = /^\s*(?:SRID=\d{1,6};)?\s*(POLYGON|MULTIPOLYGON)(?:\s+(?:Z|M|ZM))?\s*\(/i;

/** An area as databases and QGIS write it into tables. */
export const isWkt = (text: string): boolean => start.test(text);

/** GeoJSON of POLYGON or MULTIPOLYGON, in degrees; anything else gives a geometry that is refused later. */
export function readWkt(text: string, toDegrees: DegreesConverter, meter: ReadMeter): unknown {
  const [, type] = start.exec(text) ?? [];
  if (type === undefined) return { type: 'Unknown' };
  const depth = type.toUpperCase() === 'POLYGON' ? 2 : 3;
  const coordinates = readLists(text, text.indexOf('('), depth, toDegrees, meter);
  return coordinates === null
    ? { type: 'Unknown' }
    : { type: depth === 2 ? 'Polygon' : 'MultiPolygon', coordinates };
}

/** Nested lists of points in one pass; null: brackets that do not match. */
function readLists(
  text: string,
  from: number,
  depth: number,
  toDegrees: DegreesConverter,
  meter: ReadMeter,
): unknown[] | null {
  const open: unknown[][] = [];
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(') {
      if (open.length === depth) return null;
      // An empty list takes memory, too.
      meter.countPoints(1);
      const list: unknown[] = [];
      open.at(-1)?.push(list);
      open.push(list);
    } else if (character === ')') {
      const closed = open.pop();
      if (closed === undefined) return null;
      if (open.length === 0) return text.slice(at + 1).trim() === '' ? closed : null;
    } else if (open.length === depth) {
      const end = findPointEnd(text, at);
      const words = text.slice(at, end).trim();
      if (words !== '' && words !== ',') {
        meter.countPoints(1);
        const [x = Number.NaN, y = Number.NaN] = words.split(/\s+/, 2).map(Number);
        open.at(-1)?.push(toDegrees(x, y));
      }
      at = text[end] === ',' ? end : end - 1;
    }
  }
  return null;
}

function findPointEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === ',' || character === ')' || character === '(') return at;
  }
  return text.length;
}

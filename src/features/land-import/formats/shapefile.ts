import type { Text } from '../../../base/i18n/text.ts';
import type { DegreesConverter } from './coordinate-systems.ts';
import type { Records } from './dbf.ts';
import type { ParsedFeature } from './geojson-features.ts';
import { limits, type ReadMeter } from './limits.ts';
import { inFeature, UnreadableFile } from './unreadable-file.ts';

const notAShapefile: Text = {
  en: 'The .shp file is damaged or not a shapefile.',
  ru: 'Файл .shp повреждён или это не шейп-файл.',
};
const truncatedText: Text = {
  en: 'The .shp file ends in the middle.',
  ru: 'Файл .shp обрывается на середине.',
};
const notAnArea: Text = {
  en: 'This is not an area but a point or a line.',
  ru: 'Это не площадь, а точка или линия.',
};
const tooManyRings: Text = {
  en: `The outline has more than ${limits.rings} rings.`,
  ru: `В контуре больше ${limits.rings} колец.`,
};

/** Polygon, PolygonZ and PolygonM share a prefix; Z and M values after the points are ignored. */
const polygonTypes = new Set([5, 15, 25]);

type Ring = [number, number][];

/** Reads the records of a .shp file with the fields of the .dbf record of the same index. */
export function* readShapes(
  shp: Buffer,
  records: Records,
  toDegrees: DegreesConverter,
  meter: ReadMeter,
): Generator<ParsedFeature> {
  if (shp.length < 100 || shp.readInt32BE(0) !== 9994) throw new UnreadableFile(notAShapefile);
  let read = 0;
  for (let at = 100; at < shp.length; ) {
    if (at + 12 > shp.length) throw inFeature(truncatedText, read + 1);
    const bytes = shp.readInt32BE(at + 4) * 2;
    const content = shp.subarray(at + 8, at + 8 + bytes);
    if (bytes < 4 || content.length !== bytes) throw inFeature(truncatedText, read + 1);
    at += 8 + bytes;
    read += 1;
    const number = meter.countFeature();
    const record = records.read(number - 1);
    if (record === null) continue;
    const kind = content.readInt32LE(0);
    if (kind === 0) yield { number, feature: { properties: record, geometry: null, id: undefined } };
    else if (!polygonTypes.has(kind)) yield { number, fault: notAnArea };
    else {
      const rings = readRings(content, number, meter);
      if (rings === null) yield { number, fault: tooManyRings };
      else {
        const geometry = {
          type: 'MultiPolygon',
          coordinates: groupRings(rings).map(convertRings(toDegrees)),
        };
        yield { number, feature: { properties: record, geometry, id: undefined } };
      }
    }
  }
}

const convertRings = (toDegrees: DegreesConverter) => (rings: readonly Ring[]) =>
  rings.map((ring) => ring.map(([x, y]) => toDegrees(x, y)));

function readRings(content: Buffer, number: number, meter: ReadMeter): Ring[] | null {
  if (content.length < 44) throw inFeature(notAShapefile, number);
  const [parts, points] = [content.readInt32LE(36), content.readInt32LE(40)];
  const first = 44 + parts * 4;
  if (parts < 0 || points < 0 || first + points * 16 > content.length) throw inFeature(notAShapefile, number);
  meter.countPoints(points);
  if (parts > limits.rings) return null;
  const starts = Array.from({ length: parts }, (_, index) => content.readInt32LE(44 + index * 4));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? points;
    if (start < 0 || start > end || end > points) throw inFeature(notAShapefile, number);
    return Array.from({ length: end - start }, (_, step): [number, number] => {
      const at = first + (start + step) * 16;
      return [content.readDoubleLE(at), content.readDoubleLE(at + 8)];
    });
  });
}

/**
 * Shells are clockwise in a shapefile, holes counter-clockwise; each hole is assigned to the shell that contains it.
 */
function groupRings(rings: readonly Ring[]): Ring[][] {
  const borders = rings.filter((ring) => signedArea(ring) <= 0).map((border) => [border]);
  // Some programs ignore ring orientation: then each ring is a shell.
  if (borders.length === 0) return rings.map((ring) => [ring]);
  for (const hole of rings.filter((ring) => signedArea(ring) > 0)) {
    const around = borders.find(([border]) => hole[0] && border && isInside(hole[0], border));
    if (around) around.push(hole);
    else borders.push([hole]);
  }
  return borders;
}

function signedArea(ring: Ring): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[index + 1] ?? ring[0] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return sum;
}

function isInside([x, y]: [number, number], ring: Ring): boolean {
  let inside = false;
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[index + 1] ?? ring[0] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

import type { Text } from '../../../base/i18n/text.ts';
import type { Position, Shape } from '../types.ts';
import { distanceBetween } from './ellipsoid.ts';
import { ringLimits } from './ring-check.ts';

const maxPoints = 50_000;

const notAnArea: Text = {
  en: 'The geometry must be a Polygon or a MultiPolygon with coordinates.',
  ru: 'Геометрия должна быть Polygon или MultiPolygon с координатами.',
};
const badCoordinate: Text = {
  en: 'A coordinate is not a longitude from -180 to 180 followed by a latitude from -90 to 90.',
  ru: 'Координата должна состоять из долготы от -180 до 180 и широты от -90 до 90.',
};
const tooManyPoints: Text = {
  en: `The geometry has more than ${maxPoints} points.`,
  ru: `В геометрии больше ${maxPoints} точек.`,
};
const tooLarge: Text = {
  en: 'The geometry is more than 50 km across.',
  ru: 'Геометрия больше 50 км в поперечнике.',
};
const degenerate: Text = {
  en: 'The geometry has no ring of at least three different points.',
  ru: 'В геометрии нет контура хотя бы из трёх разных точек.',
};

class InvalidGeometry extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

export type ReadShape = { shape: Shape; dropped: boolean } | { reason: Text };

/** Reads an untrusted GeoJSON geometry: rings without repeated points or extra dimensions, or the reason why not. */
export function readShape(geometry: unknown): ReadShape {
  try {
    const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
    if ((type !== 'Polygon' && type !== 'MultiPolygon') || !Array.isArray(coordinates)) {
      return { reason: notAnArea };
    }
    const reading = {
      points: 0,
      dropped: false,
      box: [180, 90, -180, -90] as [number, number, number, number],
    };
    const parts: Position[][][] = [];
    for (const part of type === 'Polygon' ? [coordinates] : coordinates) {
      const rings = readPart(part, reading);
      if (rings) parts.push(rings);
    }
    const [west, south, east, north] = reading.box;
    if (parts.length === 0) return { reason: degenerate };
    const across = Math.max(
      distanceBetween(west, (south + north) / 2, east, (south + north) / 2),
      distanceBetween(west, south, west, north),
    );
    if (across > ringLimits.boxMetres) return { reason: tooLarge };
    const [only] = parts;
    return {
      shape:
        only && parts.length === 1
          ? { type: 'Polygon', coordinates: only }
          : { type: 'MultiPolygon', coordinates: parts },
      dropped: reading.dropped,
    };
  } catch (error) {
    if (error instanceof InvalidGeometry) return { reason: error.text };
    throw error;
  }
}

interface Reading {
  points: number;
  dropped: boolean;
  box: [number, number, number, number];
}

/** A part without a valid shell is dropped whole; an invalid hole is dropped alone. */
function readPart(part: unknown, reading: Reading): Position[][] | null {
  if (!Array.isArray(part)) throw new InvalidGeometry(notAnArea);
  const rings: Position[][] = [];
  for (let i = 0; i < part.length; i++) {
    const ring = readRing(part[i], reading);
    if (ring.length >= 3) {
      rings.push(ring);
    } else {
      reading.dropped = true;
      if (i === 0) return null;
    }
  }
  return rings.length > 0 ? rings : null;
}

function readRing(ring: unknown, reading: Reading): Position[] {
  if (!Array.isArray(ring)) throw new InvalidGeometry(notAnArea);
  reading.points += ring.length;
  if (reading.points > maxPoints) throw new InvalidGeometry(tooManyPoints);
  const points: Position[] = [];
  for (const position of ring) {
    if (!Array.isArray(position)) throw new InvalidGeometry(badCoordinate);
    const [longitude, latitude] = position as unknown[];
    if (typeof longitude !== 'number' || !(Math.abs(longitude) <= 180))
      throw new InvalidGeometry(badCoordinate);
    if (typeof latitude !== 'number' || !(Math.abs(latitude) <= 90)) throw new InvalidGeometry(badCoordinate);
    const last = points[points.length - 1];
    if (last && last[0] === longitude && last[1] === latitude) continue;
    points.push([longitude, latitude]);
    const box = reading.box;
    if (longitude < box[0]) box[0] = longitude;
    if (latitude < box[1]) box[1] = latitude;
    if (longitude > box[2]) box[2] = longitude;
    if (latitude > box[3]) box[3] = latitude;
  }
  const first = points[0];
  const last = points[points.length - 1];
  if (first && last && points.length > 1 && first[0] === last[0] && first[1] === last[1]) points.pop();
  return points;
}

import type { Text } from '../../base/i18n/text.ts';
import { packOutline } from '../../engines/geometry/rings/packed-shapes.ts';
import { readShape } from '../../engines/geometry/rings/read-shape.ts';
import type { ReadOutline } from '../../engines/geometry/types.ts';
import { type Fields, readFields } from './formats/feature-fields.ts';
import type { ParsedFeature } from './formats/geojson-features.ts';

/** A feature reduced to the known fields and its outline. */
export type LandFeature =
  | {
      number: number;
      fields: Fields;
      outline: ReadOutline | null;
      /** A row of a table: nobody expects an outline. */
      isRow: boolean;
    }
  | { number: number; fault: Text }
  /** A row that is no plot or building. */
  | { number: number; leftOut: Text };

export function toLandFeature(read: ParsedFeature): LandFeature {
  if ('fault' in read || 'leftOut' in read) return read;
  const { number } = read;
  if ('row' in read) {
    const { fields, geometry } = read.row;
    return { number, fields, outline: readOutline(geometry), isRow: true };
  }
  const { feature } = read;
  return { number, fields: readFields(feature), outline: readOutline(feature.geometry), isRow: false };
}

function readOutline(geometry: unknown): ReadOutline | null {
  if (geometry === null) return null;
  const read = readShape(geometry);
  if ('reason' in read) return { reason: explainCoordinates(geometry) ?? read.reason };
  return { shape: packOutline(read.shape), dropped: read.dropped };
}

const inMetres: Text = {
  en: 'The coordinates are in metres, and the file does not say in which system. Choose the coordinate system.',
  ru: 'Координаты в метрах, а система координат в файле не названа. Выберите её.',
};
const latitudeFirst: Text = {
  en: 'Latitude and longitude seem to be swapped. Swap them and check again.',
  ru: 'Похоже, широта и долгота перепутаны местами. Поменяйте их и проверьте снова.',
};

/** What an outline outside the degrees is like: as a whole in metres, or with latitude first; null: neither. */
function explainCoordinates(geometry: unknown): Text | null {
  let [points, metres, swapped] = [0, 0, 0];
  const visit = (value: unknown, depth: number): void => {
    if (!Array.isArray(value) || depth > 4) return;
    const [x, y] = value as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const part of value) visit(part, depth + 1);
      return;
    }
    points += 1;
    if (Math.max(Math.abs(x), Math.abs(y)) > 1_000) metres += 1;
    else if (Math.abs(y) > 90 && Math.abs(y) <= 180 && Math.abs(x) <= 90) swapped += 1;
  };
  visit((geometry as { coordinates?: unknown }).coordinates, 0);
  if (points === 0) return null;
  return metres === points ? inMetres : swapped === points ? latitudeFirst : null;
}

/** A batch ends at this many points, as the main thread processes a batch at once. */
const maxBatchPoints = 20_000;

/**
 * Splits features into batches, so that no file is held in memory. Features read before an error are still yielded.
 */
export async function* splitIntoBatches(
  features: AsyncIterable<LandFeature> | Iterable<LandFeature>,
  size: number,
): AsyncGenerator<LandFeature[]> {
  let batch: LandFeature[] = [];
  let points = 0;
  let broken: { error: unknown } | null = null;
  try {
    for await (const feature of features) {
      batch.push(feature);
      points += countPoints(feature);
      if (batch.length >= size || points >= maxBatchPoints) {
        yield batch;
        [batch, points] = [[], 0];
      }
    }
  } catch (error) {
    broken = { error };
  }
  if (batch.length > 0) yield batch;
  if (broken !== null) throw broken.error;
}

function countPoints(feature: LandFeature): number {
  if (!('outline' in feature) || feature.outline === null || 'reason' in feature.outline) return 0;
  return feature.outline.shape.length / 2;
}

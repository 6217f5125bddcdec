import type { Text } from '../../base/i18n/text.ts';
import { packOutline } from '../../engines/geometry/rings/packed-shapes.ts';
import { readShape } from '../../engines/geometry/rings/read-shape.ts';
import type { ReadOutline } from '../../engines/geometry/types.ts';
import { type Fields, readFields } from './formats/feature-fields.ts';
import type { ParsedFeature } from './formats/geojson-features.ts';

/** A feature reduced to the known fields and its outline. */
export type LandFeature =
  | { number: number; fields: Fields; outline: ReadOutline | null }
  | { number: number; fault: Text };

export function toLandFeature(read: ParsedFeature): LandFeature {
  if ('fault' in read) return read;
  const { number, feature } = read;
  return { number, fields: readFields(feature), outline: readOutline(feature.geometry) };
}

function readOutline(geometry: unknown): ReadOutline | null {
  if (geometry === null) return null;
  const read = readShape(geometry);
  return 'reason' in read ? read : { shape: packOutline(read.shape), dropped: read.dropped };
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
  if ('fault' in feature || feature.outline === null || 'reason' in feature.outline) return 0;
  return feature.outline.shape.length / 2;
}

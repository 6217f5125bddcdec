import type { Text } from '../../../base/i18n/text.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Limits that apply to every file. */
export const limits = {
  /** Total uncompressed size of an archive. */
  inflatedBytes: 64 * 1024 * 1024,
  archiveEntries: 200,
  /** Encoded size of one feature. */
  featureBytes: 8 * 1024 * 1024,
  /** Rings per outline: assigning holes to shells is quadratic. */
  rings: 200,
  xmlDepth: 64,
  /** Columns of a table; further ones are ignored. */
  columns: 200,
};

/** Limits per file, by source. */
export interface FileLimits {
  /** Size of a file that is read into memory: all but GeoJSON, which is streamed. */
  readonly heldBytes: number;
  readonly features: number;
  readonly points: number;
  /** Time for reading, excluding thread start and the processing of features. */
  readonly milliseconds: number;
  readonly memoryMegabytes: number;
}

export const pageLimits: FileLimits = {
  heldBytes: 4 * 1024 * 1024,
  features: 10_000,
  points: 500_000,
  milliseconds: 30_000,
  memoryMegabytes: 512,
};

/** Operators may import the land of a whole region by the command line. */
export const commandLimits: FileLimits = {
  heldBytes: limits.inflatedBytes,
  features: Number.POSITIVE_INFINITY,
  points: Number.POSITIVE_INFINITY,
  milliseconds: 3_600_000,
  memoryMegabytes: 1024,
};

const tooManyFeatures = (most: number): Text => ({
  en: `The file has more than ${most} features. Split it up.`,
  ru: `В файле больше ${most} объектов. Разделите его на части.`,
});
const tooManyPoints = (most: number): Text => ({
  en: `The outlines have more than ${most} points together. Split the file up.`,
  ru: `В контурах вместе больше ${most} точек. Разделите файл на части.`,
});

export interface ReadMeter {
  /** Counts a feature and returns its number. */
  countFeature(): number;
  countPoints(count: number): void;
}

/** Counts features and points and throws at the limits. */
export function createReadMeter(most: FileLimits): ReadMeter {
  let [features, points] = [0, 0];
  return {
    countFeature() {
      features += 1;
      if (features > most.features) throw new UnreadableFile(tooManyFeatures(most.features));
      return features;
    },
    countPoints(count) {
      points += count;
      if (points > most.points) throw new UnreadableFile(tooManyPoints(most.points));
    },
  };
}

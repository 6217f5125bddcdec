import type { Text } from '../../../base/i18n/text.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What the parts of any file may have, whoever brings it. */
export const limits = {
  /** Of the parts of an archive together, once inflated. */
  inflatedBytes: 64 * 1024 * 1024,
  archiveEntries: 200,
  /** Of one feature as it is written. */
  featureBytes: 8 * 1024 * 1024,
  /** Of one outline: each hole is looked for in each border. */
  rings: 200,
  xmlDepth: 64,
  /** Of a table: further ones are left out. */
  columns: 200,
};

/** What a whole file may have, by where it comes from. */
export interface FileLimits {
  /** Of a file that has to be held whole: all but GeoJSON, which is read as it comes. */
  readonly heldBytes: number;
  readonly features: number;
  readonly points: number;
  /** Of reading alone: neither the start of the thread nor what is done with the features. */
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

/** Whoever runs the program may take in the land of a whole region. */
export const commandLimits: FileLimits = {
  heldBytes: limits.inflatedBytes,
  features: Number.POSITIVE_INFINITY,
  points: Number.POSITIVE_INFINITY,
  milliseconds: 3_600_000,
  memoryMegabytes: 1024,
};

const tooManyFeatures = (most: number): Text => ({
  en: `The file has more than ${most} features. Divide it.`,
  ru: `В файле больше ${most} объектов. Разделите его на части.`,
});
const tooManyPoints = (most: number): Text => ({
  en: `The outlines have more than ${most} points together. Divide the file.`,
  ru: `В контурах вместе больше ${most} точек. Разделите файл на части.`,
});

export interface Meter {
  /** Numbers the next feature. */
  feature(): number;
  points(count: number): void;
}

/** Counts what a file holds and ends its reading where it is too much. */
export function createMeter(most: FileLimits): Meter {
  let [features, points] = [0, 0];
  return {
    feature() {
      features += 1;
      if (features > most.features) throw new UnreadableFile(tooManyFeatures(most.features));
      return features;
    },
    points(count) {
      points += count;
      if (points > most.points) throw new UnreadableFile(tooManyPoints(most.points));
    },
  };
}

import type { Text } from '../../i18n/text.ts';
import { UnreadableFile } from '../unreadable-file.ts';

/** What a file that comes through a page may hold. The command line reads GeoJSON of any size. */
export const limits = {
  /** Of the parts of an archive together, once inflated. */
  inflatedBytes: 64 * 1024 * 1024,
  archiveEntries: 200,
  features: 10_000,
  points: 500_000,
  /** Of one outline: each hole is looked for in each border. */
  rings: 200,
  xmlDepth: 64,
};

const tooManyFeatures: Text = {
  en: `The file has more than ${limits.features} features. Divide it.`,
  ru: `В файле больше ${limits.features} объектов. Разделите его на части.`,
};
const tooManyPoints: Text = {
  en: `The outlines have more than ${limits.points} points together. Divide the file.`,
  ru: `В контурах вместе больше ${limits.points} точек. Разделите файл на части.`,
};

/** Counts what a file holds and ends its reading where it is too much. */
export function createMeter(): { feature(): number; points(count: number): void } {
  let [features, points] = [0, 0];
  return {
    feature() {
      features += 1;
      if (features > limits.features) throw new UnreadableFile(tooManyFeatures);
      return features;
    },
    points(count) {
      points += count;
      if (points > limits.points) throw new UnreadableFile(tooManyPoints);
    },
  };
}

export type Meter = ReturnType<typeof createMeter>;

import type { JsonLimits } from './json-scan.ts';

/** Limits for JSON from browsers and devices, by use. A point of a drawing is two or three values. */
export const jsonLimits = {
  /** Values of the form fields when the page was rendered. */
  formState: { depth: 8, values: 10_000, objects: 5_000, names: 256 },
  /** Shapes drawn on a map: three thousand points. */
  drawnShapes: { depth: 8, values: 10_000, objects: 5_000, names: 64 },
  /** A boundary ring as pairs of numbers: as many points as a body may hold. */
  boundaryRing: { depth: 4, values: 80_000, objects: 0, names: 0 },
  /** One feature of a land file: half a million points. Read in a worker. */
  landFeature: { depth: 32, values: 2_000_000, objects: 25_000, names: 256 },
  /** States of thousands of sensors, a list of devices, or one reading. */
  deviceMessage: { depth: 24, values: 200_000, objects: 25_000, names: 2_000 },
  /** An example of what a device sends, pasted into a form. */
  deviceSample: { depth: 24, values: 10_000, objects: 5_000, names: 1_000 },
  /** OAuth client metadata document. */
  clientDocument: { depth: 8, values: 500, objects: 100, names: 64 },
} as const satisfies Record<string, JsonLimits>;

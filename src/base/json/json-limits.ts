import type { JsonLimits } from './lossless-json.ts';

/** Limits for JSON from browsers and devices, by use. A point of a drawing is two or three values. */
export const jsonLimits = {
  /** Values of the form fields when the page was rendered. */
  formState: { depth: 8, values: 10_000 },
  /** Shapes drawn on a map: three thousand points. */
  drawnShapes: { depth: 8, values: 10_000 },
  /** A boundary ring: 200,000 points. */
  boundaryRing: { depth: 4, values: 700_000 },
  /** One feature of a land file: half a million points. */
  landFeature: { depth: 32, values: 2_000_000 },
  /** States of thousands of sensors, a list of devices, or one reading. */
  deviceMessage: { depth: 24, values: 200_000 },
  /** An example of what a device sends, pasted into a form. */
  deviceSample: { depth: 24, values: 10_000 },
  /** OAuth client metadata document. */
  clientDocument: { depth: 8, values: 500 },
} as const satisfies Record<string, JsonLimits>;

import type { JsonLimits } from './lossless-json.ts';

/** What a page's script or a device may send as JSON, by what it stands for. A point of a drawing is two or three values. */
export const jsonLimits = {
  /** What stood in the fields of a form when it was drawn. */
  formState: { depth: 8, values: 10_000 },
  /** Shapes that a finger drew on a map: three thousand points. */
  drawnShapes: { depth: 8, values: 10_000 },
  /** The ring of a boundary as its map holds it: 200,000 points. */
  boundaryRing: { depth: 4, values: 700_000 },
  /** One feature of a land file: half a million points. */
  landFeature: { depth: 32, values: 2_000_000 },
  /** The states of a house with thousands of sensors, a list of devices, one reading. */
  deviceMessage: { depth: 24, values: 200_000 },
  /** An example of what a device sends, pasted into a form. */
  deviceSample: { depth: 24, values: 10_000 },
  /** The document by which an application describes itself. */
  clientDocument: { depth: 8, values: 500 },
} as const satisfies Record<string, JsonLimits>;

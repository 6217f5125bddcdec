import type { JsonLimits } from '../../base/json/json-scan.ts';
import type { BodyClass } from '../../domain/kernel/operation.ts';

/** Limits of a request body by the body class of the operation. */
export interface BodyLimit extends JsonLimits {
  bytes: number;
}

export const bodyLimits: Readonly<Record<BodyClass, BodyLimit>> = {
  small: { bytes: 256 * 1024, depth: 32, values: 10_000, objects: 25_000, names: 64 },
  /** An article of 300,000 characters, each escaped, or five hundred sensors with their alerts. */
  text: { bytes: 2 * 1024 * 1024, depth: 32, values: 40_000, objects: 25_000, names: 64 },
  /** Outlines and lists of plots: one outline of 25,000 points, and some ten thousand plots beside it. */
  land: { bytes: 4 * 1024 * 1024, depth: 32, values: 120_000, objects: 25_000, names: 256 },
};

const bodyClassOrder: readonly BodyClass[] = ['small', 'text', 'land'];

/** The largest of these classes: one path may serve several operations. */
export function findLargestBodyClass(classes: readonly BodyClass[]): BodyClass {
  return bodyClassOrder.findLast((each) => classes.includes(each)) ?? 'small';
}

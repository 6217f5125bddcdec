import type { JsonLimits } from '../../base/json/lossless-json.ts';
import type { BodyClass } from '../../domain/kernel/operation.ts';

/** Limits of a request body by the body class of the operation. */
export interface BodyLimit extends JsonLimits {
  bytes: number;
}

export const bodyLimits: Readonly<Record<BodyClass, BodyLimit>> = {
  small: { bytes: 256 * 1024, depth: 32, values: 10_000 },
  /** An article of 300,000 characters, each escaped, or five hundred sensors with their alerts. */
  text: { bytes: 2 * 1024 * 1024, depth: 32, values: 40_000 },
  /** Outlines and lists of plots. */
  land: { bytes: 4 * 1024 * 1024, depth: 32, values: 1_000_000 },
};

const bodyClassOrder: readonly BodyClass[] = ['small', 'text', 'land'];

/** The largest of these classes: one path may serve several operations. */
export function findLargestBodyClass(classes: readonly BodyClass[]): BodyClass {
  return bodyClassOrder.findLast((each) => classes.includes(each)) ?? 'small';
}

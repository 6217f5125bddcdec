import type { JsonLimits } from '../../base/json/lossless-json.ts';
import type { BodyClass } from '../../domain/kernel/operation.ts';

/** How large a body may be and how many values it may hold, by what the operation takes. */
export interface BodyLimit extends JsonLimits {
  bytes: number;
}

export const bodyLimits: Readonly<Record<BodyClass, BodyLimit>> = {
  small: { bytes: 256 * 1024, depth: 32, values: 10_000 },
  /** An article of 300,000 characters, each escaped, or five hundred sensors with their alerts. */
  text: { bytes: 2 * 1024 * 1024, depth: 32, values: 40_000 },
  /** Rings and lists of plots. */
  land: { bytes: 4 * 1024 * 1024, depth: 32, values: 1_000_000 },
};

const order: readonly BodyClass[] = ['small', 'text', 'land'];

/** The class that holds all of these: one address may serve several operations. */
export function widestBody(classes: readonly BodyClass[]): BodyClass {
  return order.findLast((each) => classes.includes(each)) ?? 'small';
}

/**
 * Numbers and identifiers as PostgreSQL writes an array, to be sent as text: the driver's own way looks at each value for
 * quotes and costs twice as much on both sides. Never for texts.
 */
export function writeArray(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}

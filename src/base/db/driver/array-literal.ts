/**
 * PostgreSQL array literal of numbers or ids, to be sent as text: the driver's own encoding checks each value for
 * quotes and costs twice as much. Does not escape, so never use it for texts.
 */
export function formatArrayLiteral(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}

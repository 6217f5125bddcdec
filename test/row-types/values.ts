import { readerFor } from '../../src/base/db/driver/row-reader.ts';

/**
 * What a column's value is in TypeScript, by the number of its PostgreSQL type: as the service's own reader makes it.
 * Undefined for JSON, of which the schema does not say what is inside.
 */
export function readAs(type: number): string | undefined {
  const read = readerFor([{ name: 'value', dataTypeID: type, tableID: 0, columnID: 0 }]);
  try {
    // A list of one text to those types that are lists, a text to the others, and no JSON.
    return nameOf(read(['{"?"}']).value);
  } catch {
    return undefined;
  }
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return `readonly (${nameOf(value[0])} | null)[]`;
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}

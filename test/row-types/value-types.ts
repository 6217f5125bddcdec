import { readerFor } from '../../src/base/db/driver/row-reader.ts';

/** TypeScript type of a column value by type OID, as the row reader parses it. Undefined for JSON. */
export function typeScriptTypeOf(type: number): string | undefined {
  const read = readerFor([{ name: 'value', dataTypeID: type, tableID: 0, columnID: 0 }]);
  try {
    // Parses as an array for array types, as text for others, and fails for JSON.
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

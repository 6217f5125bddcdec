/** A JSON parameter, created by `db.json`. */
export class Json {
  readonly text: string;
  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** Values allowed in a statement. Plain objects are sent as JSON. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | object
  | readonly Parameter[];

/** Encoded parameter: text or bytes. */
export type WireValue = string | Buffer | null;

/**
 * Type OID sent to PostgreSQL; 0 lets it infer the type. Dates are typed so that `${now} - interval '1 day'` is a
 * timestamp and not an interval.
 */
export function typeOidOf(value: Parameter): number {
  if (typeof value === 'boolean') return 16;
  if (typeof value === 'bigint') return 20;
  if (value === null || typeof value !== 'object') return 0;
  if (value instanceof Date) return 1184;
  if (value instanceof Uint8Array) return 17;
  return value instanceof Json ? 3802 : 0;
}

export function toWireValue(value: Parameter): WireValue {
  if (typeof value === 'string') return value;
  if (value === null) return null;
  if (value instanceof Uint8Array)
    return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? writeList(value) : writeText(value);
}

function writeText(value: Exclude<Parameter, null>): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 't' : 'f';
    case 'number':
    case 'bigint':
      return String(value);
    case 'object':
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Json) return value.text;
      if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
      return JSON.stringify(value);
    default:
      // undefined is rejected: a missing field must not silently become null.
      throw new TypeError(`Unsupported statement parameter of type ${typeof value}.`);
  }
}

function writeList(values: readonly Parameter[]): string {
  let text = '{';
  for (const [index, value] of values.entries()) {
    if (index > 0) text += ',';
    if (value === null) text += 'NULL';
    else if (typeof value === 'number' || typeof value === 'bigint') text += value;
    else if (Array.isArray(value)) text += writeList(value);
    else text += `"${writeText(value).replace(/["\\]/g, '\\$&')}"`;
  }
  return `${text}}`;
}

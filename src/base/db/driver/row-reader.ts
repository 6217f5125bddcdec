/** Column metadata from RowDescription. */
export interface Column {
  name: string;
  dataTypeID: number;
  /** Source table and column; 0 for an expression. */
  tableID: number;
  columnID: number;
}
export type Row = Record<string, unknown>;
/** Converts text fields to a row object. */
export type RowReader = (fields: readonly (string | null)[]) => Row;

type Parse = (text: string) => unknown;

const toNumber: Parse = (text) => Number(text);
const toDate: Parse = (text) => new Date(text);
const toBytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const toBoolean: Parse = (text) => text === 't';
const toJson: Parse = (text) => JSON.parse(text);
const toText: Parse = (text) => text;

/** By type OID. Other types stay text: bigint and numeric would lose digits, and a date is not an instant. */
const parsers = new Map<number, Parse>([
  [16, toBoolean],
  [17, toBytes],
  [21, toNumber],
  [23, toNumber],
  [26, toNumber],
  [700, toNumber],
  [701, toNumber],
  [114, toJson],
  [3802, toJson],
  [1114, toDate],
  [1184, toDate],
]);

/** Arrays by type OID: bool, bytea, numbers, texts, dates, timestamps, JSON, uuid, interval. */
const arrayElementParsers: Record<number, Parse> = {
  1000: toBoolean,
  1001: toBytes,
  1005: toNumber,
  1007: toNumber,
  1028: toNumber,
  1021: toNumber,
  1022: toNumber,
  199: toJson,
  3807: toJson,
  1115: toDate,
  1185: toDate,
  ...Object.fromEntries(
    [1002, 1003, 1009, 1014, 1015, 1016, 1182, 1187, 1231, 2951].map((type) => [type, toText]),
  ),
};
for (const [type, parse] of Object.entries(arrayElementParsers))
  parsers.set(Number(type), (text) => parseArrayLiteral(text, parse));

/** Parses an array literal: `{1,NULL,"with, comma",{nested}}`. */
export function parseArrayLiteral(text: string, parse: Parse): unknown[] {
  // Skips explicit lower bounds, as in `[2:3]={5,6}`.
  let at = text.indexOf('{') + 1;
  const read = (): unknown[] => {
    const values: unknown[] = [];
    for (;;) {
      const char = text[at];
      if (char === '}' || char === undefined) {
        at += 1;
        return values;
      }
      if (char === ',') at += 1;
      else if (char === '{') {
        at += 1;
        values.push(read());
      } else if (char === '"') {
        let value = '';
        for (at += 1; text[at] !== '"'; at += 1) {
          if (text[at] === '\\') at += 1;
          value += text[at];
        }
        at += 1;
        values.push(parse(value));
      } else {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at += 1;
        const value = text.slice(start, at);
        values.push(value === 'NULL' ? null : parse(value));
      }
    }
  };
  return read();
}

const readers = new Map<string, RowReader>();
const maxCachedReaders = 5_000;

/** One compiled reader per set of columns: half the cost of a loop over columns for thirty rows. */
export function readerFor(columns: readonly Column[]): RowReader {
  let key = '';
  for (const { name, dataTypeID } of columns) key += `${name} ${dataTypeID},`;
  let reader = readers.get(key);
  if (reader === undefined) {
    if (readers.size >= maxCachedReaders) readers.clear();
    reader = compile(columns);
    readers.set(key, reader);
  }
  return reader;
}

function compile(columns: readonly Column[]): RowReader {
  const used = columns.map(({ dataTypeID }) => parsers.get(dataTypeID));
  // Names are escaped as JSON strings; of duplicate names the last wins.
  const members = columns.map(({ name }, index) => {
    const value =
      used[index] === undefined ? `f[${index}]` : `f[${index}] === null ? null : p[${index}](f[${index}])`;
    return `[${JSON.stringify(name)}]: ${value}`;
  });
  const make = new Function('p', `return (f) => ({ ${members.join(', ')} })`) as (used: unknown) => RowReader;
  return make(used);
}

/** A column as PostgreSQL describes it. */
export interface Column {
  name: string;
  dataTypeID: number;
  /** The table's column it comes from; 0 for an expression. */
  tableID: number;
  columnID: number;
}
export type Row = Record<string, unknown>;
/** Makes the object of a row from the texts of its columns. */
export type RowReader = (fields: readonly (string | null)[]) => Row;

type Parse = (text: string) => unknown;

const toNumber: Parse = (text) => Number(text);
const toMoment: Parse = (text) => new Date(text);
const toBytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const toTruth: Parse = (text) => text === 't';
const toJson: Parse = (text) => JSON.parse(text);
const asIs: Parse = (text) => text;

/**
 * By the number of the type. What is not here stays text: a bigint or a numeric would lose digits as a number, a day is
 * a day and not an instant.
 */
const parsers = new Map<number, Parse>([
  [16, toTruth],
  [17, toBytes],
  [21, toNumber],
  [23, toNumber],
  [26, toNumber],
  [700, toNumber],
  [701, toNumber],
  [114, toJson],
  [3802, toJson],
  [1114, toMoment],
  [1184, toMoment],
]);

/** Lists by the number of their type: bool, bytea, the numbers, the texts, days, moments, JSON, uuid, interval. */
const lists: Record<number, Parse> = {
  1000: toTruth,
  1001: toBytes,
  1005: toNumber,
  1007: toNumber,
  1028: toNumber,
  1021: toNumber,
  1022: toNumber,
  199: toJson,
  3807: toJson,
  1115: toMoment,
  1185: toMoment,
  ...Object.fromEntries(
    [1002, 1003, 1009, 1014, 1015, 1016, 1182, 1187, 1231, 2951].map((type) => [type, asIs]),
  ),
};
for (const [type, parse] of Object.entries(lists)) parsers.set(Number(type), (text) => readList(text, parse));

/** A list as PostgreSQL writes it: `{1,NULL,"with, comma",{nested}}`. */
export function readList(text: string, parse: Parse): unknown[] {
  // Lower bounds other than one stand before the list.
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
const mostReaders = 5_000;

/** One reader per set of columns, compiled: thirty rows cost half of what a loop over the columns takes. */
export function readerFor(columns: readonly Column[]): RowReader {
  let key = '';
  for (const { name, dataTypeID } of columns) key += `${name} ${dataTypeID},`;
  let reader = readers.get(key);
  if (reader === undefined) {
    if (readers.size >= mostReaders) readers.clear();
    reader = compile(columns);
    readers.set(key, reader);
  }
  return reader;
}

function compile(columns: readonly Column[]): RowReader {
  const used = columns.map(({ dataTypeID }) => parsers.get(dataTypeID));
  // The names come from PostgreSQL and go in as JSON strings; of two columns with one name the last counts.
  const members = columns.map(({ name }, index) => {
    const value =
      used[index] === undefined ? `f[${index}]` : `f[${index}] === null ? null : p[${index}](f[${index}])`;
    return `[${JSON.stringify(name)}]: ${value}`;
  });
  const make = new Function('p', `return (f) => ({ ${members.join(', ')} })`) as (used: unknown) => RowReader;
  return make(used);
}

import { exceptions } from './exceptions.ts';
import type { RecordedStatement } from './recorder.ts';
import type { TypedStatement } from './typed-statements.ts';
import { typeScriptTypeOf } from './value-types.ts';

export interface SchemaColumn {
  name: string;
  isNullable: boolean;
}
/** Key: `<table OID>.<column number>`. */
export type Schema = ReadonlyMap<string, SchemaColumn>;

/** A line of TypeScript that fails to compile when the declared type is wrong. */
export interface TypeCheck {
  site: TypedStatement;
  line: string;
  /** Message when it fails. */
  message: string;
}

export interface Counts {
  fields: number;
  /** JSON columns, whose structure the schema does not know. */
  withoutType: number;
  /** Expressions and columns of outer joins; only recorded nulls count against them. */
  withoutNullness: number;
}

/** Helper types of the checks. */
export const helperTypes = `
type RowRequired<Row> = { [K in keyof Row]-?: object extends Pick<Row, K> ? never : K }[keyof Row];
type RowLacks<Row, Columns> = [Exclude<RowRequired<Row>, Columns>] extends [never] ? true : Exclude<RowRequired<Row>, Columns>;
type RowHas<Row, Name> = Name extends keyof Row ? true : 'not declared';
type RowFits<Declared, Value> = [Declared] extends [Value] ? true : [Value] extends [Declared] ? true : { declared: Declared };
type RowType<Row, Name, Value> = Name extends keyof Row ? RowFits<Exclude<Row[Name], null | undefined>, Value> : true;
type RowNull<Row, Name> = Name extends keyof Row ? (null extends Row[Name] ? true : { declared: Row[Name] }) : true;
`;

/** Checks for one typed statement, from all recorded executions. */
export function buildTypeChecks(
  site: TypedStatement,
  number: number,
  given: readonly RecordedStatement[],
  schema: Schema,
  counts: Counts,
): TypeCheck[] {
  const row = `SeenRow${number}`;
  const checks = new Map<string, string>();
  const unknown = { type: new Set<string>(), nullness: new Set<string>() };
  for (const seen of given) {
    const names = seen.columns.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never';
    checks.set(`RowLacks<${row}, ${names}>`, 'declared, but the statement does not give it');
    for (const column of seen.columns) {
      const name = JSON.stringify(column.name);
      checks.set(`RowHas<${row}, ${name}>`, `the statement gives ${name}`);
      const value = typeScriptTypeOf(column.type);
      if (value === undefined) unknown.type.add(name);
      else checks.set(`RowType<${row}, ${name}, ${value}>`, `${name} is ${value}`);
      const why = reasonForNull(site, column, seen, schema);
      if (why === 'unknown') unknown.nullness.add(name);
      else if (why !== null) checks.set(`RowNull<${row}, ${name}>`, `${name} may be null: ${why}`);
    }
  }
  counts.fields += new Set(given.flatMap(({ columns }) => columns.map(({ name }) => name))).size;
  counts.withoutType += unknown.type.size;
  counts.withoutNullness += unknown.nullness.size;
  const isLocal = 'the type is not known outside the function: declare it in the module';
  return [
    { site, line: `type ${row} = (${site.type})[number];`, message: isLocal },
    ...[...checks].map(([check, message], index) => {
      return { site, line: `export const seenRow${number}Check${index}: ${check} = true;`, message };
    }),
  ];
}

/** Null when the column cannot be null. */
function reasonForNull(
  site: TypedStatement,
  column: RecordedStatement['columns'][number],
  seen: RecordedStatement,
  schema: Schema,
): string | null {
  if (seen.nulls.includes(column.name)) return 'it was';
  const origin = schema.get(`${column.table}.${column.column}`);
  if (origin === undefined) return 'unknown';
  if (origin.isNullable) {
    const isExcepted = exceptions.some(
      ({ file, type, column: name }) => file === site.file && type === site.type && name === column.name,
    );
    return isExcepted || isGuarded(seen.text, origin.name) ? null : `the column ${origin.name} may`;
  }
  return /\b(left|right|full)\s+(outer\s+)?join\b/i.test(seen.text) ? 'unknown' : null;
}

/** A condition that excludes null: `is not null`, or equality with a parameter. */
function isGuarded(text: string, column: string): boolean {
  const condition = `\\b(where|and)\\s+(\\w+\\.)?${column}\\s*(is\\s+not\\s+null\\b|=\\s*(any\\b|\\$\\d))`;
  return new RegExp(condition, 'i').test(text);
}

import type { Pool } from '../../src/base/db/connect.ts';

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** Table and column that it refers to. */
  refersTo: string | null;
  refersToColumn: string | null;
  /** The first value that a check allows. */
  allowed: string | null;
}

let counter = 1000;

/**
 * Gives every table that is not in `known` a row made up from what the schema says, unless it has one. Returns the tables
 * that are empty all the same, because a made-up row does not satisfy their checks.
 */
export async function fillTables(
  pool: Pool,
  known: ReadonlySet<string>,
): Promise<{ all: string[]; empty: string[] }> {
  const rows = await pool<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migration'
     order by relname`;
  const all = rows.map(({ name }) => name);
  let empty = all.filter((name) => !known.has(name));
  // A row may need one of a table that comes later.
  for (let round = 0; round < 3; round += 1) {
    const left: string[] = [];
    for (const name of empty) {
      const isFilled = (await pool`select 1 from ${pool(name)} limit 1`).length > 0;
      if (!isFilled && !(await tryRow(pool, name))) left.push(name);
    }
    empty = left;
  }
  return { all, empty };
}

async function tryRow(pool: Pool, table: string): Promise<boolean> {
  const columns = (await listColumns(pool, table)).filter(({ isRequired }) => isRequired);
  const values = columns.map((column) => makeValue(column));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  try {
    await pool.unsafe(`insert into "${table}" (${names}) select ${values.join(', ')}`);
    return true;
  } catch {
    return false;
  }
}

function makeValue({ type, refersTo, refersToColumn, allowed, name }: Column): string {
  counter += 1;
  if (refersTo !== null) return `(select "${refersToColumn}" from "${refersTo}" limit 1)`;
  if (allowed !== null) return `'${allowed}'`;
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (type === 'bytea') return `decode(md5('${counter}') || md5('x${counter}'), 'hex')`;
  if (type === 'boolean') return 'false';
  if (type === 'jsonb') return `'{}'::jsonb`;
  if (type.startsWith('timestamp')) return `now() + interval '${counter} seconds'`;
  if (type === 'date') return 'current_date';
  if (type === 'tsvector') return `''::tsvector`;
  if (type === 'text') return name.includes('email') ? `'${counter}@example.org'` : `'word-${counter}'`;
  return name.endsWith('id') ? String(counter) : '1';
}

async function listColumns(pool: Pool, table: string): Promise<Column[]> {
  return pool<Column[]>`
    select a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
           f.confrelid::regclass::text as "refersTo",
           (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) as "refersToColumn",
           (select (regexp_match(pg_get_constraintdef(k.oid), a.attname || ' = ANY [(]+ARRAY[[]''([^'']+)'''))[1]
              from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)
             order by 1 limit 1) as allowed
      from pg_attribute a
      left join lateral (select * from pg_constraint where conrelid = a.attrelid and contype = 'f' and conkey = array[a.attnum]
                          limit 1) f on true
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;
}

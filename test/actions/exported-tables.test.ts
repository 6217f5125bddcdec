import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { demoParts } from '../../src/entry/demo/parts.ts';
import { exportedTables, unexportedColumns } from '../../src/store/accounts/exported-tables.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService } from '../harness/service.ts';

const given = new Set(
  exportedTables.flatMap(({ name, accountColumns = [] }) =>
    accountColumns.map((column) => `${name}.${column}`),
  ),
);
const isSettled = (column: string) => given.has(column) || column in unexportedColumns;

describe('columns that hold an account', () => {
  it('are exported or excluded with a reason, and every listed column exists in the schema', async () => {
    const { db } = await startService();
    const rows = await db<{ column: string }[]>`
      select c.relname || '.' || a.attname as column
        from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.confrelid = 'account'::regclass`;
    assert.ok(rows.length > 40);
    assert.deepEqual(
      rows.map(({ column }) => column).filter((column) => !isSettled(column)),
      [],
    );
    const existing = await db<{ column: string }[]>`
      select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`;
    const known = new Set(existing.map(({ column }) => column));
    for (const column of [...given, ...Object.keys(unexportedColumns)]) assert.ok(known.has(column), column);
    for (const { name, onlyColumns = [] } of exportedTables)
      for (const column of onlyColumns) assert.ok(known.has(`${name}.${column}`), `${name}.${column}`);
  });

  it('are all found by the values in rows of the demo, whatever their type and constraints', async () => {
    const service = await startService();
    const { db } = service;
    const { people } = await loadDemoParts(
      service,
      demoParts.filter(({ name }) => !/knowledge|photograph/i.test(name)),
    );
    const accounts = Object.values(people.accounts);
    const columns = await db<{ table: string; column: string }[]>`
      select c.relname as table, a.attname as column
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition
         and a.atttypid in ('bigint'::regtype, 'bigint[]'::regtype, 'text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)`;
    const pattern = accounts.join('|');
    const forgotten: string[] = [];
    for (const { table, column } of columns) {
      const name = `${table}.${column}`;
      if (isSettled(name)) continue;
      const held = await db`select 1 from ${db(table)} where ${db(column)}::text ~ ${pattern} limit 1`;
      if (held.length > 0) forgotten.push(name);
    }
    assert.deepEqual(forgotten, []);
  });
});

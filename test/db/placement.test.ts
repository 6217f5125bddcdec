import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';

describe('docs/capacity.md, past one database', () => {
  const readPlacement = async () => {
    const text = await readFile(join(repository, 'docs/capacity.md'), 'utf8');
    const [, section = ''] = text.split('\n## Past one database\n');
    return ['a settlement', 'an account', 'all', 'the service'].flatMap((of) => {
      const line = section.split('\n').find((each) => each.startsWith(`| ${of} |`)) ?? '';
      const tables = (line.split('|')[2] ?? '').split(',').map((name) => name.trim());
      return tables.map((name) => [name, of] as const);
    });
  };

  it('places every table of the database, each once', async () => {
    const { db } = await startService();
    const tables = await db<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`;
    const placed = await readPlacement();
    assert.deepEqual(placed.map(([name]) => name).sort(), tables.map(({ name }) => name).sort());
  });

  it('places what is always of a settlement with it', async () => {
    const { db } = await startService();
    const placed = new Map(await readPlacement());
    const bound = await db<{ name: string; on: string }[]>`
      select distinct c.relname as name, coalesce(f.confrelid::regclass::text, 'settlement') as on
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnotnull and a.attnum > 0
        left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and (f.oid is not null or a.attname = 'settlement_id')`;
    const ofSettlements = bound.filter(({ on }) => placed.get(on) === 'a settlement');
    assert.ok(ofSettlements.length > 50);
    const elsewhere = ofSettlements.filter(({ name }) => placed.get(name) !== 'a settlement');
    assert.deepEqual(elsewhere, []);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { defaultQuotas } from '../../src/domain/rules/quotas.ts';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';

describe('docs/growth.md', () => {
  it('has one row for every table of the database, and none besides', async () => {
    const { db } = await startService();
    const tables = await db<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       order by relname`;
    const text = await readFile(join(repository, 'docs/growth.md'), 'utf8');
    const rows = text
      .split('\n')
      .filter((line) => /^\| [a-z_]+ \|/.test(line) && !line.startsWith('| table |'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    for (const [, name, ...cells] of rows)
      assert.ok(cells.length === 4 && cells.slice(0, 3).every((cell) => cell !== ''), `${name}`);
    assert.deepEqual(rows.map(([, name]) => name).sort(), tables.map(({ name }) => name).sort());
  });

  it('states the quotas as they are', async () => {
    const text = await readFile(join(repository, 'docs/growth.md'), 'utf8');
    const { changes, written_bytes, drafts, waiting, open_tasks, tokens } = defaultQuotas;
    for (const stated of [
      `${changes.toLocaleString('en')} a day`,
      `${written_bytes / 1024 ** 2} MB in thirty days`,
      `quota \`drafts\` (${drafts})`,
      `quota \`waiting\` (${waiting})`,
      `quota \`open_tasks\` (${open_tasks.toLocaleString('en')} open`,
      `quota \`tokens\` (${tokens} that work)`,
    ])
      assert.ok(text.includes(stated), stated);
  });
});

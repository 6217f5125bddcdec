import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../harness/source-tree.ts';

export interface LostUpdatesRow {
  /** Fields of the input that say what the caller saw. */
  compares: string[];
  /** What becomes of words that another wrote since: where the call names what it saw, and where it does not. */
  named: string;
  unnamed: string;
}

/** Rows of the table in docs/lost-updates.md, by name. */
export function readLostUpdatesTable(): Map<string, LostUpdatesRow> {
  const text = readFileSync(join(repository, 'docs/lost-updates.md'), 'utf8');
  const rows = [
    ...text.matchAll(/^\| (\w+) \| [^|]+ \| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm),
  ].filter(([, name]) => name !== 'name');
  const table = new Map<string, LostUpdatesRow>();
  for (const [, name = '', compares = '', named = '', unnamed = ''] of rows) {
    assert.ok(!table.has(name), `${name} stands there twice`);
    table.set(name, {
      compares: [...compares.matchAll(/`(\w+)`/g)].map(([, field]) => field as string),
      named: named.trim(),
      unnamed: unnamed.trim(),
    });
  }
  return table;
}

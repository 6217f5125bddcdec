import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { type AnyDefinition, type AnyOperation, isReadOnly } from '../../../src/domain/kernel/operation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { repository } from '../../harness/source-tree.ts';

/** Rows of the table in docs/lost-updates.md, by name. */
function readTable(): Map<string, { compares: string[]; without: string }> {
  const text = readFileSync(join(repository, 'docs/lost-updates.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\w+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].filter(
    ([, name]) => name !== 'name',
  );
  const table = new Map<string, { compares: string[]; without: string }>();
  for (const [, name = '', , compares = '', without = ''] of rows) {
    assert.ok(!table.has(name), `${name} stands there twice`);
    table.set(name, {
      compares: [...compares.matchAll(/`(\w+)`/g)].map(([, field]) => field as string),
      without: without.trim(),
    });
  }
  return table;
}

const readingNames = /^(list|show|find|export)_/;

async function loadActions(): Promise<Map<string, AnyDefinition>> {
  const folder = join(repository, 'src/features/actions');
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  const actions = new Map<string, AnyDefinition>();
  // A hyphen: what several actions share.
  for (const name of names.filter((one) => !readingNames.test(one) && !one.includes('-'))) {
    const module = (await import(`../../../src/features/actions/${name}.ts`)) as Record<
      string,
      AnyDefinition
    >;
    actions.set(name, module[name] as AnyDefinition);
  }
  return actions;
}

const compared = /^(seen|seen_\w+|base_\w+|approved_revision_id|revision_id|preview)$/;

describe('the table of lost updates', () => {
  it('has every operation and action that writes, and nothing else', async () => {
    const writing: readonly AnyOperation[] = operations.filter((operation) => !isReadOnly(operation));
    const names = [...writing.map(({ name }) => name), ...(await loadActions()).keys()].sort();
    assert.deepEqual([...readTable().keys()].sort(), names);
  });

  it('names the fields that each compares, all of them and no others', async () => {
    const inputs = new Map<string, z.ZodObject>([
      ...operations.map(({ name, input }) => [name, input as z.ZodObject] as const),
      ...[...(await loadActions())].map(([name, { input }]) => [name, input] as const),
    ]);
    for (const [name, { compares, without }] of readTable()) {
      const fields = Object.keys(inputs.get(name)?.shape ?? {});
      for (const field of compares) assert.ok(fields.includes(field), `${name} has no ${field}`);
      for (const field of fields.filter((one) => compared.test(one)))
        assert.ok(compares.includes(field), `${name}: ${field} is not in the table`);
      assert.match(without, /^(kept|own|part|new|once|seen|for good)/, name);
    }
  });

  it('has tags that can be added to wherever they can be replaced', () => {
    for (const { name, input } of operations.filter((operation) => /^edit_/.test(operation.name))) {
      const fields = Object.keys(input.shape);
      if (fields.includes('tags'))
        assert.ok(fields.includes('add_tags') && fields.includes('remove_tags'), name);
    }
  });
});

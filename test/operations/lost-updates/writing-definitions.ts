import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyDefinition, isReadOnly } from '../../../src/domain/kernel/operation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { repository } from '../../harness/source-tree.ts';

const isDefinition = (value: unknown): value is AnyDefinition =>
  typeof value === 'object' && value !== null && 'scope' in value && 'input' in value && 'name' in value;

/** Every definition that writes: operations, actions of pages, and what people do with their account. */
export async function loadWritingDefinitions(): Promise<AnyDefinition[]> {
  const all = new Set([...(operations as readonly AnyDefinition[]), ...(await load('actions', 'accounts'))]);
  return [...all].filter((definition) => !isReadOnly(definition));
}

/** Every action of pages that only reads. */
export async function loadReadingActions(): Promise<AnyDefinition[]> {
  return (await load('actions')).filter(isReadOnly);
}

async function load(...folders: string[]): Promise<AnyDefinition[]> {
  const found = new Set<AnyDefinition>();
  for (const folder of folders)
    for (const file of readdirSync(join(repository, 'src/features', folder))) {
      const module = (await import(`../../../src/features/${folder}/${file}`)) as Record<string, unknown>;
      for (const value of Object.values(module)) if (isDefinition(value)) found.add(value);
    }
  return [...found];
}

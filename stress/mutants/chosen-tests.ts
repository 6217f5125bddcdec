import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What is mutated. */
export const mutantParts = {
  rules: ['src/domain/rules'],
  /** Of operations, `permit` alone. */
  permits: ['src/features'],
  operations: [
    'src/features/operations',
    'src/features/actions',
    'src/features/accounts',
    'src/features/loaders',
  ],
  store: ['src/store'],
} as const satisfies Record<string, readonly string[]>;
export type MutantPart = keyof typeof mutantParts;

/** Run by themselves, or about every definition at once: minutes for a mutant. */
const tooLong =
  /^test\/(browser|processes|contract|security|demo|docs|harness)\/|\/every-|sweep|lost-updates|two-at-once|page-statements|linked-pages|rendered-forms|stress\//;

/** A test of rules alone ends in a second, and is asked first. */
const needsService = (path: string) => !path.startsWith('test/rules/');

export interface Sources {
  /** Paths from the root, with what stands in them. */
  tests: ReadonlyMap<string, string>;
  sources: ReadonlyMap<string, string>;
}

async function readAll(root: string, folder: string, isWanted: (path: string) => boolean) {
  const found = new Map<string, string>();
  for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (entry.isFile() && isWanted(path)) found.set(path, await readFile(join(root, path), 'utf8'));
  }
  return found;
}

export async function readSources(root: string): Promise<Sources> {
  return {
    tests: await readAll(root, 'test', (path) => /\.test\.tsx?$/.test(path) && !tooLong.test(path)),
    sources: await readAll(root, 'src', (path) => /\.tsx?$/.test(path)),
  };
}

const baseOf = (path: string) => path.replace(/^.*\//, '').replace(/\.tsx?$/, '');

/** How far from a file the definitions are looked for that come to it by their imports. */
const mostImports = 4;

/** The definitions of a file, or the nearest that import it. */
function findDefinitions(file: string, sources: ReadonlyMap<string, string>): Set<string> {
  const definitions = new Set<string>();
  const seen = new Set([file]);
  let reached = [file];
  for (let depth = 0; depth < mostImports && definitions.size === 0; depth += 1) {
    for (const path of reached)
      if (sources.get(path)?.includes('defineOperation(')) definitions.add(baseOf(path));
    const imports = new RegExp(`/(${reached.map(baseOf).join('|')})\\.tsx?'`);
    reached = [...sources].flatMap(([path, text]) => (!seen.has(path) && imports.test(text) ? [path] : []));
    for (const path of reached) seen.add(path);
  }
  return definitions;
}

/** Words that a file and a test share in their paths: `search` of `src/store/knowledge/search-query.ts` and `test/search/`. */
function countSharedWords(file: string, test: string): number {
  const words = new Set(baseOf(test).split(/\W/).concat(test.split('/').slice(1, -1)));
  return [...new Set(baseOf(file).split('-'))].filter((word) => words.has(word)).length;
}

/**
 * The tests that touch a file most, at most so many: those of its name or importing it, then those that speak of a definition that
 * does, more where their paths share a word with the file's.
 */
export function chooseTests(file: string, { tests, sources }: Sources, atMost: number): string[] {
  const definitions = findDefinitions(file, sources);
  const spoken = definitions.size > 0 ? new RegExp(`\\b(${[...definitions].join('|')})\\b`, 'g') : null;
  const weights = [...tests].map(([path, text]) => {
    const isOfIt = text.includes(`/${file}'`) || baseOf(path) === `${baseOf(file)}.test`;
    const isImported = isOfIt ? (needsService(path) ? 20 : 1000) : 0;
    const mentions = spoken === null ? 0 : [...text.matchAll(spoken)].length;
    // A test of the same words that never speaks of a definition is of something else.
    const shared = mentions === 0 ? 0 : 10 * countSharedWords(file, path);
    return { path, weight: isImported + mentions + shared };
  });
  return weights
    .filter(({ weight }) => weight > 1)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, atMost)
    .map(({ path }) => path)
    .sort((a, b) => Number(needsService(a)) - Number(needsService(b)));
}

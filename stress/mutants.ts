import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '../test/harness/cluster.ts';
import { createRandom } from '../test/security/seeded-random.ts';
import { chooseTests, type MutantPart, mutantParts, readSources } from './mutants/chosen-tests.ts';
import { findPermitLines, listMutants, type Mutant } from './mutants/mutations.ts';
import type { StressTest } from './stress-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const preload = join(root, 'stress/mutants/replace-source.mjs');

/** A mutant that loops for ever is found, too. */
const timeoutMilliseconds = 120_000;
const testsOfMutant = 3;

export const mutants: StressTest = {
  name: 'mutants',
  summary:
    'Changes single decisions of rules, operations and store: does a test notice? (--seed, --count, --minutes, --only PART or FILE)',
  async run({ seed, count, minutes, only }) {
    const chosen = await chooseMutants(seed, count, only);
    const folder = await mkdtemp(join(tmpdir(), 'settlements-mutants-'));
    const cluster = await startCluster(join(folder, 'database'));
    const until = performance.now() + minutes * 60_000;
    const killed = { of: 0, not: 0, untested: 0 };
    /** Whether a test passes while nothing is changed: else it would notice everything. */
    const passing = new Map<string, boolean>();
    const run = (test: string, replaced?: { file: string; source: string }) =>
      passes(test, { ...replaced, cluster: cluster.address });
    try {
      for (const { file, mutant, tests } of chosen) {
        if (performance.now() > until) break;
        const source = join(folder, 'mutant.ts');
        await writeFile(source, mutant.source);
        const sound: string[] = [];
        let killer: string | undefined;
        for (const test of tests) {
          if (!passing.has(test)) passing.set(test, await run(test));
          if (!passing.get(test)) continue;
          sound.push(test);
          if (await run(test, { file: join(root, file), source })) continue;
          killer = test;
          break;
        }
        if (sound.length === 0) {
          killed.untested += 1;
          console.log(`  no test speaks of ${file}`);
        } else if (killer === undefined) {
          killed.not += 1;
          console.log(`  survives: ${file}:${mutant.line} ${mutant.change} (${sound.join(', ')})`);
        } else {
          killed.of += 1;
          console.log(`  killed: ${file}:${mutant.line} by ${killer}`);
        }
      }
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
    const tried = killed.of + killed.not;
    console.log(
      `\nSeed ${seed}: ${killed.of} of ${tried} killed, ${Math.round((100 * killed.of) / (tried || 1))} %; ` +
        `${killed.untested} of which no test speaks; ${chosen.length - tried - killed.untested} not tried.`,
    );
    return killed.not === 0;
  },
};

interface TriedMutant {
  file: string;
  mutant: Mutant;
  tests: string[];
}

async function chooseMutants(seed: number, count: number, only: string): Promise<TriedMutant[]> {
  const parts = (Object.keys(mutantParts) as MutantPart[]).filter((part) => part === only);
  const folders: readonly string[] = parts.length > 0 ? parts.flatMap((part) => mutantParts[part]) : ['src'];
  const all = await readSources(root);
  const files = [...all.sources].filter(
    ([path]) =>
      folders.some((each) => path.startsWith(`${each}/`)) && (parts.length > 0 || path.includes(only)),
  );
  const random = createRandom(seed);
  const ordered = files
    .flatMap(([file, source]) => {
      const permitLines = only === 'permits' ? findPermitLines(source) : undefined;
      return listMutants(source)
        .filter(({ line }) => permitLines?.has(line) ?? true)
        .map((mutant) => ({ file, mutant }));
    })
    .map((each) => ({ each, order: random.next() }))
    .sort((a, b) => a.order - b.order);
  console.log(`Seed ${seed}: ${Math.min(count, ordered.length)} of ${ordered.length} mutants.`);
  return ordered
    .slice(0, count)
    .map(({ each }) => ({ ...each, tests: chooseTests(each.file, all, testsOfMutant) }));
}

async function passes(
  test: string,
  { file = '', source = '', cluster }: { file?: string; source?: string; cluster: string },
): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, join(root, test)], {
    cwd: root,
    env: {
      ...process.env,
      MUTANT_FILE: file,
      MUTANT_SOURCE: source,
      SETTLEMENTS_TEST_CLUSTER: cluster,
      NODE_TEST_CONTEXT: undefined,
    },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  const code = await new Promise<number | null>((done) => child.on('exit', done));
  clearTimeout(timer);
  return code === 0;
}

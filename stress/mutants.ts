import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { createRandom } from '../test/security/seeded-random.ts';
import { chooseTests, type MutantPart, mutantParts, readSources } from './mutants/chosen-tests.ts';
import { findPermitLines, listMutants, type Mutant } from './mutants/mutations.ts';
import type { StressTest } from './stress-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const testEnvironment = new URL('../scripts/test-environment.mjs', import.meta.url).href;

/** Sources and tests compiled, and a database cluster for them. */
interface TestEnvironment {
  withTestEnvironment(
    measure: (name: string, work: () => unknown) => unknown,
    work: (cluster: { address: string }) => Promise<void>,
  ): Promise<void>;
  /** The address of a compiled source or test. */
  compiledAddress(file: string): string;
}

/** A mutant that loops for ever is found, too. */
const timeoutMilliseconds = 120_000;
const testsOfMutant = 6;

export const mutants: StressTest = {
  name: 'mutants',
  summary:
    'Changes single decisions of rules, operations and store: does a test notice? (--seed, --count, --minutes, --only PART or FILE)',
  async run({ seed, count, minutes, only }) {
    const chosen = await chooseMutants(seed, count, only);
    const { withTestEnvironment, compiledAddress } = (await import(testEnvironment)) as TestEnvironment;
    const until = performance.now() + minutes * 60_000;
    const killed = { of: 0, not: 0, untested: 0 };
    const measure = (_: string, work: () => unknown) => work();
    await withTestEnvironment(measure, async ({ address: cluster }) => {
      const run = (test: string, mutated?: { address: string; code: string }) =>
        passes(compiledAddress(test), cluster, mutated);
      /** Whether a test passes while nothing is changed: else it would notice everything. */
      const passing = new Map<string, Promise<boolean>>();
      const passesUnchanged = (test: string) => {
        const known = passing.get(test) ?? run(test);
        passing.set(test, known);
        return known;
      };
      const waiting = chosen.values();
      const work = async () => {
        for (const { file, mutant, tests } of waiting) {
          if (performance.now() > until) break;
          const mutated = { address: compiledAddress(file), code: await compile(file, mutant.source) };
          const sound: string[] = [];
          let killer: string | undefined;
          for (const test of tests) {
            if (!(await passesUnchanged(test))) continue;
            sound.push(test);
            if (await run(test, mutated)) continue;
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
      };
      await Promise.all(Array.from({ length: availableParallelism() }, work));
    });
    const tried = killed.of + killed.not;
    console.log(
      `\nSeed ${seed}: ${killed.of} of ${tried} killed, ${Math.round((100 * killed.of) / (tried || 1))} %; ` +
        `${killed.untested} of which no test speaks; ${chosen.length - tried - killed.untested} not tried.`,
    );
    return killed.not === 0;
  },
};

/** As the compiler does it to all others. */
async function compile(file: string, source: string): Promise<string> {
  const loader = file.endsWith('x') ? 'tsx' : 'ts';
  const { code } = await transform(source, {
    loader,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return code.replaceAll(/(["']\.{1,2}\/[^"'\n]+)\.tsx?(["'])/g, '$1.js$2');
}

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
  cluster: string,
  mutated?: { address: string; code: string },
): Promise<boolean> {
  const preload = pathToFileURL(`${root}stress/mutants/replace-source.mjs`).href;
  const child = spawn(process.execPath, ['--import', preload, fileURLToPath(test)], {
    cwd: root,
    env: {
      ...process.env,
      MUTANT_ADDRESS: mutated?.address ?? '',
      MUTANT_CODE: mutated?.code ?? '',
      SETTLEMENTS_TEST_CLUSTER: cluster,
      NODE_TEST_CONTEXT: undefined,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, timeoutMilliseconds);
  // The first failure is enough.
  createInterface({ input: child.stdout }).on('line', (line) => /^\s*(not ok|✖) /.test(line) && end());
  const code = await new Promise<number | null>((done) => child.on('exit', done));
  clearTimeout(timer);
  return code === 0;
}

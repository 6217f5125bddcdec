import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../test/security/seeded-random.ts';
import { listMutants, type Mutant } from './mutants/mutations.ts';
import type { StressTest } from './stress-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rules = join(root, 'src/domain/rules');
const tests = join(root, 'test/rules');
const preload = join(root, 'stress/mutants/replace-source.mjs');

/** A mutant that loops for ever is found, too. */
const timeoutMilliseconds = 120_000;

export const mutants: StressTest = {
  name: 'mutants',
  summary:
    'Changes single decisions in the rules: does a test of test/rules notice? (--seed, --count, --only)',
  async run({ seed, count, only }) {
    const { tried, untested } = await listTried(only);
    const random = createRandom(seed);
    const chosen = [...tried]
      .map((each) => ({ each, order: random.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ each }) => each);
    console.log(`Seed ${seed}: ${chosen.length} of ${tried.length} mutants.`);
    const folder = await mkdtemp(join(tmpdir(), 'settlements-mutants-'));
    let survivors = 0;
    try {
      for (const { file, mutant, testFiles } of chosen) {
        if (!(await survives(join(rules, file), mutant, testFiles, folder))) continue;
        survivors += 1;
        console.log(`  survives: ${file}:${mutant.line} ${mutant.change}`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const killed = chosen.length - survivors;
    console.log(`\n${killed} of ${chosen.length} killed, ${Math.round((100 * killed) / chosen.length)} %.`);
    console.log(`No test of test/rules imports: ${untested.join(', ')}`);
    return survivors === 0;
  },
};

interface TriedMutant {
  file: string;
  mutant: Mutant;
  testFiles: string[];
}

/** The mutants of each rule that a test imports by itself. */
async function listTried(only: string): Promise<{ tried: TriedMutant[]; untested: string[] }> {
  const sources = new Map<string, string>();
  for (const name of (await readdir(tests)).filter((each) => each.endsWith('.test.ts')))
    sources.set(join(tests, name), await readFile(join(tests, name), 'utf8'));
  const tried: TriedMutant[] = [];
  const untested: string[] = [];
  for (const file of (await readdir(rules)).filter((each) => each.includes(only)).sort()) {
    const testFiles = [...sources]
      .filter(([, text]) => text.includes(`/rules/${file}'`))
      .map(([path]) => path);
    if (testFiles.length === 0) untested.push(file);
    else
      for (const mutant of listMutants(await readFile(join(rules, file), 'utf8')))
        tried.push({ file, mutant, testFiles });
  }
  return { tried, untested };
}

async function survives(
  file: string,
  { source }: Mutant,
  testFiles: readonly string[],
  folder: string,
): Promise<boolean> {
  const path = join(folder, 'mutant.ts');
  await writeFile(path, source);
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, '--test', ...testFiles], {
    cwd: root,
    env: { ...process.env, MUTANT_FILE: file, MUTANT_SOURCE: path, NODE_TEST_CONTEXT: undefined },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  const code = await new Promise<number | null>((done) => child.on('exit', done));
  clearTimeout(timer);
  return code === 0;
}

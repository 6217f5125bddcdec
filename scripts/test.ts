/**
 * The test command: one database cluster for all test files, each of which works in a database cloned from a migrated
 * template. Uses DATABASE_URL when it is set (its user must be able to create databases), else the embedded server.
 *   npm test                    everything
 *   npm test -- test/kernel     one folder or file
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../test/harness/cluster.ts';

const wanted = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'settlements-test-'));
const cluster = await startCluster(dataDir);

const patterns =
  wanted.length === 0
    ? ['test/**/*.test.ts', 'test/**/*.test.tsx']
    : wanted.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.ts`));
const files = (await Promise.all(patterns.map(expand))).flat().sort();
const child = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--test',
    '--test-reporter=spec',
    // One more than there are cores: files wait for processes, timers and the database about a third of their time.
    `--test-concurrency=${availableParallelism() + 1}`,
    '--test-timeout=300000',
    ...files,
  ],
  { stdio: 'inherit', env: { ...process.env, SETTLEMENTS_TEST_CLUSTER: cluster.address, NODE_ENV: 'test' } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((done) => child.on('exit', (exit) => done(exit ?? 1)));
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = files.length === 0 ? 1 : code;

async function expand(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const { readdir } = await import('node:fs/promises');
  const [folder = '.', ending = ''] = pattern.split('/**/*');
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.endsWith(ending)).map((entry) => join(folder, entry));
}

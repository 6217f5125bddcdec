/**
 * The test command. Sources and tests are compiled once, into a folder of this run that goes away; every test file is a
 * process of its own. One database cluster for all of them, each works in a database cloned from a migrated template.
 * Uses DATABASE_URL when it is set (its user must be able to create databases), else the embedded server.
 *   npm test                    everything
 *   npm test -- test/kernel     one folder or file
 */
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildAssets } from './assets.mjs';
import { compile, root } from './compile.mjs';
import { nameSources } from './name-sources.mjs';

/** Begun first, so that none of them is left running alone at the end. */
const longest = [
  'browser/walk',
  'commands/command-line',
  'transport/bad-input',
  'transport/mcp/every-tool/every-tool',
  'operations/journal/visibility',
  'media/heic',
  'db/embedded',
  'db/embedded-machine',
  'mail/killed',
  'operations/media/uploading',
  'search/markdown',
  'browser/hostile-article',
].map((name) => `test/${name}.test.ts`);

const stop = new AbortController();
// Every file that runs or waits listens.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['test'];
const found = await Promise.all(wanted.map(listTests));
const nothing = wanted.filter((_, index) => found[index].length === 0);
if (nothing.length > 0) {
  console.error(`There are no tests at ${nothing.join(', ')}.`);
  process.exit(1);
}

const output = `dist-test/${process.pid}`;
await removeLeftovers();
const beside = ['src', 'test'].map((folder) => [folder, `${output}/${folder}`]);
await compile('tsconfig.test.json', beside, ['--outDir', join(root, output)]);
await buildAssets(join(root, output, 'src/web/built'));
const dataDir = await mkdtemp(join(tmpdir(), 'settlements-test-'));
let cluster;
try {
  process.env.NODE_ENV = 'test';
  const { startCluster } = await import(pathToFileURL(join(root, output, 'test/harness/cluster.js')).href);
  cluster = await startCluster(dataDir);
  process.env.SETTLEMENTS_TEST_CLUSTER = cluster.address;
  await runTests();
} finally {
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(join(root, output), { recursive: true, force: true });
}

async function runTests() {
  const events = run({
    files: inOrder([...new Set(found.flat())]).map((file) =>
      join(root, output, file.replace(/\.tsx?$/, '.js')),
    ),
    // One more than there are cores: files wait for processes, timers and the database about a third of their time.
    concurrency: availableParallelism() + 1,
    timeout: 300_000,
    signal: stop.signal,
  });
  events.on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1;
  });
  for await (const text of events.compose(new spec()))
    process.stdout.write(nameSources(String(text), root, output));
  if (stop.signal.aborted) process.exitCode = 1;
}

function inOrder(paths) {
  const rank = (path) => (longest.includes(path) ? longest.indexOf(path) : longest.length);
  return paths.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The test files at a path of the source tree, from the root of it. */
async function listTests(path) {
  const at = relative(root, resolve(path));
  if (/\.tsx?$/.test(at)) return existsSync(join(root, at)) ? [at] : [];
  const entries = await readdir(join(root, at), { recursive: true }).catch(() => []);
  return entries.filter((entry) => /\.test\.tsx?$/.test(entry)).map((entry) => join(at, entry));
}

/** What runs that were killed left behind. */
async function removeLeftovers() {
  for (const name of await readdir(join(root, 'dist-test')).catch(() => [])) {
    try {
      process.kill(Number(name), 0);
    } catch (error) {
      if (error.code === 'ESRCH') await rm(join(root, 'dist-test', name), { recursive: true, force: true });
    }
  }
}

/**
 * The test command. Sources and tests are compiled once into a temporary folder. One database cluster serves
 * all test files, each in a database cloned from a migrated template. Files share a few processes, except
 * those that need their own. Uses DATABASE_URL if set (its user must be able to create databases), else
 * the embedded server.
 *   npm test                      everything except the suites below
 *   npm test -- test/kernel       one folder or file
 *   npm run test:sweeps           tests that cover every page, form, tool, operation and hostile text
 *   npm run test:processes        tests that start the service, its commands, its database and other servers
 *   npm run test:browser          tests in a browser
 * With TEST_AGAIN=1, as set by CI, files with failures are run again, alone. Those that pass then are reported
 * as unsteady (flaky) at the end, with their first failure, and do not fail the run.
 * With --slowest it ends with the slowest files and with what setup took.
 * A full run ends with comparing the declared row types with the rows that their statements returned; with --rows
 * a partial run does so, too.
 */
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './compile.mjs';
import { nameSources } from './name-sources.mjs';
import { installPackages } from './packages.mjs';
import { collectFailures } from './test-failures.mjs';
import { createTimes } from './test-times.mjs';

installPackages();
const { compiledAddress, output, withTestEnvironment, writeProgram } = await import('./test-environment.mjs');

/** Started first, so that none runs alone at the end; each in its own process. */
const longest = [
  'browser/account-journey',
  'browser/every-page',
  'processes/command-line',
  'processes/embedded',
  'processes/embedded-machine',
  'processes/mail-process-killed',
  'browser/hostile-article',
].map((name) => `test/${name}.test.ts`);

/** Creates the demonstration, which others would have to wait for: begun first, and worth as many other files in its group. */
const first = { file: 'test/demo/messages.test.ts', cost: 15 };

/**
 * Cover every page, form, tool or operation as every role, every misspelling of many names, all hostile texts and
 * files, or every fault of a server: minutes of work that rarely find what other tests miss.
 */
const sweeps = [
  'web/every-page',
  'web/every-form',
  'web/every-refusal',
  'web/every-result',
  'web/linked-pages',
  'web/long-lists',
  'web/page-statements',
  'actions/exported-tables',
  'backup/altered-backup',
  'db/every-upgrade',
  'demo/day-by-the-clock',
  'demo/html-rules',
  'demo/photographs',
  'demo/year-by-the-clock',
  'geometry/degenerate-villages',
  'jobs/device-sessions',
  'land-import/every-file',
  'land-import/hostile-files',
  'markup/hostile-markdown',
  'markup/markdown-bounds',
  'media/s3-faults',
  'operations/common/misspelt-places',
  'operations/journal/finding-many',
  'operations/journal/visibility',
  'operations/lost-updates/two-writers',
  'operations/lost-updates/two-writers-elsewhere',
  'operations/two-at-once-bounds',
  'outbound/expired-certificate',
  'security/former-members',
  'security/mcp',
  'security/pages',
  'security/requests',
  'security/who-reads',
  'transport/bad-input',
  'transport/mcp/every-tool/every-tool',
  'transport/mcp/every-tool/operation-statements',
  'transport/mcp/long-replies',
].map((name) => `test/${name}.test.ts`);

/** Tests that change or inspect their process: environment, memory, timers, handles. */
const sensitive = [
  'db/templates',
  'demo/knowledge-articles',
  'devices/home-assistant-hostile',
  'media/exif-date',
  'media/picture-memory',
  'outbound/guard',
  'outbound/tls',
  'transport/server-close',
].map((name) => `test/${name}.test.ts`);

/** With more failures, nothing is run again. */
const mostTriedAgain = 8;

const stop = new AbortController();
// Every running or queued file adds a listener.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

const given = process.argv.slice(2);
const options = given.filter((argument) => ['--rows', '--slowest', '--sweeps'].includes(argument));
const wanted = options.includes('--sweeps')
  ? sweeps
  : given.filter((argument) => !options.includes(argument));
// More than the cores: files spend much time waiting for timers and the database.
const concurrency = availableParallelism() + (wanted.length === 0 ? 2 : 1);
const comparesRows = wanted.length === 0 || options.includes('--rows');
const found = wanted.length > 0 ? await Promise.all(wanted.map(listTests)) : [await listPlain()];
const nothing = wanted.filter((_, index) => found[index].length === 0);
if (nothing.length > 0) {
  console.error(`There are no tests at ${nothing.join(', ')}.`);
  process.exit(1);
}

const times = createTimes(join(root, output, 'times.jsonl'));
/** First failures of files that passed when they were run again. */
const unsteady = new Map();
const records = join(root, output, 'records');
await withTestEnvironment(times.measure, async (cluster) => {
  if (options.includes('--slowest')) process.env.SETTLEMENTS_TEST_TIMES = times.path;
  if (comparesRows) {
    await mkdir(records);
    process.env.SETTLEMENTS_ROW_TYPES = records;
  }
  await runTests();
  if (comparesRows && !stop.signal.aborted) await times.measure('row types', () => compareRows(cluster));
  if (options.includes('--slowest')) process.stdout.write(await times.describe(cluster.pid));
  for (const [file, failure] of unsteady) await reportUnsteady(file, nameSources(failure, root, output));
});

/** At the end of this run, and in the file that CI prints at the end of all its steps. */
async function reportUnsteady(file, failure) {
  process.stdout.write(`\nUNSTEADY, passed only when run again: ${file}\n${failure}\n`);
  const { UNSTEADY_TESTS } = process.env;
  if (UNSTEADY_TESTS) await appendFile(UNSTEADY_TESTS, `${file}\n${failure}\n\n`);
}

async function runTests() {
  const files = inOrder([...new Set(found.flat())]);
  const alone = files.filter((file) => [longest, sweeps, sensitive].some((list) => list.includes(file)));
  const begun = alone.filter((file) => longest.includes(file));
  const groups = [
    ...begun.map((file) => [file]),
    ...makeGroups(files.filter((file) => !alone.includes(file))),
    ...alone.filter((file) => !begun.includes(file)).map((file) => [file]),
  ];
  const failed = await runGroups(groups);
  const isTriedAgain = process.env.TEST_AGAIN === '1' && failed.size <= mostTriedAgain;
  const isBroken = isTriedAgain ? await failAgain(failed) : failed.size > 0;
  if (isBroken || stop.signal.aborted) process.exitCode = 1;
}

/** Runs each file alone; true if anything failed again. */
async function failAgain(failed) {
  for (const [file, firstFailure] of failed) {
    if (stop.signal.aborted) return true;
    process.stdout.write(`\nOnce more, alone: ${file}\n`);
    if ((await runGroups([[file]])).size === 0) unsteady.set(file, firstFailure);
  }
  return unsteady.size < failed.size;
}

/** Runs each group of files in a process. Returns the first failure of each file that failed. */
async function runGroups(groups) {
  const programs = new Map();
  for (const files of groups) {
    const named = files.map((file) => ({ name: file, address: compiledAddress(file) }));
    programs.set(await writeProgram(named), files);
  }
  const files = [...programs.keys()];
  const events = run({ files, concurrency, timeout: 1_800_000, signal: stop.signal });
  const failed = collectFailures(events, programs);
  for await (const text of events.compose(new spec()))
    process.stdout.write(nameSources(String(text), root, output));
  return failed;
}

async function compareRows(cluster) {
  const checker = compiledAddress('test/row-types/check.ts');
  const { checkRowTypes, describeReport, isWrong } = await import(checker);
  const seen = [];
  for (const name of await readdir(records)) {
    const lines = nameSources(await readFile(join(records, name), 'utf8'), root, output).split('\n');
    for (const line of lines.filter(Boolean)) seen.push(JSON.parse(line));
  }
  const report = checkRowTypes(root, seen, await cluster.readSchema(), join(root, output, 'row-types'));
  const isWhole = wanted.length === 0;
  process.stdout.write(describeReport(report, isWhole));
  if (isWrong(report, isWhole)) process.exitCode = 1;
}

/**
 * A group for each process that runs at once, files of a folder spread over them, so that all end at about the same time.
 * Browser tests, which take minutes each, in groups of four.
 */
function makeGroups(files) {
  const isWalk = files.some((file) => file.startsWith(join('test', 'browser', '/')));
  const count = Math.min(files.length, isWalk ? Math.ceil(files.length / 4) : concurrency);
  const groups = Array.from({ length: count }, () => ({ files: [], cost: 0 }));
  for (const file of files) {
    const group = groups.reduce((least, one) => (one.cost < least.cost ? one : least));
    group.files.push(file);
    group.cost += file === first.file ? first.cost : 1;
  }
  return groups.map((group) => group.files);
}

function inOrder(paths) {
  const begun = [first.file, ...longest];
  const rank = (path) => (begun.includes(path) ? begun.indexOf(path) : begun.length);
  return paths.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Test files at a path, relative to the repository root. */
async function listTests(path) {
  const at = relative(root, resolve(path));
  if (/\.tsx?$/.test(at)) return existsSync(join(root, at)) ? [at] : [];
  const entries = await readdir(join(root, at), { recursive: true }).catch(() => []);
  return entries.filter((entry) => /\.test\.tsx?$/.test(entry)).map((entry) => join(at, entry));
}

async function listPlain() {
  const apart = ['browser', 'processes'].map((folder) => join('test', folder, '/'));
  return (await listTests('test')).filter(
    (path) => !apart.some((folder) => path.startsWith(folder)) && !sweeps.includes(path),
  );
}

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
 * as unsteady (flaky) at the end and do not fail the run: the cause is a busy machine or a race.
 * A full run ends with comparing the declared row types with the rows that their statements returned; with --rows
 * a partial run does so, too.
 */
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { compile, root } from './compile.mjs';
import { nameSources } from './name-sources.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const { buildAssets } = await import('./assets.mjs');

/** Started first, so that none runs alone at the end; each in its own process. */
const longest = [
  // Creates the demo data, which others would have to wait for.
  'demo/messages',
  'browser/account-journey',
  'browser/every-page',
  'processes/command-line',
  'processes/embedded',
  'processes/embedded-machine',
  'processes/mail-process-killed',
  'browser/hostile-article',
].map((name) => `test/${name}.test.ts`);

/**
 * Cover every page, form, tool or operation as every role, every misspelling of many names, all hostile texts and
 * files, or every fault of a server: minutes of work that rarely find what other tests miss.
 */
const sweeps = [
  'web/every-page',
  'web/every-form',
  'web/linked-pages',
  'web/long-lists',
  'web/page-statements',
  'actions/exported-tables',
  'backup/altered-backup',
  'db/every-upgrade',
  'demo/html-rules',
  'demo/photographs',
  'geometry/degenerate-villages',
  'jobs/device-sessions',
  'land-import/every-file',
  'land-import/hostile-files',
  'search/hostile-markdown',
  'search/markdown-bounds',
  'media/s3-faults',
  'operations/common/misspelt-places',
  'operations/journal/finding-many',
  'operations/journal/visibility',
  'operations/lost-updates/two-writers',
  'operations/lost-updates/two-writers-elsewhere',
  'outbound/expired-certificate',
  'security/former-members',
  'security/mcp',
  'security/pages',
  'security/requests',
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

const isSweeping = process.argv.includes('--sweeps');
const wanted = isSweeping ? sweeps : process.argv.slice(2).filter((argument) => argument !== '--rows');
// More than the cores: files spend much time waiting for timers and the database.
const concurrency = availableParallelism() + (wanted.length === 0 ? 2 : 1);
const comparesRows = wanted.length === 0 || process.argv.includes('--rows');
const found = wanted.length > 0 ? await Promise.all(wanted.map(listTests)) : [await listPlain()];
const nothing = wanted.filter((_, index) => found[index].length === 0);
if (nothing.length > 0) {
  console.error(`There are no tests at ${nothing.join(', ')}.`);
  process.exit(1);
}

const output = `dist-test/${process.pid}`;
await removeLeftovers();
const beside = ['src', 'test'].map((folder) => [folder, `${output}/${folder}`]);
await compile('tsconfig.test.json', beside, ['--outDir', join(root, output)]);
const records = join(root, output, 'records');
await buildAssets(join(root, output, 'src/entry/web/built'));
const dataDir = await mkdtemp(join(tmpdir(), 'settlements-test-'));
let cluster;
try {
  process.env.NODE_ENV = 'test';
  const { startCluster } = await import(pathToFileURL(join(root, output, 'test/harness/cluster.js')).href);
  cluster = await startCluster(dataDir);
  process.env.SETTLEMENTS_TEST_CLUSTER = cluster.address;
  if (comparesRows) {
    await mkdir(records);
    process.env.SETTLEMENTS_ROW_TYPES = records;
  }
  await runTests();
  if (comparesRows && !stop.signal.aborted) await compareRows();
} finally {
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(join(root, output), { recursive: true, force: true });
}

async function runTests() {
  const files = inOrder([...new Set(found.flat())]);
  const alone = files.filter((file) => [longest, sweeps, sensitive].some((list) => list.includes(file)));
  const groups = await writeGroups(files.filter((file) => !alone.includes(file)));
  /** Source files run by each program. */
  const programs = new Map([...alone.map((file) => [compiled(file), [file]]), ...groups]);
  const begun = alone.filter((file) => longest.includes(file)).map(compiled);
  const failed = await runPrograms([...new Set([...begun, ...groups.keys(), ...programs.keys()])], programs);
  const isTriedAgain = process.env.TEST_AGAIN === '1' && failed.size <= mostTriedAgain;
  const isBroken = isTriedAgain ? await failAgain(failed) : failed.size > 0;
  if (isBroken || stop.signal.aborted) process.exitCode = 1;
}

/** Runs each file alone; true if anything failed again. */
async function failAgain(files) {
  const unsteady = [];
  for (const file of files) {
    if (stop.signal.aborted) return true;
    process.stdout.write(`\nOnce more, alone: ${file}\n`);
    const path = await writeProgram(`again-${file.replaceAll('/', '-')}.js`, [file]);
    if ((await runPrograms([path], new Map([[path, [file]]]))).size === 0) unsteady.push(file);
  }
  if (unsteady.length > 0)
    process.stdout.write(`\nUNSTEADY, passed only when run alone: ${unsteady.join(', ')}\n`);
  return unsteady.length < files.size;
}

/** Returns the source files with failures: all of a program that failed as a whole. */
async function runPrograms(paths, programs) {
  const failed = new Set();
  const events = run({ files: paths, concurrency, timeout: 1_800_000, signal: stop.signal });
  events.on('test:fail', ({ name, file, nesting, todo }) => {
    if (nesting > 0 || (todo !== undefined && todo !== false)) return;
    const sources = programs.get(file) ?? [...programs.values()].flat();
    for (const source of sources.includes(name) ? [name] : sources) failed.add(source);
  });
  for await (const text of events.compose(new spec()))
    process.stdout.write(nameSources(String(text), root, output));
  return failed;
}

async function compareRows() {
  const checker = pathToFileURL(join(root, output, 'test/row-types/check.js')).href;
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

function compiled(file) {
  return join(root, output, file.replace(/\.tsx?$/, '.js'));
}

/**
 * Writes programs that run about fifty files each (four of the browser tests, which take minutes each), distributed
 * round-robin, so that slow folders are spread and all cores stay busy. Returns the files of each.
 */
async function writeGroups(files) {
  const isWalk = files.some((file) => file.startsWith(join('test', 'browser', '/')));
  const count = Math.min(files.length, Math.max(concurrency, Math.ceil(files.length / (isWalk ? 4 : 50))));
  const groups = new Map();
  for (let index = 0; index < count; index += 1) {
    const names = files.filter((_, at) => at % count === index);
    groups.set(await writeProgram(`group-${index + 1}.js`, names), names);
  }
  return groups;
}

async function writeProgram(name, files) {
  const path = join(root, output, name);
  const group = files.map((file) => ({ name: file, address: pathToFileURL(compiled(file)).href }));
  const together = `import { runTogether } from './test/harness/together.js';\n`;
  await writeFile(path, `${together}runTogether(${JSON.stringify(group)});\n`);
  return path;
}

function inOrder(paths) {
  const rank = (path) => (longest.includes(path) ? longest.indexOf(path) : longest.length);
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

/** Removes the output of killed runs. */
async function removeLeftovers() {
  for (const name of await readdir(join(root, 'dist-test')).catch(() => [])) {
    try {
      process.kill(Number(name), 0);
    } catch (error) {
      if (error.code === 'ESRCH') await rm(join(root, 'dist-test', name), { recursive: true, force: true });
    }
  }
}

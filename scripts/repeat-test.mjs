/**
 * Runs test files many times, ten times in a process, with busy loops beside them, and tells how often each passed and
 * how it failed. Finds tests that depend on time or luck.
 *   npm run test:repeat -- test/some/file.test.ts --times 100 --busy 1
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { compile, root } from './compile.mjs';
import { nameSources } from './name-sources.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const { buildAssets } = await import('./assets.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '1' } },
});
const [times, busy] = [Number(values.times), Number(values.busy)];
const files = positionals.map((path) => relative(root, resolve(path)));
const missing = files.filter((file) => !/\.test\.tsx?$/.test(file) || !existsSync(join(root, file)));
if (files.length === 0 || missing.length > 0 || !(times >= 1) || !(busy >= 0)) {
  console.error(`Usage: npm run test:repeat -- FILE.test.ts … [--times 20] [--busy 1] ${missing.join(' ')}`);
  process.exit(1);
}

/** Loading the service takes longer than most test files. */
const runsPerProcess = 10;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

const output = `dist-test/${process.pid}`;
const beside = ['src', 'test'].map((folder) => [folder, `${output}/${folder}`]);
await compile('tsconfig.test.json', beside, ['--outDir', join(root, output)]);
await buildAssets(join(root, output, 'src/entry/web/built'));
const dataDir = await mkdtemp(join(tmpdir(), 'settlements-test-'));
let cluster;
let loops = [];
try {
  process.env.NODE_ENV = 'test';
  const { startCluster } = await import(pathToFileURL(join(root, output, 'test/harness/cluster.js')).href);
  cluster = await startCluster(dataDir);
  process.env.SETTLEMENTS_TEST_CLUSTER = cluster.address;
  loops = Array.from({ length: busy }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  for (const file of files) if (!stop.signal.aborted) await repeat(file);
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(join(root, output), { recursive: true, force: true });
}

async function repeat(file) {
  const begun = performance.now();
  let done = 0;
  let failed = 0;
  while (done < times) {
    const count = Math.min(runsPerProcess, times - done);
    const failures = await runBatch(file, done + 1, count);
    if (stop.signal.aborted) break;
    done += count;
    failed += failures;
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(
    `${file}: ${done - failed} of ${done} runs passed beside ${busy} busy loops, ${seconds} s\n`,
  );
  if (failed > 0 || stop.signal.aborted) process.exitCode = 1;
}

/** Returns how many runs failed, after printing how. */
async function runBatch(file, first, count) {
  const names = Array.from({ length: count }, (_, index) => `${file}, run ${first + index}`);
  const events = run({ files: [await writeProgram(file, names)], timeout: 7_200_000, signal: stop.signal });
  const failed = new Set();
  events.on('test:fail', ({ name, nesting, todo }) => {
    if (nesting > 0 || (todo !== undefined && todo !== false)) return;
    // Without the name of a run the process failed as a whole.
    for (const each of names.includes(name) ? [name] : names) failed.add(each);
  });
  let printed = '';
  for await (const text of events.compose(new spec())) printed += text;
  const summary = printed.indexOf('failing tests:');
  if (failed.size > 0 && !stop.signal.aborted)
    process.stdout.write(
      `\n${[...failed].join('\n')}\n${nameSources(printed.slice(Math.max(0, summary)), root, output)}\n`,
    );
  return failed.size;
}

/** Each run loads the test file anew, and what it imports once. */
async function writeProgram(file, names) {
  const path = join(root, output, `repeat-${file.replaceAll('/', '-')}.js`);
  const address = pathToFileURL(join(root, output, file.replace(/\.tsx?$/, '.js'))).href;
  const runs = names.map((name, index) => ({ name, address: `${address}?run=${index}` }));
  const together = `import { runTogether } from './test/harness/together.js';\n`;
  await writeFile(path, `${together}runTogether(${JSON.stringify(runs)});\n`);
  return path;
}

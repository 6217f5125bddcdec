/**
 * Runs test files many times, ten times in a process, with busy loops beside them, and tells how often each passed and
 * how it failed. Finds tests that depend on time or luck.
 *   npm run test:repeat -- test/some/file.test.ts --times 100 --busy 1
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { root } from './compile.mjs';
import { nameSources } from './name-sources.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const { compiledAddress, output, withTestEnvironment, writeProgram } = await import('./test-environment.mjs');

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

await withTestEnvironment(
  (_step, work) => work(),
  async () => {
    const loops = Array.from({ length: busy }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    try {
      for (const file of files) if (!stop.signal.aborted) await repeat(file);
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  },
);

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
  // Each run loads the test file anew, and what it imports once.
  const runs = names.map((name, index) => ({ name, address: `${compiledAddress(file)}?run=${index}` }));
  const events = run({ files: [await writeProgram(runs)], timeout: 7_200_000, signal: stop.signal });
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

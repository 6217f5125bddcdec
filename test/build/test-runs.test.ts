import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repository } from '../harness/source-tree.ts';

/** Test files by name; each is registered and run as the test command does it. */
const sources = {
  'uncaught.test': `
    it('waits for what never happens', async () => {
      setTimeout(() => { throw new Error('thrown in a callback'); }, 1);
      await new Promise(() => {});
    });
    it('comes later', () => {});`,
  'rejected.test': `
    it('leaves a promise alone', async () => {
      Promise.reject(new Error('rejected beside the test'));
      await new Promise((done) => setTimeout(done, 60_000).unref());
    });`,
  'failing.test': `
    describe('a suite', () => {
      it('passes', () => {});
      it('fails first', () => { throw new Error('the first failure'); });
      it('fails next', () => { throw new Error('the next failure'); });
    });`,
  'passing.test': `
    await new Promise((done) => setTimeout(done, 20));
    describe('a suite', () => { describe('in a suite', () => { it('passes', async () => {}); }); });`,
};

describe('test files that share a process', () => {
  let folder: string;
  let outcome: { passed: string[]; failed: Record<string, string> };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'settlements-test-runs-'));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return pathToFileURL(join(folder, name)).href;
    };
    const files = Object.entries(sources).map(([name, text]) => ({
      name,
      address: write(`${name}.mjs`, `import { describe, it } from 'node:test';\n${text}\n`),
    }));
    const harness = (name: string) =>
      new URL(`../harness/${name}${extname(import.meta.url)}`, import.meta.url).href;
    write(
      'program.mjs',
      `import '${harness('test-runner-hook')}';
       const { runTogether } = await import('${harness('together')}');
       runTogether(${JSON.stringify(files)});`,
    );
    const program = JSON.stringify(join(folder, 'program.mjs'));
    write(
      'run.mjs',
      `import { run } from 'node:test';
       import { collectFailures } from '${pathToFileURL(join(repository, 'scripts/test-failures.mjs')).href}';
       const events = run({ files: [${program}] });
       const failed = collectFailures(events, new Map([[${program}, ${JSON.stringify(files.map(({ name }) => name))}]]));
       const passed = [];
       events.on('test:pass', ({ name, nesting }) => nesting === 0 && passed.push(name));
       for await (const event of events);
       console.log(JSON.stringify({ passed, failed: Object.fromEntries(failed) }));`,
    );
    const { NODE_TEST_CONTEXT: _context, SETTLEMENTS_TEST_TIMES: _times, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs')], {
      env,
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    outcome = JSON.parse(stdout);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('fail at once with an uncaught error, and the files after them run', () => {
    assert.deepEqual(Object.keys(outcome.failed), ['uncaught.test', 'rejected.test', 'failing.test']);
    assert.deepEqual(outcome.passed, ['passing.test']);
    assert.match(
      outcome.failed['uncaught.test'] ?? '',
      /^uncaught\.test: Error: thrown in a callback\n +at .*uncaught\.test\.mjs:\d/,
    );
    assert.match(outcome.failed['rejected.test'] ?? '', /^rejected\.test: Error: rejected beside the test\n/);
  });

  it('are reported with the test that failed first, its error and stack', () => {
    assert.match(
      outcome.failed['failing.test'] ?? '',
      /^fails first: Error: the first failure\n +at .*failing\.test\.mjs:\d/,
    );
  });
});

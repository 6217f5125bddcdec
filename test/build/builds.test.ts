import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { repository } from '../harness/source-tree.ts';

interface Builds {
  makeBuild(project: string, fill: (folder: string) => Promise<void>): Promise<string>;
  removeOldBuilds(dist: string, key: string, now: number): Promise<void>;
}
const { makeBuild, removeOldBuilds } = (await import(
  pathToFileURL(join(repository, 'scripts/builds.mjs')).href
)) as Builds;

/** A program that loads one of its files late, as the service does with worker threads and commands. */
const program = `
  process.stdin.once('data', async () => {
    console.log((await import('./late.js')).made);
    process.exit(0);
  });
  console.log('up');
`;

describe('builds', () => {
  const folders: string[] = [];
  let project: string;
  let dist: string;
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'settlements builds '));
    dist = join(project, 'dist');
    folders.push(project);
    await mkdir(join(project, 'src'));

    await cp(join(repository, 'bin'), join(project, 'bin'), { recursive: true });
    await writeFile(join(project, 'package.json'), '{"type":"module"}');
  });
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const fill = async (folder: string) => {
    await writeFile(join(folder, 'main.js'), program);
    await sleep(50);
    const source = await readFile(join(project, 'src/one.ts'), 'utf8');
    await writeFile(join(folder, 'late.js'), `export const made = ${JSON.stringify(source)};`);
  };
  const build = async (source: string) => {
    await writeFile(join(project, 'src/one.ts'), source);
    return makeBuild(project, fill);
  };
  const listBuilds = async () => (await readdir(dist)).filter((name) => name !== 'current').sort();

  it('are made once for the same sources, and by several builders at once', async () => {
    const first = await build('a');
    let isFilled = false;
    await makeBuild(project, async () => {
      isFilled = true;
    });
    assert.equal(isFilled, false);
    await writeFile(join(project, 'src/one.ts'), 'b');
    const made = await Promise.all([1, 2, 3].map(() => makeBuild(project, fill)));
    assert.equal(new Set(made).size, 1);
    assert.equal(await readFile(join(dist, 'current'), 'utf8'), basename(made[0] as string));
    assert.deepEqual(await listBuilds(), [first, made[0] as string].map((path) => basename(path)).sort());
  });

  it('leave the current one alone while they run and when they fail', async () => {
    const first = await build('a');
    await writeFile(join(project, 'src/one.ts'), 'b');
    const seen: string[] = [];
    await assert.rejects(
      makeBuild(project, async (folder) => {
        await fill(folder);
        seen.push(await readFile(join(dist, 'current'), 'utf8'));
        throw new Error('no room');
      }),
      /no room/,
    );
    assert.deepEqual(seen, [basename(first)]);
    assert.deepEqual(await listBuilds(), [basename(first)]);
  });

  it('stay while a process runs them, which loads its own files to the end', async () => {
    const first = await build('a');
    const running = start();
    assert.equal(await readLine(running), 'up');
    const second = await build('b');
    const later = Date.now() + 3_600_000;
    await removeOldBuilds(dist, basename(second), later);
    assert.deepEqual(await listBuilds(), [first, second].map((path) => basename(path)).sort());
    running.stdin?.write('go\n');
    assert.equal(await readLine(running), 'a');
    await once(running, 'exit');
    await removeOldBuilds(dist, basename(second), later);
    assert.deepEqual(await listBuilds(), [basename(second)]);
    const next = start();
    assert.equal(await readLine(next), 'up');
    next.stdin?.write('go\n');
    assert.equal(await readLine(next), 'b');
    await once(next, 'exit');
  });

  it('are not found in a checkout that has none', async () => {
    const child = start();
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    assert.equal(code, 69);
    assert.match(said, /npm start, or npm run build/);
  });

  const start = () =>
    spawn(process.execPath, [join(project, 'bin/settlements.js')], { stdio: ['pipe', 'pipe', 'pipe'] });
  const readLine = (child: ChildProcess): Promise<string> =>
    Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data').then(([chunk]) => String(chunk).trim()),
      once(child, 'close').then(([code]) => assert.fail(`it ended with ${code}`)),
    ]);
});

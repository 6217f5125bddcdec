import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAssets } from './assets.mjs';
import { bundleWorkers } from './bundle.mjs';
import { compile, root } from './compile.mjs';

/** Sources and tests are compiled here, relative to the repository root. */
export const output = `dist-test/${process.pid}`;

/** The address of a compiled test file or source. */
export function compiledAddress(file) {
  return pathToFileURL(join(root, output, file.replace(/\.tsx?$/, '.js'))).href;
}

/**
 * Compiles sources and tests, starts a database cluster for them and removes both after the work. `measure` is called
 * with the name of each step and the step.
 */
export async function withTestEnvironment(measure, work) {
  await removeLeftovers();
  const beside = ['src', 'test'].map((folder) => [folder, `${output}/${folder}`]);
  await measure('compiling', () => compile('tsconfig.test.json', beside, ['--outDir', join(root, output)]));
  await measure('worker threads', () => bundleWorkers(join(root, output, 'src')));
  await measure('assets of pages', () => buildAssets(join(root, output, 'src/entry/web/built')));
  const dataDir = await mkdtemp(join(tmpdir(), 'settlements-test-'));
  let cluster;
  try {
    process.env.NODE_ENV = 'test';
    const { startCluster } = await import(compiledAddress('test/harness/cluster.ts'));
    cluster = await measure('cluster and migrated template', () => startCluster(dataDir));
    process.env.SETTLEMENTS_TEST_CLUSTER = cluster.address;
    await work(cluster);
  } finally {
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(join(root, output), { recursive: true, force: true });
  }
}

let programCount = 0;

/** Writes a program that runs test files (`{ name, address }`) one after another in its process. */
export async function writeProgram(files) {
  programCount += 1;
  const path = join(root, output, `program-${programCount}.js`);
  await writeFile(
    path,
    `import './test/harness/test-runner-hook.js';
const { runTogether } = await import('./test/harness/together.js');
runTogether(${JSON.stringify(files)});
`,
  );
  return path;
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

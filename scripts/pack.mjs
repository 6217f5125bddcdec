/**
 * Before `npm pack`: puts the current build and the versions of its packages where the package takes them from.
 * With --clean, after it: removes both.
 */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './compile.mjs';
import { installPackages } from './packages.mjs';

const packed = join(root, 'dist/package');
// npm takes a shrinkwrap into the package, and never a package-lock.json.
const versions = join(root, 'npm-shrinkwrap.json');

await rm(packed, { recursive: true, force: true });
await rm(versions, { force: true });
if (!process.argv.includes('--clean')) {
  installPackages();
  const { makeBuild } = await import('./builds.mjs');
  const folder = await makeBuild();
  // What processes leave in a build that they run.
  const left = ['running', 'compiled'];
  const filter = (path) => !left.includes(relative(folder, path));
  await cp(folder, packed, { recursive: true, filter });
  await writeFile(versions, `${JSON.stringify(dropDevelopment(await readLockfile()), null, 2)}\n`);
}

async function readLockfile() {
  return JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
}

function dropDevelopment(lockfile) {
  const needed = Object.entries(lockfile.packages).filter(([, { dev }]) => !dev);
  const packages = Object.fromEntries(needed);
  const { devDependencies: _, ...own } = packages[''];
  return { ...lockfile, packages: { ...packages, '': own } };
}

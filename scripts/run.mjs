/** `node scripts/run.mjs FILE …` runs a script that needs the packages; with --build in front, one that needs the build. */
import '../bin/node-version.js';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './packages.mjs';

installPackages();
if (process.argv[2] === '--build') {
  process.argv.splice(2, 1);
  const { makeBuild } = await import('./builds.mjs');
  await makeBuild();
}
process.argv.splice(1, 1);
const file = resolve(process.argv[1]);
process.argv[1] = file;
if (file.endsWith('.ts')) await import('tsx');
await import(pathToFileURL(file).href);

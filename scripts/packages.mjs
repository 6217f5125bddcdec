/** Installs the packages of the lockfile when they are not there. Imports nothing but Node's own modules. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './compile.mjs';

/** The paths of packages that the lockfile names and `node_modules` lacks or has in another version. */
export function listMissingPackages(lockfile, installed) {
  return Object.entries(lockfile.packages ?? {})
    .filter(([path, { optional, devOptional, peer, link }]) => {
      // npm leaves out optional packages of other systems, and those that cannot be installed.
      return path !== '' && !optional && !(devOptional && peer) && !link;
    })
    .filter(([path, { version }]) => installed?.packages?.[path]?.version !== version)
    .map(([path]) => path);
}

export function installPackages() {
  const missing = listMissingPackages(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    readInstalled(),
  );
  if (missing.length === 0) return;
  console.error(`Installing the packages of package-lock.json: ${missing.length} are missing.`);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  const how = { cwd: root, stdio: ['ignore', 2, 'inherit'] };
  const { status, error } = npm?.endsWith('js')
    ? spawnSync(process.execPath, [npm, ...args], how)
    : spawnSync('npm', args, { ...how, shell: process.platform === 'win32' });
  if (status === 0) return;
  console.error(
    `The packages could not be installed${error ? ` (${error.message})` : ''}. npm's words above say why: most often there is ` +
      'no connection to the registry, or no room on the disk. When it is mended, run the same command again.',
  );
  process.exit(status || 1);
}

/** npm's own record of what is in node_modules. */
function readInstalled() {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

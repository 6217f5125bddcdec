/**
 * A build lies in a folder named by what it is made of, appears there whole, and stays while a process runs it. The
 * file `dist/current` names the build that bin/settlements.js starts. Imports Node's own modules until it has to build.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './compile.mjs';

/** A process that has read `current` and has not yet left its mark needs the build that it found there. */
const graceMilliseconds = 10 * 60_000;

/** Makes the build of the sources unless it is there; returns its folder. */
export async function makeBuild(project = root, fill = fillBuild) {
  const dist = join(project, 'dist');
  const key = await hashSources(project);
  const folder = join(dist, key);
  if (!existsSync(join(folder, 'main.js'))) {
    await mkdir(dist, { recursive: true });
    const draft = join(dist, `.new-${process.pid}-${randomBytes(4).toString('hex')}`);
    try {
      await mkdir(join(draft, 'running'), { recursive: true });
      await fill(draft);
      await rename(draft, folder).catch((error) => {
        // Another build of the same sources was quicker.
        if (!existsSync(join(folder, 'main.js'))) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  await setCurrent(dist, key);
  await removeOldBuilds(dist, key);
  return folder;
}

async function fillBuild(folder) {
  const [{ buildAssets }, { bundleProgram, writeLicences }] = await Promise.all([
    import('./assets.mjs'),
    import('./bundle.mjs'),
  ]);
  const inputs = await Promise.all([bundleProgram(folder), buildAssets(join(folder, 'entry/web/built'))]);
  await writeLicences(inputs.flat(), join(folder, 'THIRD-PARTY-LICENSES'));
}

/** Everything that decides what a build holds. */
export async function hashSources(project) {
  const names = (await readdir(join(project, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const scripts = ['assets', 'builds', 'bundle', 'compile'].map((name) => `scripts/${name}.mjs`);
  const more = [...scripts, 'package-lock.json', 'tsconfig.json'].map((name) => join(project, name));
  const hash = createHash('sha256');
  for (const path of [...names.sort(), ...more]) {
    const body = existsSync(path) ? readFileSync(path) : '';
    hash.update(`${path.slice(project.length)}\0${body.length}\0`).update(body);
  }
  return hash.digest('hex').slice(0, 16);
}

async function setCurrent(dist, key) {
  const path = join(dist, 'current');
  if ((await readFile(path, 'utf8').catch(() => '')) === key) return;
  const draft = `${path}-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, key);
  await rename(draft, path);
}

/** Builds that no process runs, and drafts of killed builds. */
export async function removeOldBuilds(dist, key, now = Date.now()) {
  for (const name of await readdir(dist)) {
    const path = join(dist, name);
    const maker = /^\.(?:new|old)-(\d+)-/.exec(name)?.[1];
    if (maker !== undefined) {
      if (!isAlive(Number(maker))) await rm(path, { recursive: true, force: true });
    } else if (/^[0-9a-f]{16}$/.test(name) && name !== key && (await isUnused(path, now))) {
      const aside = join(dist, `.old-${process.pid}-${name}`);
      const isMoved = await rename(path, aside).then(
        () => true,
        () => false,
      );
      if (!isMoved) continue;
      // A process may have left its mark in the meantime.
      if (hasUsers(aside)) await rename(aside, path);
      else await rm(aside, { recursive: true, force: true });
    }
  }
}

async function isUnused(folder, now) {
  const { mtimeMs } = await stat(join(folder, 'running')).catch(() => ({ mtimeMs: 0 }));
  return now - mtimeMs > graceMilliseconds && !hasUsers(folder);
}

function hasUsers(folder) {
  const marks = existsSync(join(folder, 'running')) ? readdirSync(join(folder, 'running')) : [];
  return marks.some((pid) => isAlive(Number(pid)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

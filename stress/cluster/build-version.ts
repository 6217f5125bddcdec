import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the version of a commit in its own folder, with the packages of this one; returns its program. */
export async function buildVersion(ref: string, folder: string): Promise<string> {
  await mkdir(folder);
  const archive = join(folder, 'source.tar');
  run('git', ['archive', '--output', archive, ref], root);
  run('tar', ['-xf', archive], folder);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs'], folder);
  return join(folder, 'bin/settlements.js');
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  if (status === 0) return;
  throw new Error(`${program} ${args.join(' ')} in ${cwd}: ${error?.message ?? stderr.slice(-2000)}`);
}

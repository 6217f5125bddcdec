import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compiles a project's sources (types are checked by `npm run check`, not at every start) and copies the files read
 * at run time: SQL, markdown, styles, pictures, scripts.
 */
export async function compile(project, folders, more = []) {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin/tsc'), '-p', join(root, project), ...more];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const [from, to] of folders) {
    const filter = (path) => !/\.tsx?$/.test(path);
    await cp(join(root, from), join(root, to), { recursive: true, filter });
  }
}

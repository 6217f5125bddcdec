/** Compiles src to dist (types are checked by `npm run check`, not at every start) and puts beside the code what it reads at run time: SQL, markdown, styles, pictures, scripts. */
import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const { status } = spawnSync(
  process.execPath,
  [join(typescript, 'bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);

const readAtRunTime = /\.(?:sql|md|css|svg|js|json|webp|png|txt)$/;
await cp(join(root, 'src'), join(root, 'dist'), {
  recursive: true,
  filter: (path) => !/\.[^/\\]+$/.test(path) || readAtRunTime.test(path),
});

/** `npm run build`: compiles src to dist and builds the browser assets there. */
import { join } from 'node:path';
import { buildAssets } from './assets.mjs';
import { compile, root } from './compile.mjs';

await compile('tsconfig.build.json', [['src', 'dist']]);
await buildAssets(join(root, 'dist/entry/web/built'));

/** `npm run build`: compiles src to dist. */
import { compile } from './compile.mjs';

await compile('tsconfig.build.json', [['src', 'dist']]);

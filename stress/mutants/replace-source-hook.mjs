import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

const { MUTANT_FILE: file } = process.env;
const replaced = file ? pathToFileURL(file).href : '';

export async function load(url, context, nextLoad) {
  if (url.split('?', 1)[0] !== replaced) return nextLoad(url, context);
  const source = await readFile(process.env.MUTANT_SOURCE ?? '', 'utf8');
  const { code } = await transform(source, { loader: file?.endsWith('x') ? 'tsx' : 'ts', format: 'esm' });
  return { format: 'module', source: code, shortCircuit: true };
}

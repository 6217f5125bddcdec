import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, from sources as well as from compiled files. */
export const repository = fileURLToPath(findUp('package.json', new URL('.', import.meta.url)));

function findUp(name: string, folder: URL): URL {
  return existsSync(new URL(name, folder)) ? folder : findUp(name, new URL('..', folder));
}

/** Path of a module next to the caller: `./name.ts`, or its compiled file. */
export function siblingModulePath(asking: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(asking)}`, asking));
}

/** Node arguments to run a module; TypeScript needs a loader. */
export function nodeArguments(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', 'tsx', path] : [path];
}

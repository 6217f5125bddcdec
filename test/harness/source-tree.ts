import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, whether this runs from the sources or from where they were compiled to. */
export const repository = fileURLToPath(findUp('package.json', new URL('.', import.meta.url)));

function findUp(name: string, folder: URL): URL {
  return existsSync(new URL(name, folder)) ? folder : findUp(name, new URL('..', folder));
}

/** A module of the tests that lies beside the one that asks: `./name.ts`, or what it was compiled to. */
export function moduleBeside(asking: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(asking)}`, asking));
}

/** What Node is started with to run a module; TypeScript needs the loader that runs it. */
export function argumentsToRun(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', 'tsx', path] : [path];
}

/**
 * Writes the contract as files that are committed and compared: contract/openapi.json, and one file per operation with
 * its REST and MCP form. `--check` writes nothing and fails when they are not what the code says.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { describeApi } from '../src/contract/openapi.ts';
import type { AnyOperation } from '../src/kernel/operation.ts';
import { operations } from '../src/operations/index.ts';
import { describeTool } from '../src/transport/mcp/tool-list.ts';

const folder = new URL('../contract/', import.meta.url);
const all = operations as unknown as readonly AnyOperation[];
const api = describeApi(all);
const files = new Map<string, string>([['openapi.json', printApi(api)]]);
for (const operation of all) {
  const rest = Object.values(api.paths)
    .flatMap((path) => Object.values(path))
    .find((entry) => entry.operationId === operation.name);
  files.set(
    `operations/${operation.name}.json`,
    print({
      name: operation.name,
      route: operation.route,
      scope: operation.scope,
      audiences: operation.audiences,
      rest,
      tool: describeTool(operation),
    }),
  );
}

if (process.argv.includes('--check')) {
  const stale: string[] = [];
  for (const [name, content] of files) {
    const committed = await readFile(new URL(name, folder), 'utf8').catch(() => '');
    if (committed !== content) stale.push(name);
  }
  const known = await readdir(new URL('operations/', folder)).catch(() => []);
  stale.push(...known.map((name) => `operations/${name}`).filter((name) => !files.has(name)));
  if (stale.length > 0) {
    console.error(
      `The committed contract is not what the code says: ${stale.join(', ')}. Run: npm run contract`,
    );
    process.exitCode = 1;
  } else {
    console.log(`The contract of ${all.length} operations is as committed.`);
  }
} else {
  await rm(folder, { recursive: true, force: true });
  await mkdir(new URL('operations/', folder), { recursive: true });
  for (const [name, content] of files) await writeFile(new URL(name, folder), content);
  console.log(`${files.size} files written.`);
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One line per operation: small enough to keep, and a change shows where it is. */
function printApi({ paths, ...rest }: typeof api): string {
  const lines = Object.entries(paths).map(
    ([path, methods]) =>
      `${JSON.stringify(path)}: {\n${Object.entries(methods)
        .map(([method, entry]) => `  ${JSON.stringify(method)}: ${JSON.stringify(entry)}`)
        .join(',\n')}\n}`,
  );
  return `${JSON.stringify(rest, null, 1).slice(0, -2)},\n"paths": {\n${lines.join(',\n')}\n}\n}\n`;
}

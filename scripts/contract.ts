/**
 * The contract as files that are committed and compared, taken from what a running service serves: contract/openapi.json
 * and the tools of each MCP server in contract/tools. Also the table of layers in docs/architecture.md, and
 * docs/configuration.md.
 *   npm run contract               writes them
 *   npm run contract -- --check    writes nothing; fails when they are not what is served, or when that differs from
 *                                  contract/frozen by more than additions and contract/exceptions.json
 *   npm run contract -- --record   records replies to requests of contract/frozen/replay.json that have none yet
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { settingGroups, settingsLead } from '../src/config-descriptions.ts';
import { withLayers } from '../test/architecture/layers.ts';
import { compareDescriptions } from '../test/contract/breaking-changes.ts';
import { checkExceptions, readExceptions } from '../test/contract/exceptions.ts';
import { type RecordedRequest, replay } from '../test/contract/replay.ts';
import { fetchServedApi, type ServedApi, type Tool } from '../test/contract/served-api.ts';
import { openService } from '../test/harness/open-service.ts';

const root = new URL('../', import.meta.url);
const contract = new URL('contract/', root);
const read = (at: URL) => readFile(at, 'utf8').catch(() => '');
const readFrozen = async (name: string) => JSON.parse(await read(new URL(`frozen/${name}`, contract)));

const { service, close } = await openService();
try {
  if (process.argv.includes('--record')) await record();
  else {
    const served = await fetchServedApi(service);
    const files = await describeFiles(served);
    if (process.argv.includes('--check')) await check(served, files);
    else await write(files);
  }
} finally {
  await close();
}

/** Generated files by path from the repository root. */
async function describeFiles({ openapi, tools }: ServedApi): Promise<Map<string, string>> {
  const rooms = 'docs/architecture.md';
  return new Map([
    ['contract/openapi.json', printApi(openapi)],
    ...Object.entries(tools).map(([name, list]) => [`contract/tools/${name}.json`, print(list)] as const),
    ['docs/configuration.md', describeSettings()],
    [rooms, withLayers(await read(new URL(rooms, root)))],
  ]);
}

function describeSettings(): string {
  const tables = settingGroups.map(({ title, settings }) => {
    const rows = settings.map(
      ({ names, preset, meaning }) =>
        `| ${names.map((name) => `\`${name}\``).join(', ')} | ${preset || '–'} | ${meaning} |`,
    );
    return `## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Configuration\n\n${settingsLead}\n\n${tables.join('\n')}`;
}

async function write(files: Map<string, string>): Promise<void> {
  await rm(new URL('tools', contract), { recursive: true, force: true });
  await mkdir(new URL('tools', contract), { recursive: true });
  for (const [name, content] of files) await writeFile(new URL(name, root), content);
  console.log(`${files.size} files written.`);
}

async function check(served: ServedApi, files: Map<string, string>): Promise<void> {
  const problems: string[] = [];
  for (const [name, content] of files)
    if ((await read(new URL(name, root))) !== content)
      problems.push(`${name} is stale. Run: npm run contract`);
  for (const name of await readdir(new URL('tools/', contract)))
    if (!files.has(`contract/tools/${name}`)) problems.push(`contract/tools/${name} is not served`);

  const frozen = await readFrozen('openapi.json');
  const differences = compareDescriptions(frozen, served.openapi, 'openapi.json');
  const earlier: ServedApi['tools'] = {};
  for (const [name, tools] of Object.entries(served.tools)) {
    earlier[name] = await readFrozen(`tools/${name}.json`);
    differences.push(...compareDescriptions(earlier[name], tools, `tools/${name}.json`));
  }
  const exceptions = readExceptions().filter(({ pointer }) => !pointer.startsWith('replies/'));
  problems.push(...checkExceptions(differences, exceptions));

  printSizes(served.tools, earlier);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      `The contract is as committed; ${exceptions.length} exceptions from the frozen one beside additions.`,
    );
}

/** Tool lists are sent in every conversation, so their size matters. */
function printSizes(tools: ServedApi['tools'], frozen: ServedApi['tools']): void {
  const servers = Object.keys(tools);
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const find = (list: Tool[] | undefined, name: string) => list?.find((tool) => tool.name === name);
  const names = [
    ...new Set(servers.flatMap((server) => (tools[server] ?? []).map(({ name }) => name))),
  ].sort();
  const line = (title: string, cells: (number | undefined)[]) =>
    console.log(title.padEnd(32) + cells.map((cell) => String(cell ?? '').padStart(11)).join(''));
  console.log('bytes per tool'.padEnd(32) + servers.map((server) => server.padStart(11)).join(''));
  for (const name of names)
    line(
      name,
      servers.map((server) => {
        const tool = find(tools[server], name);
        return tool && sizeOf(tool);
      }),
    );
  line(
    'in all',
    servers.map((server) => sizeOf(tools[server])),
  );
  line(
    'in all when frozen',
    servers.map((server) => sizeOf(frozen[server])),
  );
}

async function record(): Promise<void> {
  const at = new URL('frozen/replay.json', contract);
  const entries = JSON.parse(await read(at)) as RecordedRequest[];
  const replies = await replay(service, entries);
  const recorded = entries.map((entry, place) =>
    'reply' in entry ? entry : { ...entry, ...replies[place] },
  );
  await writeFile(at, `[\n${recorded.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  console.log(`${entries.filter((entry) => !('reply' in entry)).length} replies recorded.`);
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One line per operation keeps the file small and diffs readable. */
function printApi({ paths, ...rest }: ServedApi['openapi']): string {
  const lines = Object.entries(paths).map(
    ([path, methods]) =>
      `${JSON.stringify(path)}: {\n${Object.entries(methods)
        .map(([method, entry]) => `  ${JSON.stringify(method)}: ${JSON.stringify(entry)}`)
        .join(',\n')}\n}`,
  );
  return `${JSON.stringify(rest, null, 1).slice(0, -2)},\n"paths": {\n${lines.join(',\n')}\n}\n}\n`;
}

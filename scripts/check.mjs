/**
 * `npm run check`: types, format, lint; then what the next change has to know. Types are checked here alone:
 * `npm test`, `npm start` and `npm run build` compile without checking.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './compile.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const started = performance.now();
let failed = false;
for (const [name, ...args] of [
  ['tsc', '-p', 'tsconfig.json'],
  ['biome', 'check', '.'],
]) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' });
  failed ||= status !== 0;
}
for (const problem of findMigrationFaults()) {
  console.error(problem);
  failed = true;
}
console.log(`Next migration: ${String(newestMigration() + 1).padStart(3, '0')}_what_it_does.sql`);
console.log(`Bytes of the tool lists, as committed, and the most they may have: ${describeToolLists()}`);
console.log(
  `Types were checked; npm test compiles without. ${Math.round((performance.now() - started) / 1000)} s`,
);
if (failed) process.exit(1);

function listMigrations() {
  return readdirSync(join(root, 'src/base/db/migrations')).sort();
}

function newestMigration() {
  return Math.max(...listMigrations().map((name) => Number(name.slice(0, 3))));
}

/** A file with another name is passed over when the service starts; of two with one number the order is chance. */
function findMigrationFaults() {
  const names = listMigrations();
  const misnamed = names.filter((name) => !/^\d{3}_\w+\.sql$/.test(name));
  const doubled = names.filter((name, place) => name.slice(0, 3) === names[place - 1]?.slice(0, 3));
  return [
    ...misnamed.map((name) => `src/base/db/migrations/${name}: the name has to be NNN_what_it_does.sql`),
    ...doubled.map((name) => `src/base/db/migrations/${name}: another migration has this number`),
  ];
}

function describeToolLists() {
  const limits = JSON.parse(readFileSync(join(root, 'test/contract/tool-list-limits.json'), 'utf8'));
  const bytesOf = (server) => {
    const list = readFileSync(join(root, `contract/tools/${server}.json`), 'utf8');
    return Buffer.byteLength(JSON.stringify(JSON.parse(list)));
  };
  return Object.entries(limits)
    .map(([server, limit]) => `${server} ${bytesOf(server)}/${limit}`)
    .join(', ');
}

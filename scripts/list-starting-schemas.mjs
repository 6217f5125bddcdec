/**
 * `node scripts/list-starting-schemas.mjs [BRANCH]`: from which schemas of this repository's history a database can be
 * upgraded. A commit whose migrations are all the same today is a starting schema; any other is named with what was
 * changed since. Writes test/db/starting-schemas.json, which the test of upgrades reads, because a checkout may have no
 * history.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './compile.mjs';

const branch = process.argv[2] ?? 'main';
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).split('\n').filter(Boolean);

/** Names and content of the migrations of a commit, wherever they lay. */
function listMigrations(commit) {
  const files = git('ls-tree', '-r', commit, '--', 'src').filter((line) =>
    /\/migrations\/\d+_\w+\.sql$/.test(line),
  );
  return new Map(
    files.map((line) => {
      const [, , blob, path] = line.split(/\s+/);
      return [basename(path), blob];
    }),
  );
}

const today = listMigrations('HEAD');
const schemas = new Map();
const changed = [];
for (const commit of git('log', '--format=%h', branch)) {
  const migrations = listMigrations(commit);
  if (migrations.size === 0) continue;
  const differing = [...migrations].filter(([name, blob]) => today.get(name) !== blob).map(([name]) => name);
  if (differing.length > 0) {
    changed.push({ commit, differing });
    continue;
  }
  const names = [...migrations.keys()].sort();
  const key = names.join(' ');
  const schema = schemas.get(key) ?? { newest: names.at(-1), names, commits: 0 };
  schema.commits += 1;
  schemas.set(key, schema);
}

const all = [...today.keys()].sort();
const list = [...schemas.values()].sort((one, other) => one.names.length - other.names.length);
writeFileSync(
  join(root, 'test/db/starting-schemas.json'),
  `${JSON.stringify(
    list.map(({ newest, names, commits }) => ({
      newest,
      // Earlier numbers that were merged later.
      without: all.filter((name) => name < newest && !names.includes(name)),
      commits,
    })),
    null,
    2,
  )}\n`,
);
const same = list.reduce((sum, { commits }) => sum + commits, 0);
console.log(
  `${list.length} starting schemas of ${same} commits; ${changed.length} commits had migrations that were changed since:`,
);
const groups = new Map();
for (const { commit, differing } of changed) {
  const key = differing.join(' ');
  groups.set(key, [...(groups.get(key) ?? []), commit]);
}
for (const [files, commits] of groups)
  console.log(`  ${commits.at(-1)}..${commits[0]} (${commits.length}): ${files}`);

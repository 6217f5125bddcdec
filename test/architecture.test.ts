import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { audiences, parseRoute, tags } from '../src/domain/kernel/operation.ts';
import { toJsonSchema } from '../src/entry/contract/json-schema.ts';
import { operations } from '../src/features/operations/index.ts';
import { findCircles, folderOf, type Import, listImports } from './architecture/imports.ts';
import { rooms, withRooms } from './architecture/rooms.ts';
import { repository } from './harness/source-tree.ts';

const root = join(repository, 'src');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Imports from one room into another that count: a lower room may name a higher one's type, which costs nothing. */
function betweenRooms(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to, isType }) => {
    const [source, target] = [folderOf(from), folderOf(to)];
    return !isType && source !== '' && source !== 'commands' && target !== '' && source !== target;
  });
}

function findForbidden(imports: readonly Import[]): string[] {
  return betweenRooms(imports)
    .filter(({ from, to }) => !rooms[folderOf(from)]?.uses.includes(folderOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

const files = listFiles(root);
const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
const imports = [...sources].flatMap(([path, source]) => listImports(relative(root, path), source));

/** Files that parse JSON without bounds, because the service itself wrote what they read. */
const ownJson: Readonly<Record<string, string>> = {
  'backup/restore.ts': 'frames of a backup, read by whoever runs the program',
  'client/client.ts': 'replies of the service',
  'db/embedded/binaries.ts': 'the list of links in an installed package',
  'db/row-reader.ts': 'columns of the database',
  'oauth/sealed.ts': 'what carries the seal of the service',
  'oauth/token.ts': 'a sealed reply kept in the database',
  'transport/mcp/asking.ts': 'what instances tell each other through the database',
  'transport/mcp/tools.ts': 'a reply that was just written',
  'web/pages/devices/kept-secret.ts': 'a sealed field',
  'web/pages/knowledge/drawn-text.ts': 'a text that the service keeps',
  'web/server/assets.ts': 'the list of files made by the build',
  'web/server/notice.ts': 'a sealed cookie',
  'web/server/typed-form.ts': 'a sealed field',
};

describe('the house', () => {
  it('is built in the directions of the plan', () => {
    assert.deepEqual(findForbidden(imports), []);
    assert.ok(imports.length > 100, 'imports were found at all');
  });

  it('would notice a bad import', () => {
    const planted = listImports('rules/planted.ts', "import { x } from '../store/accounts.ts';");
    assert.deepEqual(findForbidden(planted), ['rules/planted.ts → store/accounts.ts']);
  });

  it('permits nothing that nobody uses', () => {
    const used = new Set(betweenRooms(imports).map(({ from, to }) => `${folderOf(from)} → ${folderOf(to)}`));
    const permitted = Object.entries(rooms).flatMap(([name, { uses }]) =>
      uses.map((other) => `${name} → ${other}`),
    );
    assert.deepEqual(
      permitted.filter((pair) => !used.has(pair)),
      [],
    );
    const folders = new Set(files.map((path) => folderOf(relative(root, path))));
    assert.deepEqual(
      Object.keys(rooms).sort(),
      [...folders].filter((name) => name && name !== 'commands').sort(),
    );
  });

  it('has no files that need each other, be it for a type', () => {
    assert.deepEqual(findCircles(imports), []);
  });

  it('has no rooms that need each other to run', () => {
    assert.deepEqual(
      findCircles(betweenRooms(imports).map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))),
      [],
    );
  });

  it('would notice a circle', () => {
    const planted = [
      ...listImports('a/one.ts', "import type { x } from '../b/two.ts';"),
      ...listImports('b/two.ts', "export { y } from './three.ts';"),
      ...listImports('b/three.ts', "import '../a/one.ts';\nimport '../c/four.ts';"),
    ];
    assert.deepEqual(findCircles(planted), [['a/one.ts', 'b/three.ts', 'b/two.ts']]);
  });

  it('is described as it is in docs/architecture.md', () => {
    const document = readFileSync(join(repository, 'docs/architecture.md'), 'utf8');
    assert.equal(document, withRooms(document), 'Run: npm run contract');
  });

  it('has no operation that imports another', () => {
    const names = new Set<string>(operations.map((operation) => operation.name));
    const bad = imports.filter(
      ({ from, to }) =>
        from.startsWith('operations/') &&
        from !== 'operations/index.ts' &&
        names.has(to.replace(/^.*\/|\.ts$/g, '')) &&
        to.startsWith('operations/'),
    );
    assert.deepEqual(bad, []);
  });

  it('writes SQL only in store and db', () => {
    const bad = [...sources].filter(([path, source]) => {
      const folder = folderOf(relative(root, path));
      if (folder === 'store' || folder === 'db') return false;
      return (
        /(?:db|pool|sql|connection)`\s*(?:with|select|insert|update|delete|create|alter|drop)\b/i.test(
          source,
        ) && !/\/(app|main)\.ts$/.test(path)
      );
    });
    assert.deepEqual(
      bad.map(([path]) => relative(root, path)),
      [],
    );
  });

  it('reads JSON from outside within bounds', () => {
    const plain = [...sources]
      .filter(([, source]) => source.includes('JSON.parse'))
      .map(([path]) => relative(root, path))
      .filter((path) => !path.startsWith('json/') && !path.startsWith('web/islands/'));
    assert.deepEqual(plain.sort(), Object.keys(ownJson).sort());
  });

  it('keeps its files short', () => {
    const long = [...sources]
      .map(([path, source]) => [relative(root, path), source.split('\n').length] as const)
      .filter(([, lines]) => lines > 300);
    assert.deepEqual(long, []);
  });

  it('has no room without a name of its own', () => {
    assert.deepEqual(
      files
        .map((path) => relative(root, path))
        .filter((path) => /(^|\/)(utils?|helpers?|misc|shared|lib)(\/|\.tsx?$)/i.test(path)),
      [],
    );
  });
});

describe('actions', () => {
  const named = [...sources]
    .map(([path, source]) => [relative(root, path), source] as const)
    .filter(([path]) => path.startsWith('actions/') && path !== 'actions/define-action.ts');

  it('have one file each, named like them', () => {
    for (const [path, source] of named) {
      const name = /export const (\w+) = defineAction\(/.exec(source)?.[1];
      if (name === undefined) continue;
      assert.equal(path, `actions/${name}.ts`);
      assert.match(source, new RegExp(`name: '${name}'`));
    }
  });

  it('are reached by pages and the demonstration alone, and import no operation', () => {
    const reaching = imports.filter(
      ({ to, from, isType }) => !isType && to.startsWith('actions/') && !from.startsWith('actions/'),
    );
    assert.deepEqual(
      reaching.filter(({ from }) => !/^(web|demo)\//.test(from)),
      [],
    );
  });
});

describe('the list of operations', () => {
  it('has one file per operation, named like it, and nothing else', () => {
    for (const operation of operations) {
      const path = join(root, 'operations', operation.tag.toLowerCase(), `${operation.name}.ts`);
      assert.ok(existsSync(path), `${operation.name} lies in operations/${operation.tag.toLowerCase()}/`);
      assert.match(
        readFileSync(path, 'utf8'),
        new RegExp(`export const ${operation.name} = defineOperation\\(`),
      );
    }
    const listed = new Set<string>(operations.map((operation) => operation.name));
    const unlisted = files
      .filter((path) => relative(root, path).startsWith('operations/'))
      .filter((path) => /export const (\w+) = defineOperation\(/.test(sources.get(path) ?? ''))
      .map((path) => relative(root, path).replace(/^.*\/|\.ts$/g, ''))
      .filter((name) => !listed.has(name));
    assert.deepEqual(unlisted, []);
  });

  it('has no name and no route twice', () => {
    assert.equal(new Set(operations.map((operation) => operation.name)).size, operations.length);
    assert.equal(
      new Set(operations.map((operation) => operation.route.replaceAll(/\{\w+\}/g, '{}'))).size,
      operations.length,
    );
  });

  it('is complete in what each says', () => {
    const undescribed: string[] = [];
    for (const operation of operations) {
      assert.ok((tags as readonly string[]).includes(operation.tag));
      assert.ok(
        operation.audiences.length > 0 &&
          operation.audiences.every((audience) => audiences.includes(audience)),
        operation.name,
      );
      assert.ok(
        operation.summary.length > 10 && operation.summary.endsWith('.'),
        `${operation.name} has a summary`,
      );
      for (const field of parseRoute(operation as never).pathFields)
        assert.ok(field in operation.input.shape, `${operation.name} declares ${field}`);
      const { properties = {} } = toJsonSchema(operation.input, 'input') as {
        properties?: Record<string, { description?: string; anyOf?: { description?: string }[] }>;
      };
      for (const [name, field] of Object.entries(properties)) {
        const described = field.description ?? field.anyOf?.find((choice) => choice.description)?.description;
        if (!described) undescribed.push(`${operation.name}.${name}`);
      }
    }
    assert.deepEqual(undescribed, []);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { toJsonSchema } from '../src/contract/json-schema.ts';
import { audiences, parseRoute, tags } from '../src/kernel/operation.ts';
import { operations } from '../src/operations/index.ts';
import { repository } from './harness/source-tree.ts';

const root = join(repository, 'src');

/** Which folders a folder may reach into; app.ts, main.ts and the commands put everything together and are exempt. */
const engines = [
  'geometry',
  'search',
  'media',
  'devices',
  'mail',
  'outbound',
  'jobs',
  'notify',
  'oauth',
  'knowledge',
  'i18n',
];
const allowed: Record<string, readonly string[]> = {
  i18n: [],
  site: [],
  rules: ['kernel', 'i18n'],
  kernel: ['i18n', 'db'],
  db: [],
  store: ['kernel', 'db', 'rules', 'i18n', 'search', 'geometry', 'devices', 'notify', 'media'],
  outbound: ['i18n'],
  geometry: ['i18n'],
  search: ['i18n', 'kernel'],
  media: ['i18n'],
  devices: ['i18n', 'outbound', 'rules'],
  mail: ['site', 'i18n', 'kernel', 'db', 'store', 'jobs', 'notify', 'rules'],
  notify: ['site', 'i18n', 'kernel', 'db', 'store', 'rules', 'jobs'],
  jobs: ['site', 'kernel', 'db', 'store', 'rules', ...engines],
  oauth: ['site', 'kernel', 'db', 'store', 'rules', 'outbound', 'mail', 'jobs', 'i18n'],
  operations: ['site', 'kernel', 'db', 'store', 'rules', ...engines],
  knowledge: ['site', 'kernel', 'db', 'store', 'rules', 'search', 'media', 'notify', 'i18n'],
  'land-import': ['kernel', 'db', 'store', 'rules', 'geometry', 'notify', 'i18n'],
  backup: ['db', 'store', 'media'],
  contract: ['site', 'kernel', 'i18n', 'web'],
  client: ['kernel', 'operations'],
  transport: ['site', 'kernel', 'operations', 'contract', 'db', 'store', 'rules', ...engines],
  web: ['site', 'kernel', 'operations', 'contract', 'transport', 'db', 'store', 'rules', ...engines],
  demo: ['site', 'kernel', 'operations', 'client', 'db', 'store', 'rules', ...engines],
};

interface Import {
  from: string;
  to: string;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Relative imports of a source text; a type costs nothing at run time, so a lower room may name a higher one's type. */
function listImports(path: string, source: string): Import[] {
  const pattern =
    /^\s*(?:import|export)\s+(?!type\b)[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;
  return [...source.matchAll(pattern)].map((match) => ({
    from: relative(root, path),
    to: relative(root, join(dirname(path), match[1] ?? match[2] ?? match[3] ?? '')),
  }));
}

const folderOf = (path: string) => (path.includes('/') ? (path.split('/')[0] as string) : '');

function findForbidden(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const [source, target] = [folderOf(from), folderOf(to)];
      if (source === '' || source === 'commands' || source === target || target === '') return false;
      return !(allowed[source] ?? []).includes(target);
    })
    .map(({ from, to }) => `${from} → ${to}`);
}

const files = listFiles(root);
const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
const imports = [...sources].flatMap(([path, source]) => listImports(path, source));

describe('the house', () => {
  it('is built in the directions of the plan', () => {
    assert.deepEqual(findForbidden(imports), []);
    assert.ok(imports.length > 100, 'imports were found at all');
  });

  it('would notice a bad import', () => {
    const planted = listImports(join(root, 'rules/planted.ts'), "import { x } from '../store/accounts.ts';");
    assert.deepEqual(findForbidden(planted), ['rules/planted.ts → store/accounts.ts']);
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

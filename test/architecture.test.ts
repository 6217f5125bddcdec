import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { audiences, parseRoute, tags } from '../src/domain/kernel/operation.ts';
import { toJsonSchema } from '../src/entry/contract/json-schema.ts';
import type { Page } from '../src/entry/web/page/page.ts';
import { pages } from '../src/entry/web/pages.ts';
import { operations } from '../src/features/operations/index.ts';
import { findCycles, type Import, listImports } from './architecture/imports.ts';
import { layerNumberOf, layers, moduleOf, modules, withLayers } from './architecture/layers.ts';
import { listPermitsInLoad } from './architecture/permits-in-load.ts';
import { repository } from './harness/source-tree.ts';

const root = join(repository, 'src');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Imports from one module into another, types included. The commands compose the service and are exempt. */
function betweenModules(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to }) => {
    const [source, target] = [moduleOf(from), moduleOf(to)];
    return source !== '' && source !== 'commands' && source !== target;
  });
}

function findForbidden(imports: readonly Import[]): string[] {
  return betweenModules(imports)
    .filter(({ from, to }) => !modules[moduleOf(from)]?.uses.includes(moduleOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

const files = listFiles(root);
const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
const imports = [...sources].flatMap(([path, source]) => listImports(relative(root, path), source));

const sqlPattern =
  /\b(?:db|pool|sql|connection)(?:<[^`;]*>)?`\s*(?:with|select|insert|update|delete|create|alter|drop)\b/i;

/** Files that parse JSON without limits, because the service itself wrote it. */
const ownJson: Readonly<Record<string, string>> = {
  'background/backup/read-backup.ts': 'a backup, read by whoever runs the program',
  'entry/client/client.ts': 'replies of the service',
  'base/db/embedded/binaries.ts': 'the list of links in an installed package',
  'base/db/driver/row-reader.ts': 'columns of the database',
  'features/installation/installation.ts': 'a setting kept in the database',
  'features/oauth/signed-values.ts': 'what carries the seal of the service',
  'features/oauth/token-endpoint.ts': 'a sealed reply kept in the database',
  'entry/transport/mcp/elicitation-stream.ts': 'what instances tell each other through the database',
  'entry/transport/mcp/tool-call.ts': 'a reply that was just written',
  'entry/transport/source-places.ts': 'the source maps of the build',
  'entry/web/pages/devices/sealed-secret.ts': 'a sealed field',
  'entry/web/loaders/knowledge-text.ts': 'a text that the service keeps',
  'entry/web/ui/assets.ts': 'the list of files made by the build',
  'entry/web/server/flash-notice.ts': 'a sealed cookie',
  'entry/web/server/sealed-form.ts': 'a sealed field',
};

describe('modules and layers', () => {
  it('import only what the table of layers lists', () => {
    assert.deepEqual(findForbidden(imports), []);
    assert.ok(imports.length > 100, 'imports were found at all');
  });

  it('a forbidden import is found, of a value or of a type', () => {
    const planted = [
      ...listImports('domain/rules/planted.ts', "import { x } from '../../store/accounts.ts';"),
      ...listImports('base/db/planted.ts', "import type { X } from '../../domain/kernel/caller.ts';"),
      ...listImports('entry/web/planted.ts', "import type { Config } from '../../config.ts';"),
    ];
    assert.deepEqual(findForbidden(planted), [
      'domain/rules/planted.ts → store/accounts.ts',
      'base/db/planted.ts → domain/kernel/caller.ts',
      'entry/web/planted.ts → config.ts',
    ]);
  });

  it('the table allows only downward or within a layer, and nothing that is not used', () => {
    const used = new Set(
      betweenModules(imports).map(({ from, to }) => `${moduleOf(from)} → ${moduleOf(to)}`),
    );
    for (const [name, { uses }] of Object.entries(modules))
      for (const other of uses) {
        const [from, to] = [layerNumberOf(name), layerNumberOf(other)];
        assert.ok(from !== undefined && to !== undefined && from <= to, `${name} → ${other} points up`);
        assert.ok(used.has(`${name} → ${other}`), `${name} → ${other} is not used`);
      }
  });

  it('every folder is a module of its layer in the table', () => {
    const found = new Set(files.map((path) => relative(root, path)).filter((path) => path.includes('/')));
    const placed = [...found].map((path) => `${path.split('/')[0]}/${moduleOf(path)}`);
    const listed = Object.entries(layers).flatMap(([layer, { modules: own }]) =>
      Object.keys(own).map((name) => `${layer}/${name}`),
    );
    assert.deepEqual([...new Set(placed)].sort(), [...listed, 'entry/commands'].sort());
  });

  it('no files import each other in a circle, be it for a type', () => {
    assert.deepEqual(findCycles(imports), []);
  });

  it('no modules import each other in a circle, be it for a type', () => {
    assert.deepEqual(
      findCycles(betweenModules(imports).map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) }))),
      [],
    );
  });

  it('no folders, however deep, import each other in a circle when the service runs', () => {
    const edges = imports
      .filter(({ isType, from }) => !isType && moduleOf(from) !== '' && moduleOf(from) !== 'commands')
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to);
    assert.deepEqual(findCycles(edges), []);
  });

  it('an import cycle is found', () => {
    const planted = [
      ...listImports('a/one.ts', "import type { x } from '../b/two.ts';"),
      ...listImports('b/two.ts', "export { y } from './three.ts';"),
      ...listImports('b/three.ts', "import '../a/one.ts';\nimport '../c/four.ts';"),
    ];
    assert.deepEqual(findCycles(planted), [['a/one.ts', 'b/three.ts', 'b/two.ts']]);
  });

  it('docs/architecture.md has the table of layers as it is here', () => {
    const document = readFileSync(join(repository, 'docs/architecture.md'), 'utf8');
    assert.equal(document, withLayers(document), 'Run: npm run contract');
  });

  it('no area of pages imports another', () => {
    const area = (path: string) => /^entry\/web\/pages\/([^/]+)\//.exec(path)?.[1];
    const bad = imports.filter(
      ({ from, to }) => area(from) !== undefined && area(to) !== undefined && area(from) !== area(to),
    );
    assert.deepEqual(bad, []);
  });

  it('no operation imports another', () => {
    const names = new Set<string>(operations.map((operation) => operation.name));
    const bad = imports.filter(
      ({ from, to }) =>
        moduleOf(from) === 'operations' &&
        !from.endsWith('/index.ts') &&
        names.has(to.replace(/^.*\/|\.ts$/g, '')) &&
        moduleOf(to) === 'operations',
    );
    assert.deepEqual(bad, []);
  });

  it('SQL is written in store and db only', () => {
    const elsewhere = [...sources]
      .map(([path, source]) => [relative(root, path), source] as const)
      .filter(([path, source]) => !['store', 'db'].includes(moduleOf(path)) && sqlPattern.test(source));
    assert.deepEqual(
      elsewhere.map(([path]) => path),
      [],
    );
  });

  it('SQL is found with and without a row type', () => {
    for (const planted of [
      'await db`select 1`',
      'db<Row[]>`\n  with x',
      'pool<\n  { id: string }[]\n>`update',
    ])
      assert.match(planted, sqlPattern);
    assert.doesNotMatch('`select a village`', sqlPattern);
  });

  it('external JSON is parsed within limits', () => {
    const plain = [...sources]
      .filter(([, source]) => source.includes('JSON.parse'))
      .map(([path]) => relative(root, path))
      .filter((path) => moduleOf(path) !== 'json' && !path.startsWith('entry/web/islands/'));
    assert.deepEqual(plain.sort(), Object.keys(ownJson).sort());
  });

  it('files have at most 300 lines', () => {
    const long = [...sources]
      .map(([path, source]) => [relative(root, path), source.split('\n').length] as const)
      .filter(([, lines]) => lines > 300);
    assert.deepEqual(long, []);
  });

  it('no file or folder is named utils, helpers, misc, shared or lib', () => {
    assert.deepEqual(
      files
        .map((path) => relative(root, path))
        .filter((path) => /(^|\/)(utils?|helpers?|misc|shared|lib)(\/|\.tsx?$)/i.test(path)),
      [],
    );
  });
});

describe('definitions of pages alone', () => {
  const defining = [...sources]
    .map(([path, source]) => [relative(root, path), source] as const)
    .filter(([path]) => ['actions', 'accounts'].includes(moduleOf(path)))
    .filter(([, source]) => source.includes('defineOperation('));

  it('have one file each, named like them, and no route', () => {
    assert.ok(defining.length > 90);
    for (const [path, source] of defining) {
      const name = /export const (\w+) = defineOperation\(/.exec(source)?.[1];
      assert.equal(path, `features/${moduleOf(path)}/${name}.ts`);
      assert.match(source, new RegExp(`name: '${name}'`));
      assert.doesNotMatch(source, /\broute:/);
    }
  });

  it('are imported at run time by pages and the demo only', () => {
    const paths = new Set(defining.map(([path]) => path));
    const reaching = imports.filter(({ to, isType }) => !isType && paths.has(to));
    assert.deepEqual(
      reaching.filter(({ from }) => !['web', 'demo'].includes(moduleOf(from))),
      [],
    );
  });
});

describe('stages of a definition', () => {
  const features = new Map(
    [...sources]
      .map(([path, source]) => [relative(root, path), source] as const)
      .filter(([path]) => path.startsWith('features/')),
  );

  /** Definitions whose `load` judges, by the reason. */
  const judgingLoads: Readonly<Record<string, readonly string[]>> = {
    'only the board learns that there is none': ['operations/settlement/confirm_resident'],
    'people of the register share a load that is not split yet': [
      ...['export_people', 'import_residents', 'invite_person', 'join_person', 'list_people'],
      ...['print_person_letter', 'remove_person', 'save_person', 'show_person'],
      ...['end_person', 'invite_people', 'list_former_residents', 'list_invitations', 'part_person'],
      'print_people_letters',
    ].map((name) => `actions/${name}`),
    'land files and codes of plots are not split yet': [
      ...['apply_land_import', 'import_land', 'list_land_imports', 'show_land_import', 'undo_land_import'],
      ...['recheck_land_import', 'show_land_columns'],
      'issue_plot_codes',
    ].map((name) => `actions/${name}`),
  };

  it('load loads and permit permits', () => {
    const exempt = Object.values(judgingLoads).flat();
    assert.deepEqual(listPermitsInLoad(features).sort(), exempt.map((name) => `features/${name}.ts`).sort());
  });

  it('a permission judged in load is found, there or in a function that it calls', () => {
    const define = (load: string) =>
      `export const x = defineOperation({\n  async load() {\n    ${load}\n  },\n  permit() {\n    permit(true);\n  },\n});\n`;
    const planted = new Map([
      ['direct.ts', define('permit(mayRead(found));')],
      ['called.ts', define('return requireReader(found);')],
      ['asked.ts', define('return loadReader(found);')],
      ['reader.ts', 'export function requireReader() {\n  if (!isReader) refuse.forbidden(no);\n}\n'],
    ]);
    assert.deepEqual(listPermitsInLoad(planted), ['direct.ts', 'called.ts']);
  });
});

describe('pages', () => {
  it('place every form that they make from a definition, and each of its fields', () => {
    const rendered = [...sources]
      .filter(([path]) => /\/entry\/web\/(pages|forms)\//.test(path))
      .map(([, text]) => text);
    // A part that several forms share gets the form as a property.
    const isPlaced = (part: string) => rendered.some((text) => new RegExp(part).test(text));
    const made = pages.flatMap(({ actions = {} }: Page) =>
      Object.entries(actions).flatMap(([name, { fields }]) => (fields ? [{ name, fields }] : [])),
    );
    assert.ok(made.length > 1);
    const missing = made.flatMap(({ name, fields }) => [
      ...(isPlaced(`<${name}\\.(Form|Button)\\b|=\\{${name}\\}`) ? [] : [name]),
      ...fields.filter((field) => !isPlaced(`<\\w+\\.${field}[\\s/>]`)).map((field) => `${name}.${field}`),
    ]);
    // A row or a part of several pages is itself the form: it names the address only.
    assert.deepEqual(missing, ['read', 'move', 'remind']);
  });

  it('open no transaction: what is written has a definition', () => {
    const opening = [...sources]
      .map(([path, source]) => [relative(root, path), source] as const)
      // A sketch for a microcontroller calls begin("…").
      .filter(([path, source]) => moduleOf(path) === 'web' && /\.begin\((?!")/.test(source));
    assert.deepEqual(
      opening.map(([path]) => path),
      [],
    );
  });

  it('are all listed in the index of their area', () => {
    const unlisted = [...sources].flatMap(([path, source]) => {
      if (!relative(root, path).startsWith('entry/web/pages/')) return [];
      const index = sources.get(join(dirname(path), 'index.ts')) ?? '';
      return [...source.matchAll(/^export const (\w+) = definePage\(/gm)]
        .map(([, name]) => name as string)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(index))
        .map((name) => `add ${name} to ${relative(root, dirname(path))}/index.ts`);
    });
    assert.deepEqual(unlisted, []);
  });
});

describe('the list of operations', () => {
  it('has one file per operation, named like it, and nothing else', () => {
    for (const operation of operations) {
      const path = join(root, 'features/operations', operation.tag.toLowerCase(), `${operation.name}.ts`);
      assert.ok(existsSync(path), `${operation.name} lies in operations/${operation.tag.toLowerCase()}/`);
      assert.match(
        readFileSync(path, 'utf8'),
        new RegExp(`export const ${operation.name} = defineOperation\\(`),
      );
    }
    const listed = new Set<string>(operations.map((operation) => operation.name));
    const unlisted = files
      .filter((path) => moduleOf(relative(root, path)) === 'operations')
      .filter((path) => /export const (\w+) = defineOperation\(/.test(sources.get(path) ?? ''))
      .map((path) => relative(root, path))
      .filter((path) => !listed.has(path.replace(/^.*\/|\.ts$/g, '')))
      .map((path) => `add it to ${dirname(path)}/index.ts: ${path}`);
    assert.deepEqual(unlisted, []);
  });

  it('has unique names and routes', () => {
    assert.equal(new Set(operations.map((operation) => operation.name)).size, operations.length);
    assert.equal(
      new Set(operations.map((operation) => operation.route.replaceAll(/\{\w+\}/g, '{}'))).size,
      operations.length,
    );
  });

  it('has tags, audiences, summaries and field descriptions', () => {
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

describe('texts of pages', () => {
  it('stand once, in web/words/labels.ts, when three or more places use them', () => {
    const places = new Map<string, number>();
    for (const [path, source] of sources) {
      if (!/^entry\/web\/(?!islands|service-worker|.*gallery)/.test(relative(root, path))) continue;
      for (const [text] of source.matchAll(/\{\s*en: '[^']*',\s*ru: '[^']*',?\s*\}/g)) {
        const key = text.replaceAll(/\s+/g, ' ').replace(', }', ' }');
        places.set(key, (places.get(key) ?? 0) + 1);
      }
    }
    assert.ok(places.size > 500, 'texts were found at all');
    assert.deepEqual(
      [...places].filter(([, count]) => count > 2),
      [],
    );
  });
});

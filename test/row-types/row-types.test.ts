import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repository } from '../harness/source-tree.ts';
import { checkRowTypes, isWrong, type Report } from './check.ts';
import { listPlaces, type RecordedStatement } from './recorder.ts';
import { typeScriptTypeOf } from './value-types.ts';

const source = `
declare function db<Rows>(strings: TemplateStringsArray): Rows;
interface Base { id: string; kind: 'plot' | 'house' }
interface Thing extends Base { title: string | null; when?: Date }
export const right = db<Thing[]>\`right\`;
export const picked = db<(Pick<Thing, 'id'> & { tags: string[] })[]>\`picked\`;
export const lacking = db<Thing[]>\`lacking\`;
export const surplus = db<{ id: string }[]>\`surplus\`;
export const mistyped = db<{ id: number; at: string }[]>\`mistyped\`;
export const nullable = db<{ title: string }[]>\`nullable\`;
export const guarded = db<{ title: string }[]>\`guarded\`;
export const given = db<{ title: string }[]>\`given\`;
export const asked = db<{ title: string; has: boolean }[]>\`asked\`;
export const wasNull = db<
  { sum: number }[]
>\`wasNull\`;
export const neverRun = db<Thing[]>\`neverRun\`;
export function local() {
  interface Inner { id: string }
  return db<Inner[]>\`local\`;
}
`;

const [bigint, text, double, moment, texts] = [20, 25, 701, 1184, 1009];
const id = { name: 'id', type: bigint, table: 1, column: 1 };
const title = { name: 'title', type: text, table: 1, column: 2 };
const expression = (name: string, type: number) => ({ name, type, table: 0, column: 0 });
const schema = new Map([
  ['1.1', { name: 'id', isNullable: false }],
  ['1.2', { name: 'title', isNullable: true }],
]);

describe('row type check', () => {
  let root: string;
  let report: Report;

  before(() => {
    mkdirSync(join(repository, 'dist-test'), { recursive: true });
    root = mkdtempSync(join(repository, 'dist-test', 'row-types-'));
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json' }));
    writeFileSync(join(root, 'src/planted.ts'), source);
    const seen = (
      name: string,
      columns: RecordedStatement['columns'],
      more: Partial<RecordedStatement> = {},
    ): RecordedStatement => {
      const before = source.slice(0, source.indexOf(`\`${name}\``)).split('\n');
      const place = join(root, `src/planted.ts:${before.length}:${(before.at(-1) as string).length + 1}`);
      return { callers: ['/elsewhere.ts:1:1', place], text: 'select', columns, nulls: [], ...more };
    };
    const given = [
      seen('right', [id, title, expression('kind', text)], { nulls: ['title'] }),
      seen('picked', [id, expression('tags', texts)]),
      seen('lacking', [id, title]),
      seen('surplus', [id, title], { text: 'select where title is not null' }),
      seen('mistyped', [id, expression('at', moment)]),
      seen('nullable', [title]),
      seen('guarded', [title], { text: 'select title from thing t where t.title is not null' }),
      seen('given', [title], { text: 'select title from thing where title = any($1)' }),
      seen('asked', [title, expression('has', 16)], { text: 'select title, title is not null as has' }),
      seen('wasNull', [expression('sum', double)], { nulls: ['sum'] }),
      seen('local', [id]),
      seen('right', [id], { callers: [join(root, 'src/planted.ts:1:1')] }),
      seen('right', [expression('?column?', 23)], { callers: [join(root, 'src/planted.ts:2:1')] }),
    ];
    report = checkRowTypes(root, given, schema, join(root, 'scratch'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const wrongAt = (name: string) => {
    const line = source.slice(0, source.indexOf(`\`${name}\``)).split('\n').length;
    return report.mismatches
      .filter((mismatch) => mismatch.startsWith(`src/planted.ts:${line}:`))
      .map((mismatch) => mismatch.replace(/^.*?\[\]: /, ''));
  };

  it('accepts matching names, narrower string types, optional fields and correct nullability', () => {
    for (const name of ['right', 'picked', 'guarded', 'given']) assert.deepEqual(wrongAt(name), []);
  });

  it('reports missing, undeclared, mistyped and nullable columns, and local types', () => {
    assert.deepEqual(wrongAt('lacking'), ['declared, but the statement does not give it ("kind")']);
    assert.deepEqual(wrongAt('surplus'), ['the statement gives "title" ("not declared")']);
    assert.deepEqual(wrongAt('mistyped'), [
      '"id" is string ({ declared: number; })',
      '"at" is Date ({ declared: string; })',
    ]);
    for (const name of ['nullable', 'asked'])
      assert.deepEqual(wrongAt(name), ['"title" may be null: the column title may ({ declared: string; })']);
    assert.deepEqual(wrongAt('wasNull'), ['"sum" may be null: it was ({ declared: number; })']);
    assert.match(wrongAt('local').join(), /declare it in the module/);
  });

  it('counts compared fields, and lists untyped statements and those that never ran', () => {
    assert.deepEqual(report.unseen, ['src/planted.ts:17:36']);
    assert.deepEqual(report.untyped, ['src/planted.ts:1:1']);
    assert.equal(report.sites, 12);
    assert.equal(report.fields, 18);
    assert.equal(report.withoutNullness, 4);
  });

  it('fails a run on mismatches, untyped rows, and too few recorded statements', () => {
    const fine = { ...report, sites: 20, unseen: ['one'], untyped: [], mismatches: [] };
    assert.equal(isWrong(fine, true), false);
    assert.equal(isWrong({ ...fine, mismatches: ['x'] }, false), true);
    assert.equal(isWrong({ ...fine, untyped: ['x'] }, false), true);
    assert.equal(isWrong({ ...fine, unseen: ['a', 'b', 'c'] }, true), true);
    assert.equal(isWrong({ ...fine, unseen: ['a', 'b', 'c'] }, false), false);
  });

  it('reads places from stack frames in folders with spaces, brackets and other letters', () => {
    const stack = [
      'Error: a message',
      '    at readCallers (file:///home/my%20dacha/%D0%B4%D0%BE%D0%BC%20(2)/src/store/one.js:7:8)',
      '    at async file:///home/my%20dacha/src/two.js:9:10',
      '    at Object.run [as call] (/home/my dacha/three.js:11:12)',
      '    at new Promise (<anonymous>)',
      '    at node:internal/process/task_queues:95:5',
    ].join('\n');
    assert.deepEqual(listPlaces(stack), [
      '/home/my dacha/дом (2)/src/store/one.js:7:8',
      '/home/my dacha/src/two.js:9:10',
      '/home/my dacha/three.js:11:12',
    ]);
  });

  it('maps PostgreSQL types to the TypeScript types of the row reader', () => {
    const types = [16, 17, 23, 1700, 1082, 1184, 3802, 3807, 1016, 1185];
    assert.deepEqual(types.map(typeScriptTypeOf), [
      'boolean',
      'Buffer',
      'number',
      'string',
      'string',
      'Date',
      undefined,
      undefined,
      'readonly (string | null)[]',
      'readonly (Date | null)[]',
    ]);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../../harness/source-tree.ts';

/**
 * The table beside this file has a row for each testable statement of the contract, in our words, with the test that
 * fails when the service breaks it. `C5.2.14` is section 5, part 2 of it, statement 14: sections are counted from the
 * introduction, which is 1, by headings of the second level; parts by headings of the third, 0 being what stands before
 * the first. `title` is the title as it stands in the source, placeholders of a template included.
 *
 * A row is `pending` instead of having a test while the service does not hold the statement as a decision settles it.
 */
interface Row {
  id: string;
  statement: string;
  file: string;
  title: string;
  pending: string;
}

const folder = join(repository, 'test/contract/statements');
const columns = ['id', 'statement', 'file', 'title', 'pending'] as const;

function readRows(): Row[] {
  const tables = readdirSync(folder).filter((name) => name.endsWith('.tsv'));
  return tables.flatMap((name) => {
    const [head, ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    assert.equal(head, columns.join('\t'), name);
    return lines.map((line) => {
      const cells = line.split('\t');
      assert.ok(cells.length <= columns.length, line);
      return Object.fromEntries(
        columns.map((column, place) => [column, cells[place] ?? '']),
      ) as unknown as Row;
    });
  });
}

const rows = readRows();
const placeOf = ({ id }: Row) => (/^C(\d+)\.(\d+)\.(\d+)$/.exec(id)?.slice(1) ?? assert.fail(id)).map(Number);

function hasTest({ file, title }: Row): boolean {
  const path = join(repository, file);
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (
    /^test\/.*\.test\.ts$/.test(file) &&
    existsSync(path) &&
    new RegExp(`\\b(?:it|test)\\(\\s*(['"\`])${escaped}\\1`).test(readFileSync(path, 'utf8'))
  );
}

describe('the table of statements of the contract', () => {
  it('has unique and consecutive identifiers', () => {
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    const places = rows
      .map(placeOf)
      .sort(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => a - x || b - y || c - z);
    assert.deepEqual(places[0], [1, 0, 1]);
    for (const [index, [section = 0, part = 0, statement = 0]] of places.entries()) {
      if (index === 0) continue;
      const [lastSection = 0, lastPart = 0, lastStatement = 0] = places[index - 1] ?? [];
      const label = `C${section}.${part}.${statement} after C${lastSection}.${lastPart}.${lastStatement}`;
      if (section === lastSection && part === lastPart) assert.equal(statement, lastStatement + 1, label);
      else {
        assert.equal(statement, 1, label);
        if (section === lastSection) assert.equal(part, lastPart + 1, label);
        else assert.ok(section === lastSection + 1 && part <= 1, label);
      }
    }
  });

  it('names a test that exists for each statement, or says what is pending', (t) => {
    for (const row of rows) {
      assert.ok(row.statement !== '', row.id);
      if (row.pending !== '') assert.equal(row.file + row.title, '', `${row.id} is pending and names a test`);
      else assert.ok(hasTest(row), `${row.id}: ${row.file} has no test “${row.title}”`);
    }
    const pending = rows.filter((row) => row.pending !== '');
    t.diagnostic(`${rows.length} statements, ${pending.length} pending`);
  });
});

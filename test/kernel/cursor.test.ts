import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCursors } from '../../src/domain/kernel/cursor.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';

const cursors = createCursors(Buffer.alloc(32, 1));
const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);

describe('opaque cursors', () => {
  it('round-trip the page key within 40 characters', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 2 }), (key) => {
        const cursor = cursors.parse('list', { a: 1 }, undefined).cursorAfter(key);
        assert.ok(cursor.length <= 40);
        assert.deepEqual(cursors.parse('list', { a: 1 }, cursor).key, key);
      }),
    );
  });

  it('are refused when altered, or for another list, filter or key', () => {
    const cursor = cursors
      .parse('list', { settlement: '1', kind: 'post' }, undefined)
      .cursorAfter(['42', '7']);
    const refused = (list: string, filters: object, given: string, box = cursors) =>
      assert.throws(
        () => box.parse(list, filters, given),
        (error) => error instanceof Refusal && error.fields?.cursor !== undefined,
      );
    refused('other', { settlement: '1', kind: 'post' }, cursor);
    refused('list', { settlement: '2', kind: 'post' }, cursor);
    refused('list', { settlement: '1' }, cursor);
    refused('list', { settlement: '1', kind: 'post' }, cursor, createCursors(Buffer.alloc(32, 2)));
    refused('list', { settlement: '1', kind: 'post' }, '');
    refused('list', { settlement: '1', kind: 'post' }, `${cursor}A`);
    for (let index = 0; index < cursor.length; index += 1) {
      const altered = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;
      refused('list', { settlement: '1', kind: 'post' }, altered);
    }
  });

  it('do not depend on the order of filters or on absent ones', () => {
    const cursor = cursors.parse('list', { a: '1', b: '2' }, undefined).cursorAfter(['5']);
    assert.deepEqual(cursors.parse('list', { b: '2', a: '1', c: undefined, d: null }, cursor).key, ['5']);
  });
});

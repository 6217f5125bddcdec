import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findTag, findTags, setTags } from '../../../src/store/journal/tags.ts';
import { createDatabase } from '../../harness/cluster.ts';

describe('tags', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let last = 1000;
  const newId = () => String(++last);
  before(async () => {
    database = await createDatabase();
  });
  after(() => database.drop());
  const of = (subjectId: string) => ({ subjectType: 'article' as const, subjectId, settlementId: null });

  it('merges spellings with the same slug into the tag as first typed, in the given order', async () => {
    const { pool: db } = database;
    assert.deepEqual(await setTags(db, of('1'), ['  Ёлки  и сосны', '#Забор', 'елки и сосны'], newId), [
      'Ёлки и сосны',
      'Забор',
    ]);
    assert.deepEqual(await setTags(db, of('2'), ['ЗАБОР', 'ЕЛКИ И СОСНЫ', 'Баня'], newId), [
      'Забор',
      'Ёлки и сосны',
      'Баня',
    ]);
    assert.deepEqual(await findTags(db, 'article', '1'), ['Ёлки и сосны', 'Забор']);
    assert.deepEqual(await findTags(db, 'article', '2'), ['Забор', 'Ёлки и сосны', 'Баня']);
    assert.deepEqual(await findTags(db, 'article', '3'), []);
    assert.equal((await db`select 1 from tag`).length, 3);
  });

  it('setTags replaces all tags of one item and does not change other items', async () => {
    const { pool: db } = database;
    await setTags(db, of('1'), ['баня', 'Забор'], newId);
    assert.deepEqual(await findTags(db, 'article', '1'), ['Баня', 'Забор']);
    await setTags(db, of('1'), [], newId);
    assert.deepEqual(await findTags(db, 'article', '1'), []);
    assert.equal((await findTags(db, 'article', '2')).length, 3);
  });

  it('findTag finds a tag by slug and by any spelling', async () => {
    const { pool: db } = database;
    for (const typed of ['elki-i-sosny', 'Ёлки и сосны', 'ЕЛКИ и  сосны', '#елки-и-сосны']) {
      assert.equal((await findTag(db, typed))?.name, 'Ёлки и сосны', typed);
    }
    assert.equal(await findTag(db, 'пальмы'), undefined);
  });

  it('setTags does not deadlock when several writers add the same new tags concurrently', async () => {
    const { pool } = database;
    const names = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        pool.begin((db) =>
          setTags(db, of(String(100 + index)), index % 2 ? names : names.toReversed(), newId),
        ),
      ),
    );
    assert.equal((await pool`select 1 from tag where slug like 'tag-%'`).length, 20);
    assert.equal((await pool`select 1 from tagging where subject_id >= 100`).length, 160);
  });
});

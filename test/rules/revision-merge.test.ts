import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeCards, type RevisionCard } from '../../src/domain/rules/revision-merge.ts';

const base: RevisionCard = { title: 'Насос', category: 'water', tags: ['зима', 'насос'] };
const merge = (current: Partial<RevisionCard>, wanted: Partial<RevisionCard>) =>
  mergeCards(base, { ...base, ...current }, { ...base, ...wanted });

describe('two changes of one card', () => {
  it('stand both where each changed another field, and once where they changed the same to the same', () => {
    assert.deepEqual(merge({}, {}), base);
    assert.deepEqual(merge({ title: 'Помпа' }, { category: 'garden' }), {
      ...{ title: 'Помпа', category: 'garden', tags: base.tags },
    });
    assert.deepEqual(merge({ category: 'garden' }, { title: 'Помпа' }), {
      ...{ title: 'Помпа', category: 'garden', tags: base.tags },
    });
    assert.equal(merge({ title: 'Помпа' }, { title: 'Помпа' })?.title, 'Помпа');
  });

  it('cannot stand where they changed the same field differently', () => {
    assert.equal(merge({ title: 'Помпа' }, { title: 'Колодец' }), null);
    assert.equal(merge({ category: 'garden' }, { category: null }), null);
  });

  it('join their tags as sets', () => {
    const tagsOf = (current: string[], wanted: string[]) => merge({ tags: current }, { tags: wanted })?.tags;
    assert.deepEqual(tagsOf(['зима', 'насос', 'лёд'], ['насос', 'вода']), ['насос', 'лёд', 'вода']);
    assert.deepEqual(tagsOf(['насос'], ['зима']), [], 'each took one away');
    assert.deepEqual(tagsOf(['зима', 'насос', 'лёд'], ['зима', 'насос', 'лёд']), ['зима', 'насос', 'лёд']);
  });
});

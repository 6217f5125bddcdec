import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { changesTags, decideTags, maxTags } from '../../src/domain/rules/tag-changes.ts';

const tagsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `тег ${index + 1}`);

describe('tags added and taken away', () => {
  it('make a whole set, in which spellings of one tag are one', () => {
    assert.deepEqual(decideTags(['сад', 'вода'], { add_tags: ['Сад', 'забор'], remove_tags: ['Вода'] }), [
      'сад',
      'забор',
    ]);
    assert.deepEqual(decideTags(['сад'], { tags: [] }), []);
    assert.equal(decideTags(['сад'], { add_tags: [], remove_tags: null }), undefined);
  });

  it('are written only where something is given', () => {
    assert.ok(changesTags({ tags: [] }));
    assert.ok(changesTags({ remove_tags: ['сад'] }));
    assert.ok(!changesTags({ add_tags: [], remove_tags: [], tags: null }));
  });

  it('are refused above the bound, in both lists, and beside a whole set', () => {
    assert.equal(decideTags(tagsUpTo(maxTags - 1), { add_tags: ['забор'] })?.length, maxTags);
    for (const [present, change] of [
      [tagsUpTo(maxTags), { add_tags: ['забор'] }],
      [[], { add_tags: ['сад'], remove_tags: ['Сад'] }],
      [[], { tags: ['сад'], add_tags: ['вода'] }],
      [[], { tags: ['сад'], remove_tags: ['вода'] }],
    ] as const)
      assert.throws(() => decideTags(present, change), Refusal);
  });
});

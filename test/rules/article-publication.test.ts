import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  articleKinds,
  checkPlotGiven,
  checkPublishing,
  checkRemoving,
  mayChangeArticle,
  maySeeArticle,
  mayWriteArticle,
} from '../../src/rules/article-publication.ts';
import { stranger } from '../../src/rules/standing.ts';

const editor = { isEditor: true, isResident: false, isTied: true };
const resident = { isEditor: false, isResident: true, isTied: true };
const tied = { isEditor: false, isResident: false, isTied: true };

describe('article-publication', () => {
  it('shows a published article by its visibility, a draft to its author and the board', () => {
    const seenBy = {
      private: [true, false, false, false],
      residents: [true, true, false, false],
      settlement: [true, true, true, false],
      public: [true, true, true, true],
    };
    for (const [visibility, expected] of Object.entries(seenBy)) {
      [editor, resident, tied, stranger].forEach((standing, place) => {
        const article = { status: 'published', visibility, authorId: '1' };
        assert.equal(maySeeArticle(article, standing, '2'), expected[place], visibility);
        assert.equal(maySeeArticle(article, standing, '1'), true, 'the author');
        const draft = { ...article, status: 'draft' };
        assert.equal(maySeeArticle(draft, standing, '2'), standing.isEditor);
        assert.equal(maySeeArticle(draft, standing, '1'), true);
      });
      assert.equal(
        maySeeArticle({ status: 'published', visibility, authorId: '1' }, stranger, null),
        visibility === 'public',
      );
    }
  });

  it('lets plot members write diaries and editors the rest', () => {
    for (const kind of articleKinds)
      for (const isEditor of [true, false])
        for (const isPlotMember of [true, false])
          assert.equal(
            mayWriteArticle(kind, { isEditor, isPlotMember }) === true,
            kind === 'diary' ? isPlotMember : isEditor,
          );
  });

  it('needs a plot for a diary and refuses one otherwise', () => {
    for (const kind of articleKinds) {
      assert.equal(checkPlotGiven(kind, true) === true, kind === 'diary');
      assert.equal(checkPlotGiven(kind, false) === true, kind !== 'diary');
    }
  });

  it('is changed by its author and the board, published once, removed when it owns nothing', () => {
    assert.equal(mayChangeArticle({ authorId: '1' }, stranger, '1'), true);
    assert.equal(mayChangeArticle({ authorId: '1' }, editor, '2'), true);
    assert.notEqual(mayChangeArticle({ authorId: '1' }, resident, '2'), true);
    assert.equal(checkPublishing('draft'), true);
    assert.notEqual(checkPublishing('published'), true);
    assert.equal(checkRemoving(0), true);
    assert.notEqual(checkRemoving(1), true);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  articleKinds,
  checkParcelForKind,
  checkPublishing,
  checkRemoving,
  classifyEdit,
  mayChangeArticle,
  maySeeArticle,
  mayWriteArticle,
} from '../../src/domain/rules/article-publication.ts';
import { noSettlementRole } from '../../src/domain/rules/settlement-role.ts';

const editor = { isEditor: true, readsAsBoard: true, isResident: false, isRelated: true };
const auditor = { isEditor: false, readsAsBoard: true, isResident: false, isRelated: true };
const resident = { isEditor: false, readsAsBoard: false, isResident: true, isRelated: true };
const tied = { isEditor: false, readsAsBoard: false, isResident: false, isRelated: true };

describe('article-publication', () => {
  it('shows a published article by its visibility, a draft to its author, the board and its auditor', () => {
    const seenBy = {
      private: [true, false, false, false, false],
      residents: [true, true, true, false, false],
      settlement: [true, true, true, true, false],
      public: [true, true, true, true, true],
    };
    for (const [visibility, expected] of Object.entries(seenBy)) {
      [editor, auditor, resident, tied, noSettlementRole].forEach((settlementRole, place) => {
        const article = { status: 'published', visibility, authorId: '1', kind: 'diary' };
        const post = { ...article, kind: 'post' };
        assert.equal(maySeeArticle(article, settlementRole, '2'), expected[place], visibility);
        assert.equal(maySeeArticle(article, settlementRole, '1'), true, 'the author of a diary');
        assert.equal(maySeeArticle(post, settlementRole, '1'), expected[place], 'a post is the board’s');
        const draft = { ...article, status: 'draft' };
        const seesDraft =
          settlementRole.isEditor || (settlementRole.readsAsBoard && visibility !== 'private');
        assert.equal(maySeeArticle(draft, settlementRole, '2'), seesDraft);
        assert.equal(maySeeArticle(draft, settlementRole, '1'), true);
        assert.equal(maySeeArticle({ ...post, status: 'draft' }, settlementRole, '1'), seesDraft);
      });
      assert.equal(
        maySeeArticle(
          { status: 'published', visibility, authorId: '1', kind: 'diary' },
          noSettlementRole,
          null,
        ),
        visibility === 'public',
      );
    }
  });

  it('lets plot members write diaries and editors the rest', () => {
    for (const kind of articleKinds)
      for (const isEditor of [true, false])
        for (const isParcelMember of [true, false])
          assert.equal(
            mayWriteArticle(kind, { isEditor, isParcelMember }) === true,
            kind === 'diary' ? isParcelMember : isEditor,
          );
  });

  it('needs a plot for a diary and refuses one otherwise', () => {
    for (const kind of articleKinds) {
      assert.equal(checkParcelForKind(kind, true) === true, kind === 'diary');
      assert.equal(checkParcelForKind(kind, false) === true, kind !== 'diary');
    }
  });

  it('is changed by its author and the board, published once, removed when it owns nothing', () => {
    const changes = ['edit', 'publish', 'hide', 'remove'] as const;
    const allowed = (
      kind: string,
      who: { isEditor?: boolean; isParcelMember?: boolean; accountId: string },
    ) =>
      changes.filter(
        (change) =>
          mayChangeArticle(
            { authorId: '1', kind },
            { isEditor: false, isParcelMember: false, ...who },
            change,
          ) === true,
      );
    assert.deepEqual(allowed('diary', { accountId: '1', isParcelMember: true }), changes);
    assert.deepEqual(allowed('diary', { accountId: '1' }), ['hide', 'remove'], 'has left the plot');
    assert.deepEqual(allowed('diary', { accountId: '2', isParcelMember: true }), []);
    assert.deepEqual(allowed('diary', { accountId: '2', isEditor: true }), ['publish', 'hide'], 'the board');
    assert.deepEqual(
      allowed('announcement', { accountId: '1', isParcelMember: true }),
      [],
      'has left the board',
    );
    assert.deepEqual(allowed('announcement', { accountId: '2', isEditor: true }), changes);
    assert.equal(classifyEdit({ visibility: 'private', title: undefined }, 'residents'), 'hide');
    assert.equal(classifyEdit({ visibility: 'public' }, 'residents'), 'show');
    assert.equal(classifyEdit({ visibility: 'private', body: 'x' }, 'residents'), 'edit');
    assert.equal(checkPublishing('draft'), true);
    assert.notEqual(checkPublishing('published'), true);
    assert.equal(checkRemoving(0), true);
    assert.notEqual(checkRemoving(1), true);
  });
});

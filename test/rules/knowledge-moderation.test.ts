import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  findQueueAuthor,
  mayManageArticle,
  mayModerateKnowledge,
  maySeeKnowledgeArticle,
  maySeeRevision,
} from '../../src/domain/rules/knowledge-access.ts';
import {
  knowledgeCategories,
  listCoveredCategories,
  topCategories,
} from '../../src/domain/rules/knowledge-categories.ts';
import {
  afterEdit,
  afterPublish,
  afterReject,
  afterRollBack,
  afterWrite,
  checkDecision,
  isOutdated,
  type KnowledgeArticleStatus,
  revisionStates,
  visibleStatus,
} from '../../src/domain/rules/knowledge-moderation.ts';

it('article and revision states follow the table of the contract', () => {
  const line = (outcome: { revision: string; status: string } | null) =>
    outcome === null ? 'unchanged' : `${outcome.revision} ${outcome.status}`;
  const rows: [string, string, string][] = [
    ['write, not published, others', line(afterWrite(false, false)), 'draft draft'],
    ['write, not published, moderator', line(afterWrite(false, true)), 'draft draft'],
    ['write and publish, others', line(afterWrite(true, false)), 'waiting pending'],
    ['write and publish, moderator', line(afterWrite(true, true)), 'approved published'],
    ['publish draft, others', line(afterPublish('draft', false)), 'waiting pending'],
    ['publish draft, moderator', line(afterPublish('draft', true)), 'approved published'],
    ['publish pending, others', line(afterPublish('pending', false)), 'unchanged'],
    ['publish pending, moderator', line(afterPublish('pending', true)), 'approved published'],
    ['publish published, others', line(afterPublish('published', false)), 'unchanged'],
    ['publish published, moderator', line(afterPublish('published', true)), 'unchanged'],
    ['edit draft, others', line(afterEdit('draft', false)), 'draft draft'],
    ['edit draft, moderator', line(afterEdit('draft', true)), 'draft draft'],
    ['edit pending, others', line(afterEdit('pending', false)), 'waiting pending'],
    ['edit pending, moderator', line(afterEdit('pending', true)), 'waiting pending'],
    ['edit published, others', line(afterEdit('published', false)), 'waiting published'],
    ['edit published, moderator', line(afterEdit('published', true)), 'approved published'],
    ['roll back draft, others', line(afterRollBack('draft', false)), 'waiting pending'],
    ['roll back draft, moderator', line(afterRollBack('draft', true)), 'draft draft'],
    ['roll back pending, others', line(afterRollBack('pending', false)), 'waiting pending'],
    ['roll back pending, moderator', line(afterRollBack('pending', true)), 'approved published'],
    ['roll back published, others', line(afterRollBack('published', false)), 'waiting published'],
    ['roll back published, moderator', line(afterRollBack('published', true)), 'approved published'],
  ];
  for (const [what, got, expected] of rows) assert.equal(got, expected, what);
});

it('rejecting returns an unpublished article to draft and keeps a published one', () => {
  assert.deepEqual((['draft', 'pending', 'published'] as const).map(afterReject), [
    'draft',
    'draft',
    'published',
  ]);
});

it('a published article is pending only for a reader of an unapproved text', () => {
  assert.equal(visibleStatus('published', true), 'published');
  assert.equal(visibleStatus('published', false), 'pending');
  assert.equal(visibleStatus('draft', false), 'draft');
  assert.equal(visibleStatus('pending', false), 'pending');
});

it('only waiting revisions are decided; repeating a decision is no error', () => {
  for (const state of revisionStates) {
    for (const wanted of ['approved', 'rejected'] as const) {
      const answer = checkDecision(state, wanted);
      if (state === 'waiting') assert.equal(answer, true);
      else if (state === wanted) assert.equal(answer, null);
      else assert.equal(typeof answer, 'object', `${state} ${wanted}`);
    }
  }
});

it('a waiting edit is outdated exactly when another text than its base is approved', () => {
  assert.equal(isOutdated({ state: 'waiting', baseRevisionId: '1' }, '1'), false);
  assert.equal(isOutdated({ state: 'waiting', baseRevisionId: '1' }, '2'), true);
  assert.equal(isOutdated({ state: 'waiting', baseRevisionId: null }, null), false);
  assert.equal(isOutdated({ state: 'approved', baseRevisionId: '1' }, '2'), false);
});

const people = {
  author: { accountId: '1', isModerator: false },
  writer: { accountId: '2', isModerator: false },
  stranger: { accountId: '3', isModerator: false },
  moderator: { accountId: '4', isModerator: true },
  anonymous: { accountId: null, isModerator: false },
};
type Person = keyof typeof people;
const whoMay = (may: (person: (typeof people)[Person]) => boolean) =>
  (Object.keys(people) as Person[]).filter((name) => may(people[name])).join(' ');

it('an article and its revisions are visible to those whom the contract names', () => {
  const article = (status: KnowledgeArticleStatus) => ({ authorId: '1', status });
  const seesArticle = (status: KnowledgeArticleStatus) =>
    whoMay((person) => maySeeKnowledgeArticle(person, article(status)));
  assert.equal(seesArticle('draft'), 'author moderator');
  assert.equal(seesArticle('pending'), 'author moderator');
  assert.equal(seesArticle('published'), 'author writer stranger moderator anonymous');

  const seesRevision = (status: KnowledgeArticleStatus, state: (typeof revisionStates)[number]) =>
    whoMay((person) => maySeeRevision(person, article(status), { authorId: '2', state }));
  assert.equal(seesRevision('draft', 'draft'), 'author moderator');
  assert.equal(seesRevision('pending', 'waiting'), 'author moderator');
  for (const state of ['waiting', 'rejected', 'replaced'] as const)
    assert.equal(seesRevision('published', state), 'writer moderator');
  assert.equal(seesRevision('published', 'approved'), 'author writer stranger moderator anonymous');
});

it('the contract names who may manage and moderate articles, and whose revisions the queue lists', () => {
  const article = { authorId: '1', status: 'published' } as const;
  assert.equal(
    whoMay((person) => mayManageArticle(person, article) === true),
    'author moderator',
  );
  assert.equal(
    whoMay((person) => mayModerateKnowledge(person) === true),
    'moderator',
  );
  assert.equal(findQueueAuthor(people.stranger, 'waiting', false), '3');
  assert.equal(findQueueAuthor(people.moderator, 'waiting', false), undefined);
  assert.equal(findQueueAuthor(people.moderator, 'waiting', true), '4');
  assert.equal(findQueueAuthor(people.moderator, 'draft', false), '4');
});

it('categories match the contract, and a top category covers its subcategories', () => {
  assert.equal(knowledgeCategories.length, 41);
  assert.equal(new Set(knowledgeCategories).size, 41);
  assert.equal(knowledgeCategories[0], 'land_and_garden');
  assert.equal(knowledgeCategories[8], 'house_and_building');
  assert.equal(knowledgeCategories.at(-1), 'winter_and_absence');
  assert.deepEqual(listCoveredCategories('lawn'), ['lawn']);
  assert.deepEqual(listCoveredCategories('winter_and_absence'), ['winter_and_absence']);
  assert.equal(listCoveredCategories('land_and_garden').length, 8);
  assert.equal(
    topCategories.flatMap((top) => listCoveredCategories(top)).length,
    41,
    'every section is under one part',
  );
});

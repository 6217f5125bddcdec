import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { afterRollBack } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { type IndexedBody, parseBodyForIndex } from '../../knowledge/article-text.ts';
import { refuseOverReviewQuota } from '../../knowledge/review-quota.ts';
import { addRevision } from '../../knowledge/revisions.ts';
import { loadArticleUnderQuota, showArticleAsItStands } from './loaded-article.ts';
import { articleReference, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const roll_back_knowledge_article = defineOperation({
  name: 'roll_back_knowledge_article',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/roll-back',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['resident', 'platform'],
  summary: 'Bring back an earlier text of an article as a new change.',
  description: 'It goes for review; a moderator’s is applied at once.',
  asksFirst: true,
  shortReply: shortKnowledgeReply,
  pagePath: knowledgePagePath,
  input: z.object({
    article: articleReference,
    revision: id.describe('From list_knowledge_revisions.'),
  }),
  output: fullArticle,
  async load(at, context, lock) {
    const found = await loadArticleUnderQuota(at, context, lock);
    const old = await findRevision(context.db, found.id, at.revision);
    if (old === undefined || !maySeeRevision(context.caller, found, old))
      return refuse.invalid('revision', {
        en: 'There is no such revision in the history of this article. list_knowledge_revisions has them.',
        ru: 'Такой версии в истории статьи нет. Версии перечисляет list_knowledge_revisions.',
      });
    return { found, old };
  },
  preparesIf: (_input, caller) => caller.isModerator,
  prepare: (_input, context, { old }): Promise<IndexedBody | undefined> => parseBodyForIndex(context, old),
  asksIf: (_input, caller) => caller.isModerator,
  async question(_input, _context, { found, old }) {
    // Another text may be in force by the time of the answer: its number is part of the question.
    const [title, number] = [quoteUserText(found.title), found.approvedRevisionId ?? found.revisionId];
    if (found.status !== 'published' || old.id === found.approvedRevisionId) return null;
    return {
      en: `Bring back an earlier text of ${title} at once, in place of revision ${number}? Everybody reads it from now on; the text of today stays in the history.`,
      ru: `Сразу вернуть прежний текст статьи ${title} вместо версии ${number}? Его прочтут все; нынешний останется в истории.`,
    };
  },
  async write(_input, context, { found, old }, read) {
    const { caller } = context;
    const change = {
      text: old,
      read: read ?? old,
      baseRevisionId: found.approvedRevisionId ?? found.revisionId,
      note: `↩ ${old.id}`,
    };
    const isPublished = found.status === 'published';
    const outcome = afterRollBack(found.status, caller.isModerator);
    await refuseOverReviewQuota(context, outcome, found.waitingRevisionId);
    await addRevision(context, { id: found.id, slug: found.slug, isPublished }, change, outcome);
    return { id: found.id };
  },
  show: showArticleAsItStands,
});

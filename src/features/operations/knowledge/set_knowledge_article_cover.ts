import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayManageArticle } from '../../../domain/rules/knowledge-access.ts';
import { isPictureOfArticle, saveCover } from '../../../store/knowledge/knowledge-changes.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { loadKnowledgeArticle, showArticleAsItStands } from './loaded-article.ts';
import { articleReference, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const set_knowledge_article_cover = defineOperation({
  name: 'set_knowledge_article_cover',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/cover',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['resident', 'platform'],
  summary: 'Choose the cover of an article among its own pictures.',
  description: 'For its author and moderators.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    media: id.nullish().describe('A picture of this article; null: the first one.'),
  }),
  output: fullArticle.extend({ replaced: replacedByCall }),
  shortReply: [...shortKnowledgeReply, 'replaced'],
  pagePath: knowledgePagePath,
  head: ['article'],
  load: loadKnowledgeArticle,
  permit(article, caller) {
    permit(mayManageArticle(caller, article));
  },
  async write({ media }, { db, now }, found) {
    if (media != null && !(await isPictureOfArticle(db, found.id, media))) {
      refuse.invalid('media', {
        en: 'This is not a picture of the article. Choose one from its own library, or null for the first picture.',
        ru: 'Это не картинка этой статьи. Выберите из её собственных или null — первая картинка.',
      });
    }
    const former = found.coverMediaId;
    await saveCover(db, found.id, media ?? null, now());
    const isReplaced = former !== null && former !== (media ?? null);
    return { id: found.id, ...showReplacedByCall(isReplaced ? { media: former } : null, undefined) };
  },
  async show(input, context, { id, replaced }) {
    return { ...(await showArticleAsItStands(input, context, { id })), ...(replaced && { replaced }) };
  },
});

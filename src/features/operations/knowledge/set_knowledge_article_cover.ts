import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayManageArticle } from '../../../domain/rules/knowledge-access.ts';
import { findKnowledgeArticle, lockKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import { isPictureOfArticle, saveCover } from '../../../store/knowledge/knowledge-changes.ts';
import {
  articleReference,
  fullArticle,
  knowledgePagePath,
  shortKnowledgeReply,
  showFullKnowledgeArticle,
} from './shapes.ts';

export const set_knowledge_article_cover = defineOperation({
  name: 'set_knowledge_article_cover',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/cover',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'platform'],
  summary: 'Choose the cover of an article among its own pictures.',
  description: 'For its author and moderators.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    media: id.nullish().describe('A picture of this article; null: the first one.'),
  }),
  output: fullArticle,
  shortReply: shortKnowledgeReply,
  pagePath: knowledgePagePath,
  async write({ article, media }, { db, caller, now }) {
    const found = (await lockKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    permit(mayManageArticle(caller, found));
    if (media != null && !(await isPictureOfArticle(db, found.id, media))) {
      refuse.invalid('media', {
        en: 'This is not a picture of the article. Choose one from its own library, or null for the first picture.',
        ru: 'Это не картинка этой статьи. Выберите из её собственных или null — первая картинка.',
      });
    }
    await saveCover(db, found.id, media ?? null, now());
    return showFullKnowledgeArticle(
      (await findKnowledgeArticle(db, found.id, caller)) ?? refuse.notFound('article'),
    );
  },
  show: showWritten,
});

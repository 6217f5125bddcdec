import { z } from 'zod';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { checkRemoving, mayChangeArticle } from '../../../domain/rules/article-publication.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { countOwnedMedia, deleteArticle } from '../../../store/journal/articles.ts';
import { clearTags } from '../../../store/journal/tags.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { saveBoardHiding } from '../../../store/system/board-hidings.ts';
import { deleteReplacedValues } from '../../../store/system/replaced-values.ts';
import { articleHead, loadArticleToChange } from './article-to-change.ts';
import { articleField, settlementField } from './shapes.ts';

export const remove_article = defineOperation({
  name: 'remove_article',
  tag: 'Journal',
  route: 'DELETE /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'settlement'],
  summary: 'Remove an article for good.',
  description: 'A diary entry only by its author. Cannot be undone; edit_article hides it.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: settlementField,
    article: articleField.describe('Slug or id.'),
  }),
  output: z.object({ data: z.object({ removed: z.literal(true) }) }),
  head: articleHead,
  async load(at, context, lock) {
    const subject = await loadArticleToChange(at, context, lock);
    return { ...subject, ownedMedia: await countOwnedMedia(context.db, subject.article.id) };
  },
  permit({ article, who, ownedMedia }) {
    permit(mayChangeArticle(article, who, 'remove'));
    const allowed = checkRemoving(ownedMedia);
    if (allowed !== true) refuse.invalid('article', allowed);
  },
  async question(_input, _context, { article }) {
    const title = quoteUserText(article.title);
    return {
      en: `Remove the article ${title} for good? Nobody can bring it back.`,
      ru: `Удалить статью ${title} навсегда? Вернуть её будет нельзя.`,
    };
  },
  async write(_input, context, { article: found }) {
    const { db } = context;
    await clearTags(db, 'article', found.id);
    await deleteReplacedValues(db, { type: 'article', id: found.id });
    await saveBoardHiding(db, { type: 'article', id: found.id }, null);
    await deleteArticle(db, found.id);
    if (found.kind !== 'diary')
      await recordDecision(context, {
        action: 'remove_article',
        subject: { type: 'article', id: found.id },
        settlementId: found.settlementId,
        before: { kind: found.kind, title: found.title },
      });
    return { data: { removed: true as const } };
  },
  show: showWritten,
});

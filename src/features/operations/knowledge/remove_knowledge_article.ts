import { z } from 'zod';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit } from '../../../domain/kernel/refusal.ts';
import { mayManageArticle } from '../../../domain/rules/knowledge-access.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { clearTags } from '../../../store/journal/tags.ts';
import { deleteKnowledgeArticle } from '../../../store/knowledge/knowledge-changes.ts';
import { removeArticleFromIndex } from '../../../store/knowledge/search-index.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { loadKnowledgeArticle } from './loaded-article.ts';
import { articleReference } from './shapes.ts';

/** Grace period for clients that are still loading the file. */
const fileGraceMs = 60 * 60_000;

export const remove_knowledge_article = defineOperation({
  name: 'remove_knowledge_article',
  tag: 'Knowledge',
  route: 'DELETE /knowledge/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'platform'],
  summary: 'Remove an article for ever, with its history, pictures and waiting edits.',
  destructive: true,
  asksFirst: true,
  input: z.object({ article: articleReference }),
  output: z.object({ removed: z.literal(true) }),
  head: ['article'],
  load: loadKnowledgeArticle,
  permit(article, caller) {
    permit(mayManageArticle(caller, article));
  },
  async question(_input, _context, found) {
    const title = quoteUserText(found.title);
    return {
      en: `Remove ${title} from the knowledge base for ever, with its history, pictures and waiting edits? Nobody can bring it back.`,
      ru: `Удалить ${title} из базы знаний навсегда, вместе с историей, картинками и ждущими правками? Вернуть будет нельзя.`,
    };
  },
  async write(_input, context, found) {
    const { db, caller, services, now } = context;
    if (found.authorId !== caller.accountId)
      await recordDecision(context, {
        action: 'remove_knowledge_article',
        subject: { type: 'knowledge_article', id: found.id },
        settlementId: null,
        before: { slug: found.slug, status: found.status, author: found.authorId },
      });
    await removeArticleFromIndex(db, found.id);
    services.searchTerms.wake();
    await clearTags(db, 'knowledge_article', found.id);
    const hashes = await deleteKnowledgeArticle(db, found.id);
    if (hashes.length > 0) {
      const runAt = new Date(now().getTime() + fileGraceMs);
      await services.jobs.add(db, { queue: 'media_blobs', payload: { hashes }, runAt });
    }
    return { removed: true as const };
  },
  show: showWritten,
});

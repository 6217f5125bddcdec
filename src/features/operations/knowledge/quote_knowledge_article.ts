import { z } from 'zod';
import { id, outId, outText } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findQuotedPassage } from '../../../store/knowledge/knowledge-passages.ts';
import { passageUrl } from '../../knowledge/article-urls.ts';
import { quotedArticle, showQuotedArticle } from './shapes.ts';

export const quote_knowledge_article = defineOperation({
  name: 'quote_knowledge_article',
  tag: 'Knowledge',
  route: 'GET /knowledge/passages/{passage}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'platform'],
  summary: 'The exact words of one passage, with its article.',
  description: 'Quote it as it is, with the address.',
  input: z.object({ passage: id.describe('An `id` from search_shared_knowledge.') }),
  output: z.object({ data: z.object({ id: outId, text: outText, article: quotedArticle }) }),
  async show({ passage }, { db, origin }) {
    const found = (await findQuotedPassage(db, passage)) ?? refuse.notFound('passage');
    const article = {
      ...showQuotedArticle(origin, found.article),
      url: passageUrl(origin, found.article.slug, found.id),
    };
    return { data: { id: found.id, text: found.text, article } };
  },
});

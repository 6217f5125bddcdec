import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { findKnowledgeArticle } from '../../store/knowledge/knowledge-articles.ts';
import { articleReference, fullArticle, showFull } from './shapes.ts';

export const show_knowledge_article = defineOperation({
  name: 'show_knowledge_article',
  tag: 'Knowledge',
  route: 'GET /knowledge/articles/{article}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  summary: 'One article of the shared knowledge base with its whole text.',
  description:
    'If an edit of yours waits you see your own text, with status `pending`. Before you edit, keep `revision_id` for `base_revision_id`.',
  resource: {
    uriTemplate: 'settlements://knowledge/{article}',
    title: 'An article of the shared knowledge base',
    mimeType: 'text/markdown',
    text: ({ title, body }) => `# ${title}\n\n${body}\n`,
  },
  input: z.object({ article: articleReference }),
  output: fullArticle,
  async handle({ article }, { db, caller, services }) {
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    if (found.revisionId === found.approvedRevisionId) services.knowledgeViews.count(found.id);
    return showFull(found);
  },
});

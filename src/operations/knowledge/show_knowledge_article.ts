import { z } from 'zod';
import { text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { slugFrom } from '../../rules/slug.ts';
import { listSections } from '../../rules/text-section.ts';
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
  input: z.object({
    article: articleReference,
    section: text(120).optional().describe('Only the part under this heading.'),
  }),
  output: fullArticle,
  async handle({ article, section }, { db, caller, services }) {
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    if (found.revisionId === found.approvedRevisionId) services.knowledgeViews.count(found.id);
    return { ...showFull(found), ...(section !== undefined && { body: readSection(found.body, section) }) };
  },
});

/** What a refusal names at most. */
const mostNamed = 100;

function readSection(body: string, wanted: string): string {
  const sections = listSections(body);
  const anchor = slugFrom(wanted);
  const found = sections.find((section) => section.anchor === anchor);
  if (found !== undefined) return found.text;
  const known = sections.slice(0, mostNamed).map((section) => section.anchor);
  return refuse.invalid(
    'section',
    {
      en: `There is no such heading. This article has: ${known.join(', ') || 'none'}.`,
      ru: `Такого заголовка нет. В статье есть: ${known.join(', ') || 'ни одного'}.`,
    },
    { sections: known },
  );
}

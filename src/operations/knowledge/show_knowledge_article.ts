import { z } from 'zod';
import { flag, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { mayManageArticle } from '../../rules/knowledge-access.ts';
import { slugFrom } from '../../rules/slug.ts';
import { listSections } from '../../rules/text-section.ts';
import { findKnowledgeArticle } from '../../store/knowledge/knowledge-articles.ts';
import { listMediaOf } from '../../store/media/media.ts';
import { mediaShape, showMedia } from '../media/shapes.ts';
import { articleReference, fullArticle, showFull } from './shapes.ts';

const mostPictures = 200;

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
    pictures: flag.optional().describe('Also its own pictures; for its author and moderators.'),
  }),
  output: fullArticle.extend({
    pictures: z.array(mediaShape).optional().describe('When asked for: `![caption](media:<id>)` shows one.'),
  }),
  async handle({ article, section, pictures }, { db, caller, services, now }) {
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    if (found.revisionId === found.approvedRevisionId) services.knowledgeViews.count(found.id);
    const seesPictures = pictures === true && mayManageArticle(caller, found) === true;
    const media = seesPictures ? await listMediaOf(db, 'knowledge_article', found.id, mostPictures) : [];
    return {
      ...showFull(found),
      ...(section !== undefined && { body: readSection(found.body, section) }),
      ...(seesPictures && { pictures: media.map((row) => showMedia(services, row, [], now())) }),
    };
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

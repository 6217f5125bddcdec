import { z } from 'zod';
import { nonBlank, tagNames } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { cleanTitle, readBody } from '../../knowledge/article-text.ts';
import { addRevision, cleanTags } from '../../knowledge/revising.ts';
import { afterWrite } from '../../rules/knowledge-moderation.ts';
import { slugFrom } from '../../rules/slug.ts';
import { findKnowledgeArticle } from '../../store/knowledge/knowledge-articles.ts';
import { insertKnowledgeArticle } from '../../store/knowledge/knowledge-changes.ts';
import { category, fullArticle, showFull } from './shapes.ts';

export const write_knowledge_article = defineOperation({
  name: 'write_knowledge_article',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'platform'],
  summary: 'Write a new article for the shared knowledge base: general advice, not news of one settlement.',
  description:
    'It starts as a draft; hand it in with `publish` or publish_knowledge_article. Markdown with tables, footnotes, task lists and callouts (`> [!NOTE]`); fenced `mermaid` and `dot` blocks become diagrams. About a settlement or a plot use write_article.',
  body: 'text',
  input: z.object({
    title: nonBlank(200).describe('At most 200 characters; its address is made from it and stays.'),
    body: nonBlank(300_000).describe('Markdown, at most 300,000 characters.'),
    category: category.nullish().describe('Section. Left out: not sorted yet.'),
    publish: z.boolean().nullish().describe('Hand it in at once. Default false.'),
    tags: tagNames.nullish(),
  }),
  output: fullArticle,
  async handle(input, context) {
    const { db, caller, newId, services } = context;
    const text = {
      title: cleanTitle(input.title),
      body: input.body,
      category: input.category ?? null,
      tags: cleanTags(input.tags ?? []),
    };
    const read = await readBody(services.texts, text.body);
    const outcome = afterWrite(input.publish ?? false, caller.isModerator);
    const id = newId();
    const slug = await insertKnowledgeArticle(db, {
      id,
      authorId: caller.accountId,
      slug: slugFrom(text.title),
      status: outcome.status === 'pending' ? 'pending' : 'draft',
      createdAt: context.now(),
    });
    const revision = { text, read, baseRevisionId: null, note: '' };
    await addRevision(context, { id, slug, isPublished: false }, revision, outcome);
    return showFull((await findKnowledgeArticle(db, id, caller)) ?? refuse.notFound('article'));
  },
});

import { z } from 'zod';
import { id, tagNames, text, words } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { cleanTitle, readBody } from '../../knowledge/article-text.ts';
import { addRevision, cleanTags, isSameText } from '../../knowledge/revising.ts';
import { afterEdit } from '../../rules/knowledge-moderation.ts';
import { findKnowledgeArticle, lockKnowledgeArticle } from '../../store/knowledge-articles.ts';
import { chooseBase } from './editing-base.ts';
import { articleReference, category, fullArticle, showFull } from './shapes.ts';

export const edit_knowledge_article = defineOperation({
  name: 'edit_knowledge_article',
  tag: 'Knowledge',
  route: 'PATCH /knowledge/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'platform'],
  summary: 'Change an article. Only what is sent changes; the address stays.',
  description:
    'Any account may edit a published article: the edit waits for a moderator, and meanwhile everybody else goes on ' +
    'reading the approved text. A moderator’s edit is published at once. An article that is not published yet is ' +
    'edited by its author and moderators. Send `base_revision_id` (the `revision_id` you read): if the article has ' +
    'moved on since, nothing is written, and the 422 carries `current_revision_id` and what `changed` meanwhile, so ' +
    'that you can merge and send again. An edit that changes nothing writes nothing.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    title: words(200).optional().describe('The new title, at most 200 characters.'),
    body: words(300_000).optional().describe('The whole new body, markdown.'),
    category: category.nullish().describe('Section of the base; null takes the article out of its section.'),
    tags: tagNames.nullish().describe('The whole new set; null or left out: the tags stay.'),
    note: text(500).nullish().describe('What changed and why, for the moderator and the history.'),
    base_revision_id: id
      .nullish()
      .describe('The revision your text was written against: the approved one, or your own that waits.'),
  }),
  output: fullArticle,
  async handle({ article, ...input }, context) {
    const { db, caller } = context;
    const visible = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    // Drawn before the row is held: nobody has to wait for somebody else's diagrams.
    const read = input.body === undefined ? undefined : await readBody(input.body);
    const found = (await lockKnowledgeArticle(db, visible.id, caller)) ?? refuse.notFound('article');
    const base = await chooseBase(db, found, caller, input.base_revision_id ?? null);
    const changed = {
      title: input.title === undefined ? base.title : cleanTitle(input.title),
      body: read?.body ?? base.body,
      category: input.category === undefined ? base.category : input.category,
      tags: input.tags == null ? base.tags : cleanTags(input.tags),
    };
    if (isSameText(changed, found)) return showFull(found);
    const isPublished = found.status === 'published';
    const revision = {
      text: changed,
      read: read ?? { excerpt: base.excerpt },
      baseRevisionId: base.writtenAgainst,
      note: input.note ?? '',
    };
    const outcome = afterEdit(found.status, caller.isModerator);
    await addRevision(context, { id: found.id, slug: found.slug, isPublished }, revision, outcome);
    return showFull((await findKnowledgeArticle(db, found.id, caller)) ?? refuse.notFound('article'));
  },
});

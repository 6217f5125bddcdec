import { z } from 'zod';
import { id, name, nonBlank, tagChanges, tagNames, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { StalePreparation } from '../../../domain/kernel/preparation.ts';
import { afterEdit } from '../../../domain/rules/knowledge-moderation.ts';
import { decideTags } from '../../../domain/rules/tag-changes.ts';
import { cleanTitle, parseBody, parseBodyForIndex } from '../../knowledge/article-text.ts';
import { refuseOverReviewQuota } from '../../knowledge/review-quota.ts';
import { addRevision, isSameText, normalizeTags } from '../../knowledge/revisions.ts';
import {
  applyPartialEdit,
  type PartialEdit,
  replaceField,
  requireBaseOfSection,
} from '../journal/partial-edit.ts';
import { editedSectionField } from '../journal/text-section.ts';
import { findBaseRevision, requireBaseRevision } from './base-revision.ts';
import { loadArticleUnderQuota, showArticleAsItStands } from './loaded-article.ts';
import { articleReference, category, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const maxBodyLength = 300_000;

export const edit_knowledge_article = defineOperation({
  name: 'edit_knowledge_article',
  tag: 'Knowledge',
  route: 'PATCH /knowledge/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'platform'],
  summary: 'Change an article of the knowledge base.',
  description:
    'The edit waits for a moderator. Refused with what `changed` if it has moved on since `base_revision_id`.',
  idempotent: true,
  body: 'text',
  input: z.object({
    article: articleReference,
    title: name(200).optional().describe('Up to 200 characters.'),
    body: nonBlank(maxBodyLength).optional().describe('Markdown, the whole text.'),
    replace: replaceField(maxBodyLength),
    section: editedSectionField,
    category: category.nullish().describe('Section; null: none.'),
    tags: tagNames.nullish(),
    ...tagChanges,
    note: text(500).nullish().describe('What changed and why.'),
    base_revision_id: id.nullish().describe('The `revision_id` you read.'),
  }),
  output: fullArticle,
  shortReply: shortKnowledgeReply,
  pagePath: knowledgePagePath,
  head: ['article'],
  load: loadArticleUnderQuota,
  async prepare(input, context, visible) {
    const { caller } = context;
    requireBaseOfSection(input, 'base_revision_id', input.base_revision_id);
    const base = await requireBaseRevision(context, visible, input.base_revision_id ?? null);
    const { title, body } = changeText(base, input);
    if (caller.isModerator) return parseBodyForIndex(context, { title, body });
    return body === base.body ? undefined : parseBody(context, body);
  },
  async write(input, context, found, read) {
    const { caller } = context;
    const base =
      (await findBaseRevision(context, found, input.base_revision_id ?? null)) ?? throwStalePreparation();
    const { title, body } = changeText(base, input);
    if (body !== (read?.body ?? base.body)) throwStalePreparation();
    const changed = {
      title,
      body,
      category: input.category === undefined ? base.category : input.category,
      tags: normalizeTags(decideTags(base.tags, input) ?? base.tags),
    };
    if (isSameText(changed, found)) return { id: found.id };
    const isPublished = found.status === 'published';
    const revision = {
      text: changed,
      read: read ?? { excerpt: base.excerpt },
      baseRevisionId: base.writtenAgainst,
      note: input.note ?? '',
    };
    const outcome = afterEdit(found.status, caller.isModerator);
    await refuseOverReviewQuota(context, outcome, found.waitingRevisionId);
    await addRevision(context, { id: found.id, slug: found.slug, isPublished }, revision, outcome);
    return { id: found.id };
  },
  show: showArticleAsItStands,
});

/** `replace` works on the text the edit starts from. */
function changeText(
  base: { readonly title: string; readonly body: string },
  input: PartialEdit & { title?: string | undefined },
) {
  return {
    title: input.title === undefined ? base.title : cleanTitle(input.title),
    body: applyPartialEdit(base.body, input, maxBodyLength) ?? base.body,
  };
}

function throwStalePreparation(): never {
  throw new StalePreparation();
}

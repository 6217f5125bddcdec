import { z } from 'zod';
import {
  formatTimestamp,
  id,
  name,
  nonBlank,
  outId,
  outTimestamp,
  tagChanges,
  tagNames,
  text,
} from '../../../domain/kernel/fields.ts';
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
import {
  type BaseRevision,
  findBaseRevision,
  mayPassOwnText,
  refuseStaleBase,
  requireBaseRevision,
} from './base-revision.ts';
import { loadArticleUnderQuota, showArticleAsItStands } from './loaded-article.ts';
import { articleReference, category, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const maxBodyLength = 300_000;

export const edit_knowledge_article = defineOperation({
  name: 'edit_knowledge_article',
  tag: 'Knowledge',
  route: 'PATCH /knowledge/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'platform',
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
    replace_waiting: id.nullish().describe('Your own waiting revision that this one replaces.'),
  }),
  output: fullArticle.extend({
    replaced: z
      .object({ revision_id: outId, at: outTimestamp })
      .optional()
      .describe(
        'The text that this one took the place of although the call did not name it as its base, and when it was written; show_knowledge_revision reads it.',
      ),
  }),
  shortReply: [...shortKnowledgeReply, 'replaced'],
  pagePath: knowledgePagePath,
  head: ['article'],
  load: loadArticleUnderQuota,
  async prepare(input, context, visible) {
    const { caller } = context;
    const named = input.base_revision_id ?? null;
    requireBaseOfSection(input, 'base_revision_id', named);
    const base = await requireBaseRevision(context, visible, named);
    const changed = changeText(base, input);
    const isRefused = base.passesOwnText && !mayPassOwnText(context, visible, input);
    if (isRefused && !isSameText(changed, visible)) return refuseStaleBase(context, visible, named);
    if (caller.isModerator) return parseBodyForIndex(context, changed);
    return changed.body === base.body ? undefined : parseBody(context, changed.body);
  },
  async write(input, context, found, read) {
    const { caller } = context;
    const base =
      (await findBaseRevision(context, found, input.base_revision_id ?? null)) ?? throwStalePreparation();
    const changed = changeText(base, input);
    if (changed.body !== (read?.body ?? base.body)) throwStalePreparation();
    if (isSameText(changed, found)) return { id: found.id };
    if (base.passesOwnText && !mayPassOwnText(context, found, input)) throwStalePreparation();
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
    const isAside = found.revisionId !== found.approvedRevisionId || outcome.revision === 'approved';
    const isUnnamed = base.passesOwnText || (input.base_revision_id == null && isWholeField(input));
    if (!isAside || !isUnnamed) return { id: found.id };
    return { id: found.id, replaced: { id: found.revisionId, at: formatTimestamp(found.revisionCreatedAt) } };
  },
  async show(input, context, { id, replaced }: EditedArticle) {
    const shown = await showArticleAsItStands(input, context, { id });
    return replaced ? { ...shown, replaced: { revision_id: replaced.id, at: replaced.at } } : shown;
  },
});

interface EditedArticle {
  id: string;
  replaced?: { id: string; at: string };
}

/** The text as the edit leaves it. `replace` works on the text the edit starts from. */
function changeText(
  base: BaseRevision,
  input: PartialEdit &
    Parameters<typeof decideTags>[1] & {
      title?: string | undefined;
      category?: string | null | undefined;
    },
) {
  return {
    title: input.title === undefined ? base.title : cleanTitle(input.title),
    body: applyPartialEdit(base.body, input, maxBodyLength) ?? base.body,
    category: input.category === undefined ? base.category : input.category,
    tags: normalizeTags(decideTags(base.tags, input) ?? base.tags),
  };
}

/** Whether a field is sent as a whole, which may drop words that the caller has not read. */
const isWholeField = ({ title, body, category, tags }: Record<string, unknown>) =>
  [title, body, category, tags].some((value) => value != null);

function throwStalePreparation(): never {
  throw new StalePreparation();
}

import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { StalePreparation } from '../../../domain/kernel/preparation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { afterPublish } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import type { KnowledgeArticleRow } from '../../../store/knowledge/knowledge-articles.ts';
import { saveArticleStatus } from '../../../store/knowledge/knowledge-changes.ts';
import { findRevision, submitRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { parseBodyForIndex } from '../../knowledge/article-text.ts';
import { refuseOverReviewQuota } from '../../knowledge/review-quota.ts';
import { approveRevision } from '../../knowledge/revision-approval.ts';
import { addRevision } from '../../knowledge/revisions.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadArticleUnderQuota, showArticleAsItStands } from './loaded-article.ts';
import { describeConflict } from './outdated-revision.ts';
import { formatPublishingQuestion } from './publishing-question.ts';
import { articleReference, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const publish_knowledge_article = defineOperation({
  name: 'publish_knowledge_article',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/publish',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['resident', 'platform'],
  summary: 'Hand a draft in to the moderators or, as a moderator, publish it.',
  description: 'How much may wait: show_me {quotas}.',
  idempotent: true,
  input: z.object({
    article: articleReference,
    revision_id: id.nullish().describe('The one you read; refused if changed since.'),
  }),
  output: fullArticle,
  shortReply: shortKnowledgeReply,
  pagePath: knowledgePagePath,
  head: ['article'],
  load: loadArticleUnderQuota,
  async question({ revision_id }, context, found) {
    const outcome = afterPublish(found.status, context.caller.isModerator);
    if (outcome !== null) await refuseUnreadText(context, found, revision_id);
    return outcome && formatPublishingQuestion(quoteUserText(found.title), outcome.revision === 'approved');
  },
  async prepare({ revision_id }, context, found) {
    const { isModerator } = context.caller;
    if (afterPublish(found.status, isModerator) === null) return undefined;
    await refuseUnreadText(context, found, revision_id);
    return isModerator ? parseBodyForIndex(context, found) : undefined;
  },
  async write({ revision_id }, context, found, read) {
    const { db, caller } = context;
    const outcome = afterPublish(found.status, caller.isModerator);
    if (outcome === null) return { id: found.id };
    if (revision_id != null && revision_id !== found.revisionId) throw new StalePreparation();
    await refuseOverReviewQuota(context, outcome, found.waitingRevisionId);
    if (found.revisionState === 'rejected') {
      // A rejected revision stays in the history: submitting it again creates a new one.
      const again = { text: found, read: read ?? found, baseRevisionId: found.revisionId, note: '' };
      await addRevision(context, { ...found, isPublished: false }, again, outcome);
    } else if (outcome.revision === 'approved') {
      const { revisionId: id, revisionAuthorId: authorId, title, body, category, tags } = found;
      await approveRevision(context, found, { id, authorId, title, body, category, tags }, read);
    } else {
      await submitRevision(db, found.revisionId);
      await saveArticleStatus(db, found.id, 'pending', context.now());
      const { id: articleId, slug, title } = found;
      await publishEvent(context, {
        type: 'knowledge_waiting',
        articleId,
        slug,
        revisionId: found.revisionId,
        title,
        authorId: caller.accountId,
      });
    }
    return { id: found.id };
  },
  show: showArticleAsItStands,
});

/** Refuses to publish a text that the caller has not read, with what was changed since. */
async function refuseUnreadText(
  context: SignedInContext,
  article: KnowledgeArticleRow,
  named: string | null | undefined,
): Promise<void> {
  if (named == null || named === article.revisionId) return;
  const { db, caller } = context;
  const [current, seen] = await Promise.all([
    findRevision(db, article.id, article.revisionId),
    findRevision(db, article.id, named),
  ]);
  const isKnown = seen !== undefined && maySeeRevision(caller, article, seen);
  refuse.invalid(
    'revision_id',
    {
      en: 'The text was changed after you read it, and nothing was published. Read it again and send current_revision_id as revision_id.',
      ru: 'После того как вы прочитали текст, его изменили; ничего не опубликовано. Прочитайте его снова и отправьте current_revision_id в revision_id.',
    },
    current === undefined ? {} : await describeConflict(context, isKnown ? seen : undefined, current),
  );
}

import { z } from 'zod';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { afterPublish } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { lockQuotas } from '../../../store/accounts/quotas.ts';
import { findKnowledgeArticle, lockKnowledgeArticle } from '../../../store/knowledge/knowledge-articles.ts';
import { saveArticleStatus } from '../../../store/knowledge/knowledge-changes.ts';
import { submitRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { parseBodyForIndex } from '../../knowledge/article-text.ts';
import { refuseOverReviewQuota } from '../../knowledge/review-quota.ts';
import { approveRevision } from '../../knowledge/revision-approval.ts';
import { addRevision } from '../../knowledge/revisions.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { formatPublishingQuestion } from './publishing-question.ts';
import { articleReference, fullArticle, showFullKnowledgeArticle } from './shapes.ts';

export const publish_knowledge_article = defineOperation({
  name: 'publish_knowledge_article',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles/{article}/publish',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'platform'],
  summary: 'Hand a draft in to the moderators or, as a moderator, publish it.',
  description: 'So much may wait for them: show_me {quotas}.',
  idempotent: true,
  input: z.object({ article: articleReference }),
  output: fullArticle,
  async confirmationQuestion({ article }, { db, caller }) {
    const found = (await lockKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const outcome = afterPublish(found.status, caller.isModerator);
    return outcome && formatPublishingQuestion(quoteUserText(found.title), outcome.revision === 'approved');
  },
  async prepare({ article }, context) {
    const { db, caller } = context;
    if (!caller.isModerator) return undefined;
    const found = (await findKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    return afterPublish(found.status, true) === null ? undefined : parseBodyForIndex(context, found);
  },
  async handle({ article }, context, read) {
    const { db, caller } = context;
    await lockQuotas(db, caller.accountId);
    const found = (await lockKnowledgeArticle(db, article, caller)) ?? refuse.notFound('article');
    const outcome = afterPublish(found.status, caller.isModerator);
    if (outcome === null) return showFullKnowledgeArticle(found);
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
    return showFullKnowledgeArticle(
      (await findKnowledgeArticle(db, found.id, caller)) ?? refuse.notFound('article'),
    );
  },
});

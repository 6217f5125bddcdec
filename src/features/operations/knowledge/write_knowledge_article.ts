import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { name, nonBlank, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { afterWrite } from '../../../domain/rules/knowledge-moderation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { refuseOverQuota } from '../../../domain/rules/quotas.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import { countQuotaUsage, lockQuotas } from '../../../store/accounts/quotas.ts';
import { insertKnowledgeArticle } from '../../../store/knowledge/knowledge-changes.ts';
import { cleanTitle, parseBody, parseBodyForIndex } from '../../knowledge/article-text.ts';
import { refuseOverReviewQuota } from '../../knowledge/review-quota.ts';
import { addRevision, normalizeTags } from '../../knowledge/revisions.ts';
import { showArticleAsItStands } from './loaded-article.ts';
import { formatPublishingQuestion } from './publishing-question.ts';
import { category, fullArticle, knowledgePagePath, shortKnowledgeReply } from './shapes.ts';

export const write_knowledge_article = defineOperation({
  name: 'write_knowledge_article',
  tag: 'Knowledge',
  route: 'POST /knowledge/articles',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['resident', 'platform'],
  summary: 'Write general advice for the knowledge base, not news of one settlement.',
  description:
    'It starts as a draft. Markdown with tables and footnotes; fenced `mermaid` and `dot` blocks become diagrams.',
  body: 'text',
  input: z.object({
    title: name(200).describe('Up to 200 characters.'),
    body: nonBlank(300_000).describe('Markdown.'),
    category: category.nullish().describe('Section.'),
    publish: stateDefault(false, z.boolean().nullish().describe('True: hand it in at once.')),
    tags: stateDefault([], tagNames.nullish()),
  }),
  output: fullArticle,
  shortReply: shortKnowledgeReply,
  pagePath: knowledgePagePath,
  async question({ publish, title }, { caller }) {
    return publish ? formatPublishingQuestion(quoteUserText(cleanTitle(title)), caller.isModerator) : null;
  },
  prepare: async ({ title, body }, context) =>
    context.caller.isModerator
      ? parseBodyForIndex(context, { title: cleanTitle(title), body })
      : parseBody(context, body),
  async write(input, context, _subject, read) {
    const { db, caller, now, newId, services } = context;
    const text = {
      title: cleanTitle(input.title),
      body: input.body,
      category: input.category ?? null,
      tags: normalizeTags(input.tags ?? []),
    };
    const outcome = afterWrite(input.publish ?? false, caller.isModerator);
    await lockQuotas(db, caller.accountId);
    await refuseOverReviewQuota(context, outcome, null);
    if (outcome.status === 'draft') {
      const drafts = await countQuotaUsage(db, 'drafts', caller, now());
      refuseOverQuota('status', 'drafts', drafts, services.quotas);
    }
    const id = newId();
    const slug = await insertKnowledgeArticle(db, {
      id,
      authorId: caller.accountId,
      slug: slugify(text.title),
      status: outcome.status === 'pending' ? 'pending' : 'draft',
      createdAt: now(),
    });
    const revision = { text, read, baseRevisionId: null, note: '' };
    await addRevision(context, { id, slug, isPublished: false }, revision, outcome);
    return { id };
  },
  show: showArticleAsItStands,
});

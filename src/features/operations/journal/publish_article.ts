import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  checkPublishing,
  isBoardOnDiary,
  mayChangeArticle,
} from '../../../domain/rules/article-publication.ts';
import { quoteUserText, readerTexts } from '../../../domain/rules/question-texts.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { publishArticle } from '../../../store/journal/articles.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadReach, reachFields, refuseManyUrgent } from './announcement-reach.ts';
import {
  articleHead,
  loadArticleToChange,
  loadArticleToShow,
  showWrittenArticleAsItStands,
} from './article-to-change.ts';
import { articleField, articlePagePath, settlementField, withMentionMap, writtenArticle } from './shapes.ts';

export const publish_article = defineOperation({
  name: 'publish_article',
  tag: 'Journal',
  route: 'POST /settlements/{settlement}/articles/{article}/publish',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Publish a draft for those its visibility names.',
  description: 'An announcement is also sent as a notification.',
  input: z.object({ settlement: settlementField, article: articleField }),
  output: z.object({ data: writtenArticle.extend(reachFields) }),
  formatForTools: withMentionMap,
  shortReply: [
    'data.id',
    'data.slug',
    'data.status',
    'data.visibility',
    'data.version',
    'data.mentions_count',
    'data.photos_count',
    'data.published_at',
    ...Object.keys(reachFields).map((name) => `data.${name}`),
  ],
  pagePath: articlePagePath,
  head: articleHead,
  load: loadArticleToChange,
  permit({ article, who }) {
    permit(mayChangeArticle(article, who, 'publish'));
    const allowed = checkPublishing(article.status);
    if (allowed !== true) refuse.invalid('status', allowed);
  },
  async question(_input, _context, { settlement, article }) {
    const [title, who] = [quoteUserText(article.title), readerTexts[article.visibility as Visibility]];
    const sent = article.isUrgent ? urgentQuestion : article.kind === 'announcement' ? sentQuestion : null;
    return {
      en: `Publish ${title} in ${quoteUserText(settlement.name)}? It will be read by ${who.en}.${sent ? ` ${sent.en}` : ''}`,
      ru: `Опубликовать ${title} в посёлке ${quoteUserText(settlement.name)}? Прочесть смогут ${who.ru}.${sent ? ` ${sent.ru}` : ''}`,
    };
  },
  async write(_input, context, { settlement: place, article: found, who }) {
    const { db } = context;
    if (found.isUrgent) await refuseManyUrgent(context, place.id, 'urgent');
    // Of the draft, by what its preview said.
    const reach = await loadReach(context, found, place.settlementRole);

    const publishedAt = context.now();
    await publishArticle(db, found.id, publishedAt);
    if (found.kind === 'announcement') {
      await publishEvent(context, {
        type: 'announcement_published',
        settlementId: place.id,
        articleId: found.id,
        slug: found.slug,
        title: found.title,
        visibility: found.visibility,
        authorId: found.authorId,
        isUrgent: found.isUrgent,
      });
    }
    if (isBoardOnDiary(found, who)) {
      await publishEvent(context, {
        type: 'article_published',
        accountId: found.authorId,
        settlementId: place.id,
        slug: found.slug,
        title: found.title,
      });
    }
    if (who.isEditor) {
      await recordDecision(context, {
        action: 'publish_article',
        subject: { type: 'article', id: found.id },
        settlementId: place.id,
        after: { kind: found.kind, visibility: found.visibility },
      });
    }
    return { id: found.id, reach };
  },
  async show({ settlement }, context, { id, reach }) {
    const found = await loadArticleToShow({ settlement, article: id }, context, { told: true });
    const { told } = await loadReach(context, found.article, found.settlement.settlementRole);
    return { data: { ...(await showWrittenArticleAsItStands(found, context)), ...reach, told } };
  },
});

const sentQuestion: Text = { en: 'They will be sent a notification.', ru: 'Им придёт уведомление.' };
const urgentQuestion: Text = {
  en: 'It is urgent: it goes to all of them in every way at once, also at night, and again after 1, 6 and 24 hours to those who have not acknowledged it.',
  ru: 'Оно срочное: уйдёт всем сразу и всеми способами, даже ночью, а кто не отметит «Понятно» — ещё раз через час, 6 часов и сутки.',
};

import { z } from 'zod';
import type { Context } from '../../../domain/kernel/context.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  checkPublishing,
  mayChangeArticle,
  maySeeArticle,
} from '../../../domain/rules/article-publication.ts';
import { quoteUserText, readerTexts } from '../../../domain/rules/question-texts.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { lockArticle, publishArticle } from '../../../store/journal/articles.ts';
import { listTags } from '../../../store/journal/tags.ts';
import { findSettlement } from '../../../store/land/settlements.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadReach, reachFields } from './announcement-reach.ts';
import { findWriterRights, listVisibleMentions, toReader } from './article-mentions.ts';
import {
  articleField,
  settlementField,
  showWrittenArticle,
  withMentionMap,
  writtenArticle,
} from './shapes.ts';

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
  async confirmationQuestion(input, context) {
    const { found, place } = await requirePublishable(input, context);
    const [title, who] = [quoteUserText(found.title), readerTexts[found.visibility as Visibility]];
    const isSent = found.kind === 'announcement';
    return {
      en: `Publish ${title} in ${quoteUserText(place.name)}? It will be read by ${who.en}.${isSent ? ' They will be sent a notification.' : ''}`,
      ru: `Опубликовать ${title} в посёлке ${quoteUserText(place.name)}? Прочесть смогут ${who.ru}.${isSent ? ' Им придёт уведомление.' : ''}`,
    };
  },
  async handle(input, context) {
    const { db, caller, language } = context;
    const { found, place } = await requirePublishable(input, context);
    // Counted before the notification job runs, which raises the counts.
    const reach = await loadReach(db, found, place.settlementRole);

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
      });
    }
    const tags = await listTags(db, 'article', [found.id]);
    const named = await listVisibleMentions(db, toReader(place, caller), found);
    const published = { ...found, status: 'published', publishedAt };
    return {
      data: { ...showWrittenArticle(published, tags.get(found.id) ?? [], named, language), ...reach },
    };
  },
});

async function requirePublishable(
  { settlement, article }: { settlement: string; article: string },
  { db, caller }: Context<'mcp:write'>,
) {
  const place = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
  const found = (await lockArticle(db, place.id, article)) ?? refuse.notFound('article');
  if (!maySeeArticle(found, place.settlementRole, caller.accountId)) refuse.notFound('article');
  const who = await findWriterRights(db, found, place.settlementRole, caller.accountId);
  permit(mayChangeArticle(found, who, 'publish'));
  const allowed = checkPublishing(found.status);
  if (allowed !== true) refuse.invalid('status', allowed);
  return { place, found };
}

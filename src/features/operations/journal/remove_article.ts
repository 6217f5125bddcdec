import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { checkRemoving, mayChangeArticle, maySeeArticle } from '../../../domain/rules/article-publication.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { countOwnedMedia, deleteArticle, lockArticle } from '../../../store/journal/articles.ts';
import { clearTags } from '../../../store/journal/tags.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { saveBoardHiding } from '../../../store/system/board-hidings.ts';
import { deleteReplacedValues } from '../../../store/system/replaced-values.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { findWriterRights } from './article-mentions.ts';
import { articleField, settlementField } from './shapes.ts';

export const remove_article = defineOperation({
  name: 'remove_article',
  tag: 'Journal',
  route: 'DELETE /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Remove an article for good.',
  description: 'A diary entry only by its author. Cannot be undone; edit_article hides it.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: settlementField,
    article: articleField.describe('Slug or id.'),
  }),
  output: z.object({ data: z.object({ removed: z.literal(true) }) }),
  async question(input, context) {
    const title = quoteUserText((await requireRemovable(input, context)).title);
    return {
      en: `Remove the article ${title} for good? Nobody can bring it back.`,
      ru: `Удалить статью ${title} навсегда? Вернуть её будет нельзя.`,
    };
  },
  async write(input, context) {
    const { db } = context;
    const found = await requireRemovable(input, context);
    await clearTags(db, 'article', found.id);
    await deleteReplacedValues(db, { type: 'article', id: found.id });
    await saveBoardHiding(db, { type: 'article', id: found.id }, null);
    await deleteArticle(db, found.id);
    if (found.kind !== 'diary')
      await recordDecision(context, {
        action: 'remove_article',
        subject: { type: 'article', id: found.id },
        settlementId: found.settlementId,
        before: { kind: found.kind, title: found.title },
      });
    return { data: { removed: true as const } };
  },
  show: showWritten,
});

async function requireRemovable(
  { settlement, article }: { settlement: string; article: string },
  { db, caller }: SignedInContext,
) {
  const place = await loadSettlement(settlement, { db, caller });
  const found = (await lockArticle(db, place.id, article)) ?? refuse.notFound('article');
  if (!maySeeArticle(found, place.settlementRole, caller.accountId)) refuse.notFound('article');
  const who = await findWriterRights(db, found, place.settlementRole, caller.accountId);
  permit(mayChangeArticle(found, who, 'remove'));
  const allowed = checkRemoving(await countOwnedMedia(db, found.id));
  if (allowed !== true) refuse.invalid('article', allowed);
  return found;
}

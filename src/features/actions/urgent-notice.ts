import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { maySeeArticle } from '../../domain/rules/article-publication.ts';
import { notUrgent } from '../../domain/rules/urgent-notice.ts';
import { findArticle } from '../../store/journal/articles.ts';
import { loadSettlement } from '../loaders/settlement.ts';

/** An urgent announcement that the caller may read. */
export async function requireUrgentNotice(
  { settlement, article }: { settlement: string; article: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<{ articleId: string; settlementId: string; slug: string }> {
  const place = await loadSettlement(settlement, { db, caller });
  const found = (await findArticle(db, place.id, article)) ?? refuse.notFound('article');
  if (!maySeeArticle(found, place.settlementRole, caller.accountId)) refuse.notFound('article');
  if (!found.isUrgent || found.status !== 'published') refuse.invalid('article', notUrgent);
  return { articleId: found.id, settlementId: place.id, slug: found.slug };
}

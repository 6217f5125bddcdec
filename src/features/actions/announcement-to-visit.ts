import type { SignedInContext } from '../../domain/kernel/context.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { type ArticleRow, findArticle } from '../../store/journal/articles.ts';
import { loadSettlement } from '../loaders/settlement.ts';

/** An announcement that the board takes from door to door. */
export async function loadAnnouncementToVisit(
  { settlement, article }: { settlement: string; article: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<ArticleRow> {
  const place = await loadSettlement(settlement, { db, caller });
  permit(mayManageRegister(place.settlementRole.isEditor));
  const found = await findArticle(db, place.id, article);
  return found?.kind === 'announcement' ? found : refuse.notFound('article');
}

import type { Db } from '../../base/db/connect.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { type ArticleRow, findArticle } from '../../store/journal/articles.ts';

/** An announcement that the board takes from door to door. */
export async function findAnnouncementToVisit(
  db: Db,
  settlementId: string,
  article: string,
): Promise<ArticleRow> {
  const found = await findArticle(db, settlementId, article);
  return found?.kind === 'announcement' ? found : refuse.notFound('article');
}

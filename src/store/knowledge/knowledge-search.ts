import type { Db } from '../../base/db/connect.ts';
import type { KnowledgeFilter } from './knowledge-articles.ts';
import { searchArticles } from './search-query.ts';

/** Ids of published articles by relevance. */
export async function searchKnowledgeArticles(
  db: Db,
  text: string,
  limit: number,
  filter: KnowledgeFilter,
): Promise<string[]> {
  const found = await searchArticles(db, text, limit, filter);
  return found.map(({ articleId }) => articleId);
}

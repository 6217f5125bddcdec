import type { Db } from '../../base/db/connect.ts';
import type { KnowledgeFilter } from './knowledge-articles.ts';
import { searchArticles } from './search-query.ts';

/** Identifiers of published articles by relevance, within the filter. */
export async function searchKnowledgeArticles(
  db: Db,
  text: string,
  limit: number,
  filter: KnowledgeFilter,
): Promise<string[]> {
  const found = await searchArticles(db, text, limit, filter);
  return found.map(({ articleId }) => articleId);
}

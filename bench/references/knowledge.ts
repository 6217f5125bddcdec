import type { Pool } from '../../src/base/db/connect.ts';
import { anonymousCaller } from '../../src/domain/kernel/caller.ts';
import { showFullKnowledgeArticle } from '../../src/features/operations/knowledge/shapes.ts';
import { findKnowledgeArticle } from '../../src/store/knowledge/knowledge-articles.ts';
import { findArticleNames, findFigures } from '../../src/store/knowledge/knowledge-passages.ts';
import { searchPassages } from '../../src/store/knowledge/search-query.ts';

/** The same statements and reply, without schemas, rate limits, routing and validators. */
export async function handle(sql: Pool, url: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const question = searchParams.get('question');
  if (question === null) {
    const found = await findKnowledgeArticle(sql, pathname.slice(1), anonymousCaller);
    if (found === undefined) throw new Error('no such article');
    return showFullKnowledgeArticle(found);
  }
  const { passages: found, isFound } = await searchPassages(sql, question, 8);
  const names = await findArticleNames(
    sql,
    found.map(({ articleId }) => articleId),
  );
  const figures = await findFigures(
    sql,
    found.flatMap(({ articleId, figures }) => figures.map((number) => ({ articleId, number }))),
  );
  return {
    data: {
      found: isFound,
      passages: found.map((row) => ({ ...row, slug: names.get(row.articleId)?.slug })),
      figures,
    },
  };
}

import type { Db } from '../db/connect.ts';
import { slugFrom } from '../rules/slug.ts';
import type { KnowledgeFilter } from './knowledge-articles.ts';
import { searchArticles } from './search-query.ts';

const mostSpellings = 5;

/**
 * Identifiers of published articles by relevance. The index knows one section and one spelling of a tag at a time; a
 * filter that takes in several asks for each, and the best of all of them come first.
 */
export async function searchKnowledgeArticles(
  db: Db,
  text: string,
  limit: number,
  { categories, tagSlug }: KnowledgeFilter,
): Promise<string[]> {
  const tags = tagSlug === undefined ? [undefined] : await listSpellings(db, tagSlug);
  const scores = new Map<string, number>();
  for (const category of categories ?? [undefined]) {
    for (const tag of tags) {
      for (const { articleId, score } of await searchArticles(db, text, limit, { category, tag })) {
        scores.set(articleId, Math.max(score, scores.get(articleId) ?? score));
      }
    }
  }
  return [...scores]
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([articleId]) => articleId);
}

/** How the approved texts spell the tag: case and stress marks make no difference to its slug. */
async function listSpellings(db: Db, tagSlug: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct spelling.name
      from tag t
      join tagging g on g.tag_id = t.id and g.subject_type = 'knowledge_article'
      join knowledge_article a on a.id = g.subject_id
      join knowledge_revision r on r.id = a.approved_revision_id
      cross join lateral unnest(r.tags) spelling (name)
     where t.slug = ${tagSlug}
     limit 10000`;
  return rows
    .map(({ name }) => name)
    .filter((name) => slugFrom(name) === tagSlug)
    .slice(0, mostSpellings);
}

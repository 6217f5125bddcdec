import type { Db } from '../../base/db/connect.ts';
import { fuseRankings } from '../../engines/search/rank-fusion.ts';
import {
  type Candidate,
  computeTermValue,
  type QueryWord,
  rankCandidates,
} from '../../engines/search/ranking.ts';
import { weighQueryWords } from '../../engines/search/words.ts';
import { findStems } from '../search/search-stems.ts';
import { expandSearchQuery } from './search-terms.ts';

/** Passages that are ranked in full, and postings read per word to find them. */
const maxCandidates = 120;
const maxPassagesPerArticle = 4;
const maxPostingsPerWord = 4000;
const maxPostingsPerSubstitute = 600;
/** Above the number of postings any query can read. */
const unlimitedHits = 1_000_000;

/** Any of these sections and, if given, this tag. */
export interface ArticleFilters {
  categories?: readonly string[] | undefined;
  tagSlug?: string | undefined;
}

export interface FoundPassage {
  id: string;
  articleId: string;
  revisionId: string;
  title: string;
  text: string;
  figures: number[];
  indexedAt: Date;
  score: number;
}

export interface FoundArticle {
  articleId: string;
  score: number;
}

interface CandidateRow extends Candidate {
  articleId: string;
}

/**
 * Best passages first, at most four per article. Nearest neighbours by embedding are merged by reciprocal rank;
 * without them the lexical order stays.
 */
export async function searchPassages(
  db: Db,
  question: string,
  limit: number,
  nearest: Promise<readonly string[]> | readonly string[] = [],
): Promise<FoundPassage[]> {
  const words = await parseSearchQuery(db, question);
  const { candidates, ranked } = await findAndRankCandidates(db, words, {}, limit);
  const articleOf = new Map(candidates.map(({ id, articleId }) => [id, articleId]));
  const near = await nearest;
  let ordered = ranked;
  if (near.length > 0) {
    const lexical = ranked.slice(0, near.length).map(({ id }) => id);
    ordered = fuseRankings([lexical, near]);
    for (const { id, articleId } of await findPassageArticles(db, near)) articleOf.set(id, articleId);
  }
  const taken = new Map<string, number>();
  const chosen: { id: string; score: number }[] = [];
  for (const each of ordered) {
    const article = articleOf.get(each.id);
    const count = taken.get(article ?? '') ?? 0;
    if (article === undefined || count >= maxPassagesPerArticle) continue;
    taken.set(article, count + 1);
    if (chosen.push(each) === limit) break;
  }
  const rows = await db<Omit<FoundPassage, 'score'>[]>`
    select id, article_id as "articleId", revision_id as "revisionId", title, text, figures, indexed_at as "indexedAt"
      from knowledge_passage where id = any (${chosen.map(({ id }) => id)}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return chosen.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...row, score }];
  });
}

function findPassageArticles(db: Db, ids: readonly string[]): Promise<{ id: string; articleId: string }[]> {
  return db<{ id: string; articleId: string }[]>`
    select id, article_id as "articleId" from knowledge_passage where id = any (${[...ids]}::bigint[])`;
}

/** Articles ranked by their best passage; title and tag matches weigh more than in passage search. */
export async function searchArticles(
  db: Db,
  text: string,
  limit: number,
  filters: ArticleFilters = {},
): Promise<FoundArticle[]> {
  const words = await parseSearchQuery(db, text);
  const { candidates, ranked } = await findAndRankCandidates(db, words, filters, limit, 1);
  const articleOf = new Map(candidates.map(({ id, articleId }) => [id, articleId]));
  const scores = new Map<string, number>();
  for (const { id, score } of ranked) {
    const article = articleOf.get(id) ?? '';
    if (!scores.has(article)) scores.set(article, score);
  }
  return [...scores].slice(0, limit).map(([articleId, score]) => ({ articleId, score }));
}

/** Query words with the index terms that may match them. */
export async function parseSearchQuery(db: Db, question: string): Promise<QueryWord[]> {
  const words = weighQueryWords(question);
  const stems = await findStems(db, words.keys());
  const asked = new Map<string, { word: string; weight: number }>();
  for (const [word, weight] of words) {
    const stem = stems.get(word);
    if (stem !== undefined && weight > (asked.get(stem)?.weight ?? 0)) asked.set(stem, { word, weight });
  }
  return asked.size === 0 ? [] : expandSearchQuery(db, asked);
}

async function findAndRankCandidates(
  db: Db,
  words: readonly QueryWord[],
  filters: ArticleFilters,
  articlesWanted: number,
  titleShare = 0,
): Promise<{ candidates: CandidateRow[]; ranked: { id: string; score: number }[] }> {
  if (words.length === 0) return { candidates: [], ranked: [] };
  const isFiltered = filters.categories !== undefined || filters.tagSlug !== undefined;
  let candidates: CandidateRow[] = [];
  // A long article can fill the first batch and a filter can empty it, so wider batches follow.
  for (const proposed of [maxCandidates * (isFiltered ? 10 : 1), maxCandidates * 20, unlimitedHits]) {
    if (proposed === unlimitedHits && !isFiltered) break;
    const found = await findCandidates(db, words, filters, proposed);
    candidates = found.candidates;
    const articles = new Set(candidates.map(({ articleId }) => articleId)).size;
    if (articles >= articlesWanted || found.hits < proposed) break;
  }
  return { candidates, ranked: rankCandidates(words, candidates, titleShare) };
}

/** Candidate passages, and the number of hits before filtering. */
async function findCandidates(
  db: Db,
  words: readonly QueryWord[],
  { categories, tagSlug }: ArticleFilters,
  proposed: number,
): Promise<{ candidates: CandidateRow[]; hits: number }> {
  const terms = words.flatMap((word) =>
    word.terms.map((term) => ({ ...term, value: computeTermValue(word, term) })),
  );
  const inSection =
    categories === undefined
      ? db``
      : db`join knowledge_article article on article.id = passage.article_id
           join knowledge_revision revision
             on revision.id = article.approved_revision_id and revision.category = any (${[...categories]}::text[])`;
  const tagged =
    tagSlug === undefined
      ? db``
      : db`where exists (select from tagging join tag on tag.id = tagging.tag_id
                          where tag.slug = ${tagSlug} and tagging.subject_type = 'knowledge_article'
                            and tagging.subject_id = passage.article_id)`;
  const rows = await db<(CandidateRow & { hits: number })[]>`
    with term as materialized (
      select search_term_id(term) as id, value, postings
        from unnest(${terms.map(({ term }) => term)}::text[],
                    ${terms.map(({ value }) => value)}::real[],
                    ${terms.map(({ trust }) => (trust === 1 ? maxPostingsPerWord : maxPostingsPerSubstitute))}::integer[])
          as term (term, value, postings)
    ), hit as materialized (
      select passage_id, sum(value * weight) as score
        from term cross join lateral (
          select passage_id, weight from search_posting
           where search_posting.term_id = term.id order by weight desc, passage_id desc limit term.postings) as posting
       group by passage_id
       order by score desc, passage_id limit ${proposed}
    ), best as materialized (
      select hit.passage_id, hit.score, passage.article_id
        from hit join knowledge_passage passage on passage.id = hit.passage_id
        ${inSection} ${tagged}
    ), fair as (
      select passage_id, score, row_number() over (partition by article_id order by score desc, passage_id) as place
        from best
    )
    select passage.id, passage.article_id as "articleId", passage.lexemes,
           passage.title_lexemes as "titleLexemes", passage.length, (select count(*) from hit)::integer as hits
      from (select passage_id, score from fair where place <= ${maxPassagesPerArticle * 2}
             order by score desc, passage_id limit ${maxCandidates}) as chosen
      join knowledge_passage passage on passage.id = chosen.passage_id`;
  // If the filter removed all rows, the real number of hits is unknown.
  const isFiltered = categories !== undefined || tagSlug !== undefined;
  return { candidates: rows, hits: rows[0]?.hits ?? (isFiltered ? proposed : 0) };
}

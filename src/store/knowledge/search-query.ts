import type { Db } from '../../base/db/connect.ts';
import { isAnswered } from '../../engines/search/answer-threshold.ts';
import { fuseRankings } from '../../engines/search/rank-fusion.ts';
import { type Candidate, type QueryWord, rankCandidates } from '../../engines/search/ranking.ts';
import { minCorrectedLength } from '../../engines/search/spelling.ts';
import { computeTermId } from '../../engines/search/term-id.ts';
import { chooseTermPostings } from '../../engines/search/term-postings.ts';
import { loadWordSet } from '../../engines/search/word-set.ts';
import { weighQueryWords } from '../../engines/search/words.ts';
import { findStems } from '../search/search-stems.ts';
import { type ProposedPassage, readPassages } from './read-passages.ts';
import { findOtherReading, mendSpaces } from './search-readings.ts';
import { emptyQuery, expandSearchQuery, type SearchQuery } from './search-terms.ts';

/** Passages that are ranked in full. */
const maxCandidates = 80;
const maxPassagesPerArticle = 4;
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
}

export interface FoundArticle {
  articleId: string;
  score: number;
}

export interface PassageSearch {
  /** Best first, at most four per article; also those below the threshold. */
  passages: FoundPassage[];
  /** False: they share too little with the question to answer it. */
  isFound: boolean;
}

/**
 * Nearest neighbours by embedding are merged with the lexical order. How near they are says nothing without knowing the
 * model, so they have no threshold.
 */
export async function searchPassages(
  db: Db,
  question: string,
  limit: number,
  nearest: Promise<readonly string[]> | readonly string[] = [],
): Promise<PassageSearch> {
  const query = await parseSearchQuery(db, question);
  const { candidates, ranked } = await findAndRankCandidates(db, query.words, {}, limit);
  const articleOf = new Map(candidates.map(({ id, articleId }) => [id, articleId]));
  const isLexical = isAnswered(query, ranked[0]?.score ?? 0);
  const near = await nearest;
  let ordered = ranked.map(({ id }) => id);
  if (near.length > 0) {
    ordered = fuseRankings(ordered, near, isLexical);
    for (const { id, articleId } of await findPassageArticles(db, near)) articleOf.set(id, articleId);
  }
  const taken = new Map<string, number>();
  const chosen: string[] = [];
  for (const id of ordered) {
    const article = articleOf.get(id);
    const count = taken.get(article ?? '') ?? 0;
    if (article === undefined || count >= maxPassagesPerArticle) continue;
    taken.set(article, count + 1);
    if (chosen.push(id) === limit) break;
  }
  const rows = await db<FoundPassage[]>`
    select id, article_id as "articleId", revision_id as "revisionId", title, text, figures, indexed_at as "indexedAt"
      from knowledge_passage where id = any (${chosen}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    passages: chosen.flatMap((id) => byId.get(id) ?? []),
    isFound: near.length > 0 || isLexical,
  };
}

function findPassageArticles(db: Db, ids: readonly string[]): Promise<{ id: string; articleId: string }[]> {
  return db<{ id: string; articleId: string }[]>`
    select id, article_id as "articleId" from knowledge_passage where id = any (${[...ids]}::bigint[])`;
}

/** Articles ranked by their best passage. */
export async function searchArticles(
  db: Db,
  text: string,
  limit: number,
  filters: ArticleFilters = {},
): Promise<FoundArticle[]> {
  const { words } = await parseSearchQuery(db, text);
  const { candidates, ranked } = await findAndRankCandidates(db, words, filters, limit);
  const articleOf = new Map(candidates.map(({ id, articleId }) => [id, articleId]));
  const scores = new Map<string, number>();
  for (const { id, score } of ranked) {
    const article = articleOf.get(id) ?? '';
    if (!scores.has(article)) scores.set(article, score);
  }
  return [...scores].slice(0, limit).map(([articleId, score]) => ({ articleId, score }));
}

/**
 * Query words with the index terms that may match them. Where words are unknown as typed, the question is also read with
 * the other keyboard layout, in the other alphabet, and with its words divided or joined.
 */
export async function parseSearchQuery(db: Db, question: string): Promise<SearchQuery> {
  const typed = await expandQuestion(db, question);
  const language = await loadWordSet();
  const missing = listMissingWords(typed);
  // A word of the language is neither divided nor joined, nor alone one of another layout; short ones may be.
  const unsure = new Set(
    [...missing].filter((word) => word.length < minCorrectedLength || !language.has(word)),
  );
  const all = typed.words.length + typed.unknown.length;
  if (unsure.size === 0) return typed;
  const other = missing.size * 2 > all ? await findOtherReading(db, question, typed.words.length) : null;
  if (other !== null) return expandQuestion(db, other);
  const mended = await mendSpaces(db, question, {
    unsure,
    unknown: listWords(typed.unknown.filter(({ word = '' }) => unsure.has(word))),
  });
  return mended === null ? typed : expandQuestion(db, mended);
}

/** Words that no passage has as they are typed. */
function listMissingWords({ words, unknown }: SearchQuery): Set<string> {
  const corrected = words.filter(({ terms }) => terms.every(({ trust }) => trust < 1));
  return listWords([...corrected, ...unknown]);
}

const listWords = (words: readonly QueryWord[]) => new Set(words.flatMap(({ word }) => word ?? []));

async function expandQuestion(db: Db, question: string): Promise<SearchQuery> {
  const words = weighQueryWords(question);
  const stems = await findStems(db, words.keys());
  const stemWords = new Map<string, { word: string; weight: number }>();
  for (const [word, weight] of words) {
    const stem = stems.get(word);
    if (stem !== undefined && weight > (stemWords.get(stem)?.weight ?? 0))
      stemWords.set(stem, { word, weight });
  }
  return stemWords.size === 0 ? emptyQuery : expandSearchQuery(db, stemWords);
}

async function findAndRankCandidates(
  db: Db,
  words: readonly QueryWord[],
  filters: ArticleFilters,
  articlesWanted: number,
): Promise<{
  candidates: (ProposedPassage & Candidate)[];
  ranked: { id: string; score: number }[];
}> {
  const isFiltered = filters.categories !== undefined || filters.tagSlug !== undefined;
  let proposals: ProposedPassage[] = [];
  // A long article can fill the first batch and a filter can empty it, so wider batches follow.
  for (const proposed of [maxCandidates * (isFiltered ? 10 : 1), maxCandidates * 20, unlimitedHits]) {
    if (words.length === 0 || (proposed === unlimitedHits && !isFiltered)) break;
    const found = await findCandidates(db, words, filters, proposed);
    proposals = found.candidates;
    const articles = new Set(proposals.map(({ articleId }) => articleId)).size;
    if (articles >= articlesWanted || found.hits < proposed) break;
  }
  const { candidates, numbers } = await readPassages(db, proposals);
  return { candidates, ranked: rankCandidates(words, candidates, numbers) };
}

/** Candidate passages, and the number of hits before filtering. */
async function findCandidates(
  db: Db,
  words: readonly QueryWord[],
  { categories, tagSlug }: ArticleFilters,
  proposed: number,
): Promise<{ candidates: ProposedPassage[]; hits: number }> {
  const isFiltered = categories !== undefined || tagSlug !== undefined;
  const terms = chooseTermPostings(words, isFiltered);
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
  const rows = await db<(ProposedPassage & { hits: number })[]>`
    with term as materialized (
      select id, value, postings
        from unnest(${terms.map(({ term }) => computeTermId(term))}::bigint[],
                    ${terms.map(({ value }) => value)}::real[],
                    ${terms.map(({ postings }) => postings)}::integer[])
          as term (id, value, postings)
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
    select passage.id, passage.article_id as "articleId", (passage.xmin, passage.ctid)::text as version,
           (select count(*) from hit)::integer as hits
      from (select passage_id, score from fair where place <= ${maxPassagesPerArticle * 2}
             order by score desc, passage_id limit ${maxCandidates}) as chosen
      join knowledge_passage passage on passage.id = chosen.passage_id`;
  // If the filter removed all rows, the real number of hits is unknown.
  return { candidates: rows, hits: rows[0]?.hits ?? (isFiltered ? proposed : 0) };
}

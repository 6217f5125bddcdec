import type { Db } from '../../base/db/connect.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import type { KnowledgeArticleStatus, RevisionState } from '../../domain/rules/knowledge-moderation.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';

export interface KnowledgeEntryRow {
  id: string;
  authorId: string;
  authorName: string;
  slug: string;
  status: KnowledgeArticleStatus;
  viewsCount: string;
  publishedAt: Date | null;
  createdAt: Date;
  title: string;
  excerpt: string;
  category: string | null;
  tags: string[];
}

/** An article as the caller sees it: with their own waiting revision if there is one, else the approved one. */
export interface KnowledgeArticleRow extends KnowledgeEntryRow {
  updatedAt: Date;
  approvedRevisionId: string | null;
  waitingRevisionId: string | null;
  coverMediaId: string | null;
  revisionId: string;
  revisionState: RevisionState;
  revisionAuthorId: string;
  revisionCreatedAt: Date;
  baseRevisionId: string | null;
  body: string;
}

type Viewer = Pick<Caller, 'accountId' | 'isModerator'>;

function matchesKnowledgeArticle(db: Db, reference: string) {
  return matchesIdOrSlug(db, 'a', reference);
}

const entryColumns = (db: Db) => db`
  a.id, a.author_id as "authorId", w.display_name as "authorName", a.slug, a.status, a.views_count as "viewsCount",
  a.published_at as "publishedAt", a.created_at as "createdAt",
  r.title, r.excerpt, r.category, r.tags`;

const articleColumns = (db: Db) => db`
  ${entryColumns(db)}, a.updated_at as "updatedAt", a.approved_revision_id as "approvedRevisionId",
  a.cover_media_id as "coverMediaId", r.id as "revisionId", r.state as "revisionState",
  r.author_id as "revisionAuthorId", r.created_at as "revisionCreatedAt", r.base_revision_id as "baseRevisionId", r.body`;

/** By id or slug; undefined also when it is not visible to this viewer. */
export async function findKnowledgeArticle(
  db: Db,
  reference: string,
  viewer: Viewer,
): Promise<KnowledgeArticleRow | undefined> {
  const { accountId, isModerator } = viewer;
  const [row] =
    accountId === null
      ? await db<KnowledgeArticleRow[]>`
          select ${articleColumns(db)}, null as "waitingRevisionId"
            from knowledge_article a join knowledge_revision r on r.id = a.approved_revision_id
            join account w on w.id = a.author_id
           where ${matchesKnowledgeArticle(db, reference)} and a.status = 'published'`
      : await db<KnowledgeArticleRow[]>`
          select ${articleColumns(db)},
                 case when a.status = 'published' then coalesce(own.id, foremost.id)
                      when r.state = 'waiting' then r.id end as "waitingRevisionId"
            from knowledge_article a
            left join lateral (
              select id from knowledge_revision
               where article_id = a.id and author_id = ${accountId} and state = 'waiting') own on a.status = 'published'
            left join lateral (
              select id from knowledge_revision
               where article_id = a.id and state = 'waiting' order by id limit 1) foremost
              on a.status = 'published' and ${isModerator}
            left join lateral (
              select id from knowledge_revision
               where article_id = a.id order by state in ('draft', 'waiting') desc, id desc limit 1) head
              on a.status <> 'published'
            join knowledge_revision r on r.id = coalesce(own.id, a.approved_revision_id, head.id)
            join account w on w.id = a.author_id
           where ${matchesKnowledgeArticle(db, reference)}
             and (a.status = 'published' or a.author_id = ${accountId} or ${isModerator})`;
  return row;
}

/** Locks the article until the transaction ends, so that decisions see its current state. */
export async function lockKnowledgeArticle(
  db: Db,
  reference: string,
  viewer: Viewer,
): Promise<KnowledgeArticleRow | undefined> {
  const [locked] = await db<{ id: string }[]>`
    select a.id from knowledge_article a where ${matchesKnowledgeArticle(db, reference)} for update`;
  return locked && findKnowledgeArticle(db, locked.id, viewer);
}

export interface KnowledgeFilter {
  categories?: readonly string[] | undefined;
  tagSlug?: string | undefined;
}

/** Published articles, newest first; `after` is the sort key of the last row of the previous page. */
export async function listKnowledgeArticles(
  db: Db,
  filter: KnowledgeFilter,
  after: { publishedAt: Date; id: string } | undefined,
  limit: number,
): Promise<KnowledgeEntryRow[]> {
  return db<KnowledgeEntryRow[]>`
    select ${entryColumns(db)}
      from knowledge_article a join knowledge_revision r on r.id = a.approved_revision_id
      join account w on w.id = a.author_id
     where a.status = 'published'
       ${after === undefined ? db`` : db`and (a.published_at, a.id) < (${after.publishedAt}, ${after.id})`}
       ${filterConditions(db, filter)}
     order by a.published_at desc, a.id desc
     limit ${limit}`;
}

function filterConditions(db: Db, { categories, tagSlug }: KnowledgeFilter) {
  return db`
    ${categories === undefined ? db`` : db`and r.category = any(${[...categories]}::text[])`}
    ${
      tagSlug === undefined
        ? db``
        : db`and exists (select 1 from tagging g join tag t on t.id = g.tag_id
                          where t.slug = ${tagSlug} and g.subject_type = 'knowledge_article' and g.subject_id = a.id)`
    }`;
}

/** Published articles per section; empty sections are omitted. */
export async function countKnowledgeSections(db: Db): Promise<{ category: string; articles: number }[]> {
  return db<{ category: string; articles: number }[]>`
    select category, articles from knowledge_section where articles > 0 order by category`;
}

/** In the given order; unpublished ones are omitted. */
export async function findKnowledgeEntries(db: Db, ids: readonly string[]): Promise<KnowledgeEntryRow[]> {
  if (ids.length === 0) return [];
  return db<KnowledgeEntryRow[]>`
    select ${entryColumns(db)}
      from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
      join knowledge_article a on a.id = wanted.id
      join knowledge_revision r on r.id = a.approved_revision_id
      join account w on w.id = a.author_id
     order by wanted.place`;
}

/** Published articles in batches by id, for jobs that process all of them. */
export async function listPublishedAfter(db: Db, after: string, limit: number): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    select id from knowledge_article where status = 'published' and id > ${after} order by id limit ${limit}`;
}

export async function countPublished(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from knowledge_article where status = 'published'`;
  return row?.count ?? 0;
}

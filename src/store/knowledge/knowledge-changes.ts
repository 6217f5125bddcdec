import type { Db } from '../../base/db/connect.ts';
import type { KnowledgeArticleStatus } from '../../domain/rules/knowledge-moderation.ts';
import { listFreeSlugs } from '../slugs.ts';

const maxSlugLength = 100;

export interface NewKnowledgeArticle {
  id: string;
  authorId: string;
  /** Derived from the title; a number is added when it is taken. */
  slug: string;
  status: Exclude<KnowledgeArticleStatus, 'published'>;
  createdAt: Date;
}

/** Returns the slug, which never changes. */
export async function insertKnowledgeArticle(db: Db, article: NewKnowledgeArticle): Promise<string> {
  const free = listFreeSlugs(
    article.slug,
    maxSlugLength,
    (stem) =>
      db<{ slug: string }[]>`select slug from knowledge_article where slug like ${`${stem}%`} limit 10000`,
  );
  for await (const slug of free) {
    const rows = await db`
      insert into knowledge_article (id, author_id, slug, status, created_at, updated_at)
      values (${article.id}, ${article.authorId}, ${slug}, ${article.status}, ${article.createdAt}, ${article.createdAt})
      on conflict (slug) do nothing returning 1`;
    if (rows.length > 0) return slug;
  }
  throw new Error('No free slug was found');
}

export async function saveArticleStatus(
  db: Db,
  articleId: string,
  status: Exclude<KnowledgeArticleStatus, 'published'>,
  now: Date,
): Promise<void> {
  await db`update knowledge_article set status = ${status}, updated_at = ${now} where id = ${articleId}`;
}

/** Publishes this revision. The publication date is that of the first one. */
export async function saveApprovedRevision(
  db: Db,
  articleId: string,
  revisionId: string,
  now: Date,
): Promise<void> {
  await db`
    update knowledge_article
       set status = 'published', approved_revision_id = ${revisionId},
           published_at = coalesce(published_at, ${now}), updated_at = ${now}
     where id = ${articleId}`;
}

export async function saveCover(db: Db, articleId: string, mediaId: string | null, now: Date): Promise<void> {
  await db`update knowledge_article set cover_media_id = ${mediaId}, updated_at = ${now} where id = ${articleId}`;
}

/** Whether the file is a picture that belongs to the article. */
export async function isPictureOfArticle(db: Db, articleId: string, mediaId: string): Promise<boolean> {
  const rows = await db`
    select 1 from media
     where id = ${mediaId} and subject_type = 'knowledge_article' and subject_id = ${articleId}
       and content_type like 'image/%'`;
  return rows.length > 0;
}

/** Deletes the article, its revisions and its pictures. Returns the hashes of their files. */
export async function deleteKnowledgeArticle(db: Db, articleId: string): Promise<string[]> {
  await db`delete from knowledge_article where id = ${articleId}`;
  const rows = await db<{ blobs: string[] }[]>`
    with gone as (
      delete from media where subject_type = 'knowledge_article' and subject_id = ${articleId} returning id, blobs
    ), untagged as (
      delete from tagging where subject_type = 'media' and subject_id in (select id from gone)
    ), forgotten as (
      delete from replaced_value where subject_type = 'media' and subject_id in (select id from gone)
    )
    select array(select encode(b, 'hex') from unnest(blobs) b) as blobs from gone`;
  return [...new Set(rows.flatMap(({ blobs }) => blobs))];
}

/** Locks rows in the order of ids, to avoid deadlocks between instances. */
export async function addViews(db: Db, views: ReadonlyMap<string, number>): Promise<void> {
  await db`
    with counted as (
      select * from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::integer[]) counted (id, views)
    ), held as materialized (
      select a.id from knowledge_article a where a.id in (select id from counted) order by a.id for no key update
    )
    update knowledge_article a set views_count = a.views_count + counted.views
      from held join counted using (id)
     where a.id = held.id`;
}

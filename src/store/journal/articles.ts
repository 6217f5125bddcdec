import type { Db } from '../../base/db/connect.ts';
import type { SubjectMove } from '../../domain/rules/article-photographs.ts';
import type { EventDay } from '../../domain/rules/event-days.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';

export interface ArticleRow {
  id: string;
  settlementId: string;
  parcelId: string | null;
  /** Plot number of a diary entry. */
  plotNumber: string | null;
  authorId: string;
  authorName: string;
  slug: string;
  title: string;
  excerpt: string;
  kind: string;
  status: string;
  visibility: string;
  mentionsCount: number;
  photosCount: number;
  /** Of an announcement: repeated until acknowledged. */
  isUrgent: boolean;
  publishedAt: Date | null;
  createdAt: Date;
  /** The day it is about; of announcements alone. */
  event: EventDay | null;
}

export interface WholeArticleRow extends ArticleRow {
  body: string;
  /** Null: the first photograph mentioned in the text. */
  coverMediaId: string | null;
  /** Set by the author; null when derived from the photographs. */
  aboutOn: string | null;
  aboutOnShown: string;
}

export const entryColumns = (db: Db) => db`
  a.id, a.settlement_id as "settlementId", a.parcel_id as "parcelId", a.author_id as "authorId", a.slug, a.title,
  a.excerpt, a.kind, a.status, a.visibility, a.mentions_count as "mentionsCount", a.photos_count as "photosCount",
  a.is_urgent as "isUrgent", a.published_at as "publishedAt", a.created_at as "createdAt", a.event,
  (select w.display_name from account w where w.id = a.author_id) as "authorName",
  (select l.number from parcel l where l.id = a.parcel_id) as "plotNumber"`;
export const wholeColumns = (db: Db) => db`
  ${entryColumns(db)}, a.body, a.cover_media_id as "coverMediaId", a.about_on as "aboutOn",
  a.about_on_shown as "aboutOnShown"`;

/** By id or slug. No slug looks like an id, so at most one row matches. */
export const matchesArticle = (db: Db, settlementId: string, reference: string) =>
  db`a.settlement_id = ${settlementId}
     and ${matchesIdOrSlug(db, 'a', reference)}`;

export async function findArticle(
  db: Db,
  settlementId: string,
  reference: string,
): Promise<WholeArticleRow | undefined> {
  const [row] = await db<WholeArticleRow[]>`
    select ${wholeColumns(db)} from article a where ${matchesArticle(db, settlementId, reference)}`;
  return row;
}

export async function lockArticle(
  db: Db,
  settlementId: string,
  reference: string,
): Promise<WholeArticleRow | undefined> {
  const [row] = await db<WholeArticleRow[]>`
    select ${wholeColumns(db)} from article a where ${matchesArticle(db, settlementId, reference)} for update`;
  return row;
}

export type NewArticle = Omit<
  WholeArticleRow,
  'slug' | 'mentionsCount' | 'photosCount' | 'publishedAt' | 'status' | 'authorName' | 'plotNumber'
> & { eventSpan: EventSpan | null };

/** From the first beginning to the last end of an announcement's day. */
export interface EventSpan {
  from: Date;
  until: Date;
}

const eventJson = (db: Db, event: EventDay | null) => (event === null ? null : db.json(event as never));

const maxSlugAttempts = 20;

/** Uses the first free slug: as given, with -2, -3 …, finally with the id. */
export async function insertArticle(
  db: Db,
  article: NewArticle,
  slug: string,
  mentionsCount: number,
): Promise<string> {
  const numbered = Array.from({ length: maxSlugAttempts - 1 }, (_, index) => `${slug}-${index + 2}`);
  const candidates = [slug, ...numbered, `${slug.slice(0, 90)}-${article.id}`];
  // A concurrent insert may take the slug; the last candidate is unique.
  for (let round = 0; round < 4; round += 1) {
    const [row] = await db<{ slug: string }[]>`
      insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility,
                           cover_media_id, about_on, about_on_shown, is_urgent, mentions_count, created_at, updated_at,
                           event, event_from, event_until)
      select ${article.id}, ${article.settlementId}, ${article.parcelId}, ${article.authorId}, c.slug, ${article.title},
             ${article.body}, ${article.excerpt}, ${article.kind}, 'draft', ${article.visibility}, ${article.coverMediaId},
             ${article.aboutOn}, ${article.aboutOnShown}, ${article.isUrgent}, ${mentionsCount}, ${article.createdAt}, ${article.createdAt},
             ${eventJson(db, article.event)}::jsonb, ${article.eventSpan?.from ?? null}::timestamptz, ${article.eventSpan?.until ?? null}::timestamptz
        from unnest(${round < 3 ? candidates : candidates.slice(-1)}::text[]) with ordinality c (slug, place)
       where not exists (select 1 from article a where a.settlement_id = ${article.settlementId} and a.slug = c.slug)
       order by c.place limit 1
      on conflict (settlement_id, slug) do nothing
      returning slug`;
    if (row !== undefined) return row.slug;
  }
  throw new Error('No free slug for an article, not even with its id.');
}

export type ArticleChange = Pick<
  WholeArticleRow,
  | 'id'
  | 'title'
  | 'body'
  | 'excerpt'
  | 'visibility'
  | 'coverMediaId'
  | 'aboutOn'
  | 'aboutOnShown'
  | 'isUrgent'
  | 'mentionsCount'
  | 'event'
> & { eventSpan: EventSpan | null };

export async function saveArticle(db: Db, article: ArticleChange, now: Date): Promise<void> {
  await db`
    update article
       set title = ${article.title}, body = ${article.body}, excerpt = ${article.excerpt},
           visibility = ${article.visibility}, cover_media_id = ${article.coverMediaId}, about_on = ${article.aboutOn},
           about_on_shown = ${article.aboutOnShown}, mentions_count = ${article.mentionsCount},
           is_urgent = ${article.isUrgent}, updated_at = ${now}, event = ${eventJson(db, article.event)},
           event_from = ${article.eventSpan?.from ?? null}, event_until = ${article.eventSpan?.until ?? null}
     where id = ${article.id}`;
}

export async function publishArticle(db: Db, id: string, now: Date): Promise<void> {
  await db`update article set status = 'published', published_at = ${now}, updated_at = ${now} where id = ${id}`;
}

export async function deleteArticle(db: Db, id: string): Promise<void> {
  await db`delete from article where id = ${id}`;
}

export async function countOwnedMedia(db: Db, articleId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from media where subject_type = 'article' and subject_id = ${articleId}`;
  return row?.count ?? 0;
}

/** Counts mentioned photographs and those of the entry itself. Call it whenever either changes. */
export async function recountPhotographs(
  db: Db,
  articleIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db<{ id: string; photosCount: number }[]>`
    update article a
       set photos_count = (
             select count(*) from (
               select m.id from media m
                where m.subject_type = 'article' and m.subject_id = a.id and m.content_type like 'image/%'
               union
               select m.id from article_mention n join media m on m.id = n.subject_id
                where n.article_id = a.id and n.type = 'media' and m.content_type like 'image/%') photographs)
     where a.id = any(${[...articleIds]}::bigint[])
    returning a.id, a.photos_count as "photosCount"`;
  return new Map(rows.map((row) => [row.id, row.photosCount]));
}

/** Reassigns photographs of one plot. Locks them in the order of ids, to avoid deadlocks. */
export async function updateMediaSubjects(
  db: Db,
  parcelId: string,
  moves: readonly SubjectMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ mediaId }) => mediaId);
  await db`select 1 from media where id = any(${ids}::bigint[]) order by id for update`;
  await db`
    update media m set subject_type = w.type, subject_id = w.subject_id
      from unnest(${ids}::bigint[], ${moves.map(({ subjectType }) => subjectType)}::text[],
                  ${moves.map(({ subjectId }) => subjectId)}::bigint[]) w (id, type, subject_id)
     where m.id = w.id and m.parcel_id = ${parcelId}`;
}

export async function isParcelMember(db: Db, parcelId: string, accountId: string): Promise<boolean> {
  const rows = await db`
    select 1 from membership where parcel_id = ${parcelId} and account_id = ${accountId} and state = 'confirmed'`;
  return rows.length > 0;
}

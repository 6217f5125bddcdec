import type { Db } from '../../base/db/connect.ts';
import type { EventDay } from '../../domain/rules/event-days.ts';
import {
  listReadableVisibilities,
  type Visibility,
  visibilities,
} from '../../domain/rules/settlement-role.ts';
import { splitNameWords } from '../../engines/search/name-match.ts';
import { seesArticle } from '../visibility/article-visibility.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';
import { type ArticleRow, entryColumns } from './articles.ts';
import { selectEvents } from './events.ts';

export interface FeedFilter {
  /** Only diaries of these plots. */
  parcelIds?: readonly string[] | undefined;
  kind?: string | undefined;
  /** Sort key of the last row of the previous page. */
  after?: { publishedAt: Date; id: string } | undefined;
}

export interface ListedArticleRow extends ArticleRow {
  /** The author's choice, else the first photograph of the entry that the reader may see. */
  cover: { id: string; visibility: Visibility } | null;
}

/** Published articles, newest first. */
export async function listArticles(
  db: Db,
  view: Reader,
  filter: FeedFilter,
  limit: number,
): Promise<ListedArticleRow[]> {
  // Each range gives as many as the page has: of several, names and texts are read only of those that are shown.
  const hasSeveral = listReadableVisibilities(view.settlementRole).length > 1 || view.accountId !== null;
  const keys = db`a.id, a.published_at as "publishedAt"`;
  const page = hasSeveral
    ? db`select ${entryColumns(db)} from (${selectFeed(db, view, filter, keys, limit)}) page join article a on a.id = page.id`
    : selectFeed(db, view, filter, entryColumns(db), limit);
  return db<ListedArticleRow[]>`
    select a.*, ${coverOf(db, view)} as cover from (${page}) a
     order by a."publishedAt" desc, a.id desc`;
}

/**
 * Reads one index range per visibility: all rows of visible ones, only own entries of the others. So the cost of a
 * page does not depend on how many hidden rows lie between.
 */
function selectFeed(db: Db, view: Reader, filter: FeedFilter, columns: ReturnType<Db>, limit: number) {
  const { settlementId, accountId } = view;
  const { parcelIds, kind, after } = filter;
  const seen = listReadableVisibilities(view.settlementRole);
  // Authors see their own diaries whatever the visibility; nothing else.
  const ownsSome = accountId !== null && (kind === undefined || kind === 'diary');
  const hidden = ownsSome ? visibilities.filter((name) => !seen.includes(name)) : [];
  // Inlined constants, not parameters, and one plot not as a list: only so PostgreSQL keeps one plan with a correct row
  // estimate. To plan it anew takes ten times as long as to run it.
  const most = db.unsafe(String(Math.trunc(limit)));
  const [parcelId, ...others] = parcelIds ?? [];
  const parcels =
    parcelIds &&
    (others.length === 0
      ? db`(values (${parcelId ?? null}::bigint))`
      : db`unnest(${[...parcelIds]}::bigint[])`);
  const range = (names: readonly Visibility[], own: boolean) => db`
    select page.* from (values ${db.unsafe(names.map((name) => `('${name}')`).join(', '))}) v (visibility)
      ${parcels === undefined ? db`` : db`cross join ${parcels} d (parcel_id)`}
      cross join lateral (
        select ${columns} from article a
         where a.settlement_id = ${settlementId} and a.status = 'published' and a.visibility = v.visibility
           ${own ? db`and a.author_id = ${accountId} and a.kind = 'diary'` : db``}
           ${parcelIds === undefined ? db`` : db`and a.parcel_id = d.parcel_id`}
           ${kind === undefined ? db`` : db`and a.kind = ${kind}`}
           ${after === undefined ? db`` : db`and (a.published_at, a.id) < (${after.publishedAt}, ${after.id})`}
         order by a.published_at desc, a.id desc limit ${most}) page`;
  return db`
    ${range(seen, false)} ${hidden.length === 0 ? db`` : db`union all ${range(hidden, true)}`}
    order by "publishedAt" desc, id desc limit ${most}`;
}

export interface NewsRow
  extends Pick<ArticleRow, 'id' | 'kind' | 'slug' | 'title' | 'authorId' | 'publishedAt' | 'createdAt'> {
  /** Of an announcement; null for others. */
  body: string | null;
  /** By the reader. */
  isOpened: boolean;
  /** Of a row for what takes place in the span; null for news. */
  event: EventDay | null;
}

/** Newest announcements with their texts, then newest diary entries, then what takes place in a span, in one query. */
export async function listNews(
  db: Db,
  view: Reader & { accountId: string },
  span: { readonly from: Date; readonly until: Date },
  most: { announcements: number; diaries: number; events: number },
): Promise<NewsRow[]> {
  const columns = db`a.id, a.kind, a.slug, a.title, a.author_id as "authorId", a.published_at as "publishedAt",
    a.created_at as "createdAt"`;
  const feed = (kind: string, limit: number) =>
    selectFeed(db, view, { kind }, db`${columns}, null::jsonb as event`, limit);
  const events = selectEvents(db, view, span, db`${columns}, a.event`, most.events);
  return db<NewsRow[]>`
    select n.*, case when n.kind = 'announcement' and n.event is null then (select a.body from article a where a.id = n.id) end as body,
           exists (select 1 from announcement_opened o where o.account_id = ${view.accountId} and o.article_id = n.id) as "isOpened"
      from ((${feed('announcement', most.announcements)}) union all (${feed('diary', most.diaries)})
            union all (${events})) n
     order by n.event is not null, n.kind = 'diary', n."publishedAt" desc, n.id desc`;
}

/** Number of newest articles scanned before the full-text index is used. */
const scannedArticles = 150;

/**
 * Full-text search in published articles, newest first; the last word may be incomplete. Frequent words fill a page
 * from the newest articles; the index would return all matches.
 */
export async function searchFeed(
  db: Db,
  view: Reader,
  filter: FeedFilter & { q: string },
  limit: number,
): Promise<ListedArticleRow[]> {
  const words = buildTextQuery(db, filter.q);
  // A correlated subquery: with a join the planner would use the full-text index after all.
  const recent = await listMatches(
    db,
    view,
    db`
      select newest.id, newest."publishedAt"
        from (${selectFeed(db, view, filter, db`a.id, a.published_at as "publishedAt"`, scannedArticles)}) newest
       where (select a.words from article a where a.id = newest.id) @@ (select ${words})`,
    limit,
  );
  if (recent.length >= limit) return recent;
  const { parcelIds, kind, after } = filter;
  const all = db`
    select a.id, a.published_at as "publishedAt" from article a
     where settlement_words(a.settlement_id, a.words) @@ settlement_query(${view.settlementId}, ${words}) and a.words @@ ${words}
       and a.settlement_id = ${view.settlementId} and a.status = 'published' and ${seesArticle(db, view)}
       ${parcelIds === undefined ? db`` : db`and a.parcel_id = any(${[...parcelIds]}::bigint[])`}
       ${kind === undefined ? db`` : db`and a.kind = ${kind}`}
       ${after === undefined ? db`` : db`and (a.published_at, a.id) < (${after.publishedAt}, ${after.id})`}`;
  return listMatches(db, view, all, limit);
}

/**
 * Newest of the found articles. Materialized, because otherwise the planner scans the feed until it has enough
 * matches.
 */
function listMatches(db: Db, view: Reader, found: ReturnType<Db>, limit: number) {
  return db<ListedArticleRow[]>`
    with found as materialized (${found}),
         page as materialized (select id from found order by "publishedAt" desc, id desc limit ${limit})
    select a.*, ${coverOf(db, view)} as cover
      from (select ${entryColumns(db)} from page join article a on a.id = page.id) a
     order by a."publishedAt" desc, a.id desc`;
}

function buildTextQuery(db: Db, q: string) {
  const words = splitNameWords(q);
  const terms = words.map((word, place) => {
    const end = place === words.length - 1 ? ':*' : '';
    const plain = `'${word.replaceAll(/['\\]/g, '')}'${end}`;
    // The parser of PostgreSQL reads the hyphen of «ТП-118» as a sign.
    return /^\d+$/.test(word) ? `(${plain} | '-${word}'${end})` : plain;
  });
  return db`to_tsquery('pg_catalog.russian', ${terms.join(' & ')})`;
}

export async function listOwnArticles(
  db: Db,
  authorId: string,
  filter: {
    status?: string | undefined;
    settlementId?: string | undefined;
    q?: string | undefined;
    before?: string | undefined;
  },
  limit: number,
): Promise<ArticleRow[]> {
  const { status, settlementId, q, before } = filter;
  return db<ArticleRow[]>`
    select ${entryColumns(db)} from article a
     where a.author_id = ${authorId}
       and (a.kind = 'diary' or (a.status = 'published' and a.visibility = 'public')
            or exists (select 1 from settlement_role r where r.settlement_id = a.settlement_id and r.account_id = ${authorId} and r.role = 'editor'))
       ${status === undefined ? db`` : status === 'draft' ? db`and a.status = 'draft'` : db`and a.status = 'published'`}
       ${settlementId === undefined ? db`` : db`and a.settlement_id = ${settlementId}`}
       ${q === undefined ? db`` : db`and a.words @@ ${buildTextQuery(db, q)}`}
       ${before === undefined ? db`` : db`and a.id < ${before}`}
     order by a.id desc limit ${limit}`;
}

/** Of a listed article `a`. */
const coverOf = (db: Db, reader: Reader) => db`
  case when a."photosCount" > 0 then
    (select json_build_object('id', m.id::text, 'visibility', m.visibility)
       from (select cover_media_id as media_id, 0 as position from article where id = a.id
             union all
             select subject_id, position from article_mention where article_id = a.id and type = 'media'
             union all
             -- Those that the text does not place, the oldest first, as on its page.
             select id, 1000000 from media where subject_type = 'article' and subject_id = a.id) named
      -- With an offset each is looked up by its id; otherwise all media of the settlement would be read and checked.
      cross join lateral (
        select m.id, m.visibility from media m
         where m.id = named.media_id and m.settlement_id = ${reader.settlementId} and m.state = 'ready'
           and m.content_type like 'image/%' and ${seesMedia(db, reader)} offset 0) m
      order by named.position, m.id limit 1) end`;

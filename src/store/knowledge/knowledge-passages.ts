import type { Db } from '../../base/db/connect.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';

export interface ArticleName {
  id: string;
  slug: string;
  title: string;
}

export interface QuotedPassageRow {
  id: string;
  text: string;
  article: ArticleName;
}

export interface FigureRow {
  number: number;
  kind: 'picture' | 'mermaid' | 'dot';
  caption: string;
  words: string;
  mediaId: string | null;
  hash: string;
  article: ArticleName;
}

const articleName = (db: Db) =>
  db`json_build_object('id', a.id::text, 'slug', a.slug, 'title', r.title) as article`;
const articleOf = (db: Db, alias: 'p' | 'f') => db`
  join knowledge_article a on a.id = ${db(alias)}.article_id
  join knowledge_revision r on r.id = a.approved_revision_id`;
/** A picture counts only if it is ready and belongs to the article: the text may reference any id. */
const isFigureVisible = (db: Db) => db`
  (f.media_id is null or exists (
     select 1 from media m
      where m.id = f.media_id and m.subject_type = 'knowledge_article' and m.subject_id = f.article_id and m.state = 'ready'))`;
const figureColumns = (db: Db) =>
  db`f.number, f.kind, f.caption, f.words, f.media_id as "mediaId", f.hash, ${articleName(db)}`;

export async function findArticleNames(db: Db, ids: readonly string[]): Promise<Map<string, ArticleName>> {
  if (ids.length === 0) return new Map();
  const rows = await db<ArticleName[]>`
    select a.id, a.slug, r.title
      from knowledge_article a join knowledge_revision r on r.id = a.approved_revision_id
     where a.id = any(${[...new Set(ids)]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findQuotedPassage(db: Db, id: string): Promise<QuotedPassageRow | undefined> {
  const [row] = await db<QuotedPassageRow[]>`
    select p.id, p.text, ${articleName(db)} from knowledge_passage p ${articleOf(db, 'p')} where p.id = ${id}`;
  return row;
}

/** In the given order. */
export async function findFigures(
  db: Db,
  wanted: readonly { articleId: string; number: number }[],
): Promise<FigureRow[]> {
  if (wanted.length === 0) return [];
  return db<FigureRow[]>`
    select ${figureColumns(db)}
      from unnest(${wanted.map(({ articleId }) => articleId)}::bigint[], ${wanted.map(({ number }) => number)}::integer[])
        with ordinality wanted (article_id, number, place)
      join knowledge_figure f on f.article_id = wanted.article_id and f.number = wanted.number
      ${articleOf(db, 'f')}
     where ${isFigureVisible(db)}
     order by wanted.place`;
}

/** A figure of a published article given by id or slug. */
export async function findFigure(db: Db, reference: string, number: number): Promise<FigureRow | undefined> {
  const [row] = await db<FigureRow[]>`
    select ${figureColumns(db)} from knowledge_figure f ${articleOf(db, 'f')}
     where f.number = ${number} and ${isFigureVisible(db)}
       and ${matchesIdOrSlug(db, 'a', reference)}`;
  return row;
}

interface IndexedRow {
  passages: { id: string; hash: string }[];
  figures: { number: number; caption: string; words: string }[];
}

/** Hashes of the indexed passages, and the text of all figures they were built with. */
export async function listIndexedContent(db: Db, articleId: string): Promise<IndexedRow> {
  const [row] = await db<[IndexedRow]>`
    select coalesce((select json_agg(json_build_object('id', id::text, 'hash', hash) order by position)
                       from knowledge_passage where article_id = ${articleId}), '[]') as passages,
           coalesce((select json_agg(json_build_object('number', number, 'caption', caption, 'words', words) order by number)
                       from knowledge_figure where article_id = ${articleId}), '[]') as figures`;
  return row;
}

interface SizedFigureRow extends FigureRow {
  width: number | null;
  height: number | null;
}

/** With their size in pixels where known. */
export async function listFigures(db: Db, articleId: string): Promise<SizedFigureRow[]> {
  return db<SizedFigureRow[]>`
    select ${figureColumns(db)},
           coalesce(m.width, ceil(box[1]::numeric)::integer) as width,
           coalesce(m.height, ceil(box[2]::numeric)::integer) as height
      from knowledge_figure f ${articleOf(db, 'f')}
      left join media m on m.id = f.media_id
      left join lateral regexp_match(left(f.svg, 400), 'viewBox="[0-9.-]+ [0-9.-]+ ([0-9.]{1,8}) ([0-9.]{1,8})') box on true
     where f.article_id = ${articleId} and ${isFigureVisible(db)} order by f.number`;
}

/** The SVG; undefined when the hash is of an older version. */
export async function findFigureSvg(
  db: Db,
  articleId: string,
  number: number,
  hash: string,
): Promise<string | undefined> {
  const [row] = await db<{ svg: string | null }[]>`
    select svg from knowledge_figure
     where article_id = ${articleId} and number = ${number} and left(hash, ${hash.length}) = ${hash}`;
  return row?.svg ?? undefined;
}

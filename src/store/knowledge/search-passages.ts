import type { Db } from '../../base/db/connect.ts';
import type { FigureKind } from '../../engines/search/passage.ts';

export interface StoredPassage {
  id: string;
  articleId: string;
  revisionId: string;
  title: string;
  text: string;
  indexedAt: Date;
}

export interface StoredFigure {
  articleId: string;
  number: number;
  kind: FigureKind;
  caption: string;
  words: string;
  mediaId: string | null;
  hash: string;
}

export async function findPassage(db: Db, id: string): Promise<StoredPassage | null> {
  const [row] = await db<StoredPassage[]>`
    select id, article_id as "articleId", revision_id as "revisionId", title, text, indexed_at as "indexedAt"
      from knowledge_passage where id = ${id}`;
  return row ?? null;
}

/** Includes the SVG, which lists omit. */
export async function findFigure(
  db: Db,
  articleId: string,
  number: number,
): Promise<(StoredFigure & { svg: string | null }) | null> {
  const [row] = await db<(StoredFigure & { svg: string | null })[]>`
    select article_id as "articleId", number, kind, caption, words, media_id as "mediaId", hash, svg
      from knowledge_figure where article_id = ${articleId} and number = ${number}`;
  return row ?? null;
}

/** Figures referenced by these passages, in their order. */
export async function listFigures(
  db: Db,
  passages: readonly { articleId: string; figures: readonly number[] }[],
): Promise<StoredFigure[]> {
  const wanted = passages.flatMap(({ articleId, figures }) =>
    figures.map((number) => ({ articleId, number })),
  );
  if (wanted.length === 0) return [];
  return db<StoredFigure[]>`
    select figure.article_id as "articleId", figure.number, figure.kind, figure.caption, figure.words,
           figure.media_id as "mediaId", figure.hash
      from (select article_id, number, min(place) as place
              from unnest(${wanted.map(({ articleId }) => articleId)}::bigint[],
                          ${wanted.map(({ number }) => number)}::integer[]) with ordinality
                as wanted (article_id, number, place)
             group by article_id, number) as wanted
      join knowledge_figure figure on figure.article_id = wanted.article_id and figure.number = wanted.number
     order by wanted.place`;
}

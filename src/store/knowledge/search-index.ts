import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import { type FigureDraft, matchPassages, type PassageDraft } from '../../engines/search/passage.ts';
import { maskItemNumbers } from '../../engines/search/passage-blocks.ts';
import { computeTermId } from '../../engines/search/term-id.ts';
import { weighTerm } from '../../engines/search/term-weight.ts';
import { splitSentences, splitWords } from '../../engines/search/words.ts';
import { findStems } from '../search/search-stems.ts';
import { insertTermChanges, passageCountTerm } from './search-statistics.ts';
import { deleteVectors } from './search-vectors.ts';

export { findFigure, findPassage, listFigures } from './search-passages.ts';
export { searchArticles, searchPassages } from './search-query.ts';

interface StoredPassage {
  id: string;
  hash: string;
  lexemes: string;
  titleLexemes: string;
}

interface IndexedPassage {
  id: string;
  lexemes: string;
  titleLexemes: string;
  length: number;
}

export interface ReplaceOptions {
  /** Searchable in addition to the title. */
  tags?: readonly string[];
  /** Rewrites postings even of unchanged passages, because the weighting changed. */
  isRebuilt?: boolean;
}

/**
 * Replaces the indexed passages of the article; unchanged ones keep their id. The caller must hold the lock on the
 * article row.
 */
export async function replaceArticlePassages(
  db: Db,
  articleId: string,
  revisionId: string,
  passages: readonly PassageDraft[],
  figures: readonly FigureDraft[],
  now: Date,
  newId: () => string,
  options: ReplaceOptions = {},
): Promise<string[]> {
  const stored = await db<StoredPassage[]>`
    select id, hash, lexemes, title_lexemes as "titleLexemes" from knowledge_passage
     where article_id = ${articleId} order by position for update`;
  const kept = matchPassages(stored, passages);
  const byId = new Map(stored.map((passage) => [passage.id, passage]));
  const indexed = await indexPassages(db, passages, options.tags ?? [], kept, newId);
  const deltas = new Map<string, number>();

  const stays = new Set(kept.filter((id) => id !== null));
  const gone = stored.filter((passage) => !stays.has(passage.id));
  for (const passage of gone) countTerms(deltas, passage, -1);
  const moved = indexed.filter((passage) => {
    const before = byId.get(passage.id);
    if (before === undefined) return false;
    if (options.isRebuilt === true) return true;
    return before.titleLexemes !== passage.titleLexemes || before.lexemes !== passage.lexemes;
  });
  for (const passage of moved) countTerms(deltas, byId.get(passage.id) ?? passage, -1);
  const fresh = indexed.filter((passage) => !byId.has(passage.id));
  const posted = [...moved, ...fresh];
  for (const passage of posted) countTerms(deltas, passage, 1);

  if (gone.length > 0)
    await db`delete from knowledge_passage where id = any (${gone.map(({ id }) => id)}::bigint[])`;
  if (moved.length > 0) {
    const ids = moved.map(({ id }) => id);
    await db`delete from search_posting where passage_id = any (${ids}::bigint[])`;
    if (options.isRebuilt !== true) await deleteVectors(db, ids);
  }
  await savePassages(db, articleId, revisionId, passages, indexed, now);
  await savePostings(db, posted);
  await insertTermChanges(db, deltas);
  await saveFigures(db, articleId, figures);
  return indexed.map(({ id }) => id);
}

export async function removeArticleFromIndex(db: Db, articleId: string): Promise<void> {
  const gone = await db<StoredPassage[]>`
    delete from knowledge_passage where article_id = ${articleId}
    returning id, hash, lexemes, title_lexemes as "titleLexemes"`;
  const deltas = new Map<string, number>();
  for (const passage of gone) countTerms(deltas, passage, -1);
  await insertTermChanges(db, deltas);
  await db`delete from knowledge_figure where article_id = ${articleId}`;
}

/** Removes index entries of articles that are not published. */
export async function removeUnpublishedFromIndex(db: Db): Promise<void> {
  const strays = await db<{ id: string }[]>`
    select id from knowledge_article article
     where approved_revision_id is null
       and exists (select from knowledge_passage where article_id = article.id) for update`;
  for (const { id } of strays) await removeArticleFromIndex(db, id);
}

async function indexPassages(
  db: Db,
  passages: readonly PassageDraft[],
  tags: readonly string[],
  kept: readonly (string | null)[],
  newId: () => string,
): Promise<IndexedPassage[]> {
  const read = passages.map((passage, position) => ({
    sentences: splitSentences(maskItemNumbers(passage.text)).map(splitWords),
    // Tags are indexed with the first passage only, or every passage would match every tag.
    title: splitWords(position === 0 ? [passage.title, ...tags].join(' ') : passage.title),
  }));
  const stems = await findStems(
    db,
    read.flatMap(({ sentences, title }) => [...sentences.flat(), ...title]),
  );
  const stem = (words: readonly string[]) => words.flatMap((word) => stems.get(word) ?? []);
  return read.map(({ sentences, title }, position) => {
    const stemmed = sentences.map(stem).filter((sentence) => sentence.length > 0);
    return {
      id: kept[position] ?? newId(),
      lexemes: stemmed.map((sentence) => sentence.join(' ')).join('\n'),
      titleLexemes: [...new Set(stem(title))].join(' '),
      length: stemmed.reduce((total, sentence) => total + sentence.length, 0),
    };
  });
}

function splitTerms(lexemes: string): string[] {
  return lexemes.split(/[ \n]/).filter((term) => term !== '');
}

function countTerms(
  deltas: Map<string, number>,
  passage: { lexemes: string; titleLexemes: string },
  by: 1 | -1,
): void {
  const terms = new Set([
    passageCountTerm,
    ...splitTerms(passage.lexemes),
    ...splitTerms(passage.titleLexemes),
  ]);
  for (const term of terms) deltas.set(term, (deltas.get(term) ?? 0) + by);
}

async function savePassages(
  db: Db,
  articleId: string,
  revisionId: string,
  passages: readonly PassageDraft[],
  indexed: readonly IndexedPassage[],
  now: Date,
): Promise<void> {
  const rows = passages.map(({ title, text, hash, figures }, position) => {
    const { id, lexemes, titleLexemes, length } = indexed[position] as IndexedPassage;
    return { id, position, title, text, hash, figures, lexemes, title_lexemes: titleLexemes, length };
  });
  await db`
    insert into knowledge_passage (id, article_id, revision_id, position, title, text, hash, figures, lexemes,
                                   title_lexemes, length, indexed_at)
    select id, ${articleId}, ${revisionId}, position, title, text, hash, figures, lexemes, title_lexemes, length, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}::jsonb)
        as passage (id bigint, position integer, title text, text text, hash text, figures integer[],
                    lexemes text, title_lexemes text, length integer)
    on conflict (id) do update
       set revision_id = excluded.revision_id, position = excluded.position, title = excluded.title,
           text = excluded.text, figures = excluded.figures, lexemes = excluded.lexemes, title_lexemes = excluded.title_lexemes,
           length = excluded.length, indexed_at = excluded.indexed_at`;
}

async function savePostings(db: Db, passages: readonly IndexedPassage[]): Promise<void> {
  const termIds = new Map<string, string>();
  const known = (term: string) => {
    const id = termIds.get(term) ?? computeTermId(term);
    termIds.set(term, id);
    return id;
  };
  const terms: string[] = [];
  const weights: number[] = [];
  const ids: string[] = [];
  for (const passage of passages) {
    const title = new Set(splitTerms(passage.titleLexemes));
    const counts = new Map<string, number>([...title].map((term) => [term, 0]));
    for (const term of splitTerms(passage.lexemes)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      terms.push(known(term));
      weights.push(Math.round(100 * weighTerm(count, passage.length, title.has(term))));
      ids.push(passage.id);
    }
  }
  if (terms.length === 0) return;
  // Sorted by primary key, for sequential index writes.
  await db`
    insert into search_posting (term_id, weight, passage_id)
    select term_id, weight, passage_id
      from unnest(${formatArrayLiteral(terms)}::text::bigint[], ${formatArrayLiteral(weights)}::text::smallint[],
                  ${formatArrayLiteral(ids)}::text::bigint[]) as posting (term_id, weight, passage_id)
     order by term_id, weight, passage_id`;
}

async function saveFigures(db: Db, articleId: string, figures: readonly FigureDraft[]): Promise<void> {
  await db`delete from knowledge_figure where article_id = ${articleId}`;
  if (figures.length === 0) return;
  const rows = figures.map(({ number, kind, caption, words, svg, mediaId, hash }) => {
    return { number, kind, caption, words, svg, media_id: mediaId, hash };
  });
  await db`
    insert into knowledge_figure (article_id, number, kind, caption, words, svg, media_id, hash)
    select ${articleId}, number, kind, caption, words, svg, media_id, hash
      from jsonb_to_recordset(${db.json(rows as never)}::jsonb)
        as figure (number integer, kind text, caption text, words text, svg text, media_id bigint, hash text)`;
}

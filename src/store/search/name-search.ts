import type { Db } from '../../base/db/connect.ts';
import {
  type NameQuery,
  type NameQueryWord,
  parseNameQuery,
  splitIntoPieces,
  splitNameWords,
} from '../../engines/search/name-match.ts';
import { findStems } from './search-stems.ts';

export type Condition = ReturnType<Db>;

/** The displayed text, and the column that name_words() fills. */
export interface NameColumns {
  text: Condition;
  words: Condition;
  /** For tables too large to scan by name. */
  long?: LargeTable;
}

export interface LargeTable {
  /** The same condition as a subquery that collects all matches before the limit applies. */
  gather: (condition: Condition) => Condition;
  /** A cheap index condition that every fuzzy match fulfils. */
  narrow: (query: NameQuery) => Promise<{ condition: Condition }>;
}

/**
 * A page of name search. Exact matches (substring, or all words in any form) are returned alone; only if the whole
 * list has none, fuzzy matches are. So sort order and cursors stay valid. `isBegun`: this is not the first page.
 */
export async function searchByName<Found>(
  db: Db,
  q: string,
  columns: NameColumns,
  isBegun: boolean,
  list: (condition: Condition, page: 'this' | 'first') => Promise<Found[]>,
): Promise<Found[]> {
  const query = parseNameQuery(q, await findStems(db, splitNameWords(q)));
  const named = matchesName(db, columns, query);
  const rows = await list(named, 'this');
  if (rows.length > 0 || !query.words.some(({ typos }) => typos > 0)) return rows;
  if (isBegun && (await list(named, 'first')).length > 0) return rows;
  const nearly = matchesNameFuzzily(db, columns, query);
  const narrowed = await columns.long?.narrow(query);
  return list(narrowed === undefined ? nearly : db`${narrowed.condition} and ${nearly}`, 'this');
}

/** The text as a substring, or all of its words in any form and order; the last word may be incomplete. */
function matchesName(
  db: Db,
  { text, words, long }: NameColumns,
  { part, words: asked }: NameQuery,
): Condition {
  const holds = (value: string) => db`replace(lower(${text}), 'ё', 'е') like ${`%${escapeLike(value)}%`}`;
  const forms = asked.map(({ form }) => form);
  const last = asked.at(-1);
  if (last === undefined) return holds(part);
  const all = db`${holds(part)} or ${words} @> ${forms}::text[]`;
  if (asked.length < 2) return db`(${all})`;
  // The letters are implied by what follows: an index over them knows how rare they are.
  const named = db`(${all} or (${words} @> ${forms.slice(0, -1)}::text[] and name_text(${words}) like ${`%${escapeLike(last.word)}%`} and exists (
    select from unnest(${words}) as known where starts_with(known, ${last.word}))))`;
  // If many rows match the first words and none the last, a scan limited by page size would read the whole table.
  return long === undefined ? named : long.gather(named);
}

/** Every word within its allowed edit distance of a word of the name; the last may be incomplete. */
function matchesNameFuzzily(db: Db, { words }: NameColumns, { words: asked }: NameQuery): Condition {
  const each = asked.map((word, place) => {
    const isLast = place === asked.length - 1;
    // Cheap prefilter before the Levenshtein comparison.
    const pieces = listCandidatePieces(word, isLast).map((piece) => `%${piece}%`);
    return db`and name_text(${words}) like any (${pieces}::text[])
      and exists (select from unnest(${words}) as known where ${matchesWordFuzzily(db, db`known`, word, isLast)})`;
  });
  return db`true ${each}`;
}

/** Whether a word of a name is within the edit distance of the search word. */
export function matchesWordFuzzily(
  db: Db,
  known: Condition,
  { word, form, typos }: NameQueryWord,
  isLast: boolean,
) {
  const within = (wanted: string, most: number) => {
    if (most === 0) return db`${known} = ${wanted}`;
    const length = [...wanted].length;
    const begun = db`
      or (length(${known}) > ${length}::integer
          and levenshtein_less_equal(left(${known}, ${length}::integer), ${wanted}::text, 1) <= 1)`;
    return db`${known} = ${wanted}
      or (abs(length(${known}) - ${length}::integer) <= ${most}::integer
          and levenshtein_less_equal(${known}, ${wanted}::text, ${most}::integer) <= ${most}::integer)
      ${isLast ? begun : db``}`;
  };
  return db`(${within(word, typos)} or ${within(form, Math.min(typos, 1))})`;
}

/** Substrings, at least one of which occurs in every word within the edit distance. */
export function listCandidatePieces({ word, form, typos }: NameQueryWord, isLast: boolean): string[] {
  const likely = [...splitIntoPieces(word, typos), ...splitIntoPieces(form, Math.min(typos, 1))];
  if (isLast) likely.push(...splitIntoPieces(word, 1));
  return [...new Set(likely)];
}

export function escapeLike(value: string): string {
  return value.replaceAll(/[\\%_]/g, '\\$&');
}

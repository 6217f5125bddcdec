import type { Db } from '../../base/db/connect.ts';
import {
  type AskedName,
  type AskedWord,
  listPieces,
  readName,
  splitNameWords,
} from '../../engines/search/name-match.ts';
import { findStems } from './search-stems.ts';

export type Condition = ReturnType<Db>;

/** What is searched: the text as it is shown, and the column that name_words() fills. */
export interface NamedColumns {
  text: Condition;
  words: Condition;
  /** Of a table too long to go through name by name. */
  long?: LongTable;
}

export interface LongTable {
  /** The same condition, met by finding everything it holds of before the page is cut. */
  gather: (condition: Condition) => Condition;
  /** What holds of every name that holds the words with slips. */
  narrow: (asked: AskedName) => Promise<{ condition: Condition }>;
}

/**
 * A page of what is called so. Names that hold the text or its words in any form come alone; only where there is none
 * in the whole list, names that hold the words with slips. So the order of the list and its cursors stay as they are.
 * `list` gives a page under the condition; `isBegun` says that this page is not the first.
 */
export async function listByName<Found>(
  db: Db,
  q: string,
  columns: NamedColumns,
  isBegun: boolean,
  list: (condition: Condition, page: 'this' | 'first') => Promise<Found[]>,
): Promise<Found[]> {
  const asked = readName(q, await findStems(db, splitNameWords(q)));
  const named = isNamed(db, columns, asked);
  const rows = await list(named, 'this');
  if (rows.length > 0 || !asked.words.some(({ slips }) => slips > 0)) return rows;
  if (isBegun && (await list(named, 'first')).length > 0) return rows;
  const nearly = isNearlyNamed(db, columns, asked);
  const narrowed = await columns.long?.narrow(asked);
  return list(narrowed === undefined ? nearly : db`${narrowed.condition} and ${nearly}`, 'this');
}

/** The text itself; or all of its words in any form and order, the last perhaps not typed to its end. */
function isNamed(db: Db, { text, words, long }: NamedColumns, { part, words: asked }: AskedName): Condition {
  const holds = (value: string) => db`replace(lower(${text}), 'ё', 'е') like ${`%${escapeLike(value)}%`}`;
  const forms = asked.map(({ form }) => form);
  const last = asked.at(-1);
  if (last === undefined) return holds(part);
  const all = db`${holds(part)} or ${words} @> ${forms}::text[]`;
  if (asked.length < 2) return db`(${all})`;
  const named = db`(${all} or (${words} @> ${forms.slice(0, -1)}::text[] and exists (
    select from unnest(${words}) as known where starts_with(known, ${last.word}))))`;
  // Many may hold the first words and none the last: who walks until a page is full walks to the end.
  return long === undefined ? named : long.gather(named);
}

/** Every word as far from one of the name as slips allow, the last perhaps not typed to its end. */
function isNearlyNamed(db: Db, { words }: NamedColumns, { words: asked }: AskedName): Condition {
  const each = asked.map((word, place) => {
    const isLast = place === asked.length - 1;
    // Cheap, and leaves few names to compare.
    const pieces = listLikelyPieces(word, isLast).map((piece) => `%${piece}%`);
    return db`and array_to_string(${words}, ' ') like any (${pieces}::text[])
      and exists (select from unnest(${words}) as known where ${isLike(db, db`known`, word, isLast)})`;
  });
  return db`true ${each}`;
}

/** Whether a word of a name may be what was asked for. */
export function isLike(db: Db, known: Condition, { word, form, slips }: AskedWord, isLast: boolean) {
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
  return db`(${within(word, slips)} or ${within(form, Math.min(slips, 1))})`;
}

/** Of every word that is like this one, one of these is a part. */
export function listLikelyPieces({ word, form, slips }: AskedWord, isLast: boolean): string[] {
  const likely = [...listPieces(word, slips), ...listPieces(form, Math.min(slips, 1))];
  if (isLast) likely.push(...listPieces(word, 1));
  return [...new Set(likely)];
}

export function escapeLike(value: string): string {
  return value.replaceAll(/[\\%_]/g, '\\$&');
}

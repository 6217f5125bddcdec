import type { Db } from '../../db/connect.ts';
import { type AskedName, listPieces, readName, splitNameWords } from '../../search/name-match.ts';
import { findStems } from '../knowledge/search-stems.ts';

export type Condition = ReturnType<Db>;

/** What is searched: the text as it is shown, and the column that name_words() fills. */
export interface NamedColumns {
  text: Condition;
  words: Condition;
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
  return list(isNearlyNamed(db, columns, asked), 'this');
}

/** The text itself; or all of its words in any form and order, the last perhaps not typed to its end. */
function isNamed(db: Db, { text, words }: NamedColumns, { part, words: asked }: AskedName): Condition {
  const holds = (value: string) => db`replace(lower(${text}), 'ё', 'е') like ${`%${escapeLike(value)}%`}`;
  const forms = asked.map(({ form }) => form);
  const last = asked.at(-1);
  if (last === undefined) return holds(part);
  const begun =
    asked.length < 2
      ? db``
      : db`or (${words} @> ${forms.slice(0, -1)}::text[] and exists (
             select from unnest(${words}) as known where starts_with(known, ${last.word})))`;
  return db`(${holds(part)} or ${words} @> ${forms}::text[] ${begun})`;
}

/** Every word as far from one of the name as slips allow, the last perhaps not typed to its end. */
function isNearlyNamed(db: Db, { words }: NamedColumns, { words: asked }: AskedName): Condition {
  const rows = asked.flatMap(({ word, form, slips }, place) => [
    { place, text: word, slips },
    { place, text: form, slips: Math.min(slips, 1) },
  ]);
  const last = asked.length - 1;
  // Cheap, and leaves few names to compare.
  const pieces = asked.map((_, place) => {
    const likely = rows
      .filter((row) => row.place === place)
      .flatMap(({ text, slips }) => listPieces(text, slips));
    if (place === last) likely.push(...listPieces(rows[place * 2]?.text ?? '', 1));
    return db`and array_to_string(${words}, ' ') like any (${[...new Set(likely)].map((each) => `%${each}%`)}::text[])`;
  });
  return db`true ${pieces.reduce((all, each) => db`${all} ${each}`, db``)} and
    (select count(distinct place) = ${asked.length}
       from unnest(${rows.map(({ place }) => place)}::integer[], ${rows.map(({ text }) => text)}::text[],
                   ${rows.map(({ slips }) => slips)}::integer[]) as asked (place, wanted, slips),
            unnest(${words}) as known
      where known = wanted
         or (slips > 0 and abs(length(known) - length(wanted)) <= slips
             and levenshtein_less_equal(known, wanted, slips) <= slips)
         or (slips > 0 and place = ${last} and length(known) > length(wanted)
             and levenshtein_less_equal(left(known, length(wanted)), wanted, 1) <= 1))`;
}

export function escapeLike(value: string): string {
  return value.replaceAll(/[\\%_]/g, '\\$&');
}

import type { Db } from '../../base/db/connect.ts';
import { irregularWords, linkForms } from '../../engines/search/word-forms.ts';

const cyrillic = /\p{Script=Cyrillic}/u;
/** No dictionary changes a number, and texts are full of new ones. */
const number = /^\d+$/;

/**
 * Stems by the dictionaries of the `russian` configuration: Russian for Cyrillic words, English for others. Stop
 * words have no stem and are not indexed.
 */
export async function findStems(db: Db, words: Iterable<string>): Promise<Map<string, string>> {
  const distinct = new Set(words);
  // Another text may forget what is kept while this one waits, so the result holds its own.
  const found = new Map<string, string | null>();
  for (const word of distinct) {
    const stem = number.test(word) ? word : kept.get(word);
    if (stem !== undefined) found.set(word, stem);
  }
  const missing = [...distinct].filter((word) => !found.has(word));
  if (missing.length > 0) {
    if (kept.size + missing.length > maxKept) kept.clear();
    for (const [word, stem] of await stemWords(db, missing)) {
      found.set(word, stem);
      kept.set(word, stem);
    }
  }
  return new Map([...found].filter((each): each is [string, string] => each[1] !== null));
}

const maxKept = 20_000;
/** The dictionaries do not change, and questions repeat their words. */
const kept = new Map<string, string | null>();

/** Null for stop words. */
async function stemWords(db: Db, distinct: readonly string[]): Promise<Map<string, string | null>> {
  const russian = distinct.filter((word) => cyrillic.test(word));
  const others = distinct.filter((word) => !cyrillic.test(word));
  const rows = await db<{ word: string; stem: string | null }[]>`
    select word, stems[1] as stem
      from (select word, ts_lexize('pg_catalog.russian_stem', word) as stems from unnest(${russian}::text[]) as word
            union all
            select word, ts_lexize('pg_catalog.english_stem', word) from unnest(${others}::text[]) as word) as stemmed`;
  return new Map(rows.map((row) => [row.word, row.stem]));
}

let forms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Stems of other forms of irregular words. Cached: the dictionaries do not change. */
export async function findForms(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  forms ??= linkForms(await findStems(db, irregularWords));
  return forms;
}

import type { Db } from '../../base/db/connect.ts';
import { irregularWords, linkForms } from '../../engines/search/word-forms.ts';

const cyrillic = /\p{Script=Cyrillic}/u;

/**
 * Stems by the dictionaries of the `russian` configuration: Russian for Cyrillic words, English for others. Stop
 * words have no stem and are not indexed.
 */
export async function findStems(db: Db, words: Iterable<string>): Promise<Map<string, string>> {
  const distinct = [...new Set(words)];
  if (distinct.length === 0) return new Map();
  const russian = distinct.filter((word) => cyrillic.test(word));
  const others = distinct.filter((word) => !cyrillic.test(word));
  const rows = await db<{ word: string; stem: string }[]>`
    select word, stems[1] as stem
      from (select word, ts_lexize('pg_catalog.russian_stem', word) as stems from unnest(${russian}::text[]) as word
            union all
            select word, ts_lexize('pg_catalog.english_stem', word) from unnest(${others}::text[]) as word) as stemmed
     where stems[1] is not null`;
  return new Map(rows.map((row) => [row.word, row.stem]));
}

let forms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Stems of other forms of irregular words. Cached: the dictionaries do not change. */
export async function findForms(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  forms ??= linkForms(await findStems(db, irregularWords));
  return forms;
}

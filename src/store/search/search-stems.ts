import type { Db } from '../../base/db/connect.ts';
import { irregularWords, linkForms } from '../../engines/search/word-forms.ts';

const cyrillic = /\p{Script=Cyrillic}/u;

/**
 * The stem of each word by the `russian` configuration's own dictionaries: Russian for Cyrillic words, English for the
 * others. A word without a stem here carries no meaning of its own (и, the) and is not indexed.
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

/** For stems of irregular words the stems of their other forms. Read once: the dictionaries stay as they are. */
export async function findForms(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  forms ??= linkForms(await findStems(db, irregularWords));
  return forms;
}

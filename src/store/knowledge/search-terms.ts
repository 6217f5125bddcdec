import type { Db } from '../../base/db/connect.ts';
import type { QueryWord } from '../../engines/search/ranking.ts';
import {
  chooseCorrections,
  computeRelatedTrust,
  irregularFormTrust,
  listStemCandidates,
  minCorrectedLength,
  type StemCandidate,
} from '../../engines/search/spelling.ts';
import { computeTermId } from '../../engines/search/term-id.ts';
import { computeIdf } from '../../engines/search/term-weight.ts';
import { isMisspeltInterrogative } from '../../engines/search/words.ts';
import { findForms } from '../search/search-stems.ts';
import { passageCountTerm } from './search-statistics.ts';

const maxRelatedWords = 12;
const maxCorrections = 24;
/** Unmerged changes searched for new terms; there are more only during bulk loads. */
const maxUnmergedChanges = 20_000;

interface VocabularyRow {
  stem: string;
  term: string;
  df: number;
  kind: 'self' | 'form' | 'related' | 'misspelt';
}

export interface SearchQuery {
  words: QueryWord[];
  /** Words that no passage has, in any form or spelling. */
  unknown: QueryWord[];
  /** Of a word that no passage has. */
  highestIdf: number;
}

export const emptyQuery: SearchQuery = { words: [], unknown: [], highestIdf: 0 };

/** Expands query stems to index terms: exact, irregular forms, corrections and related words, weighted by IDF. */
export async function expandSearchQuery(
  db: Db,
  asked: ReadonlyMap<string, { word: string; weight: number }>,
): Promise<SearchQuery> {
  const readings = new Map([...asked].map(([stem, { word }]) => [stem, listStemCandidates(stem, word)]));
  const irregular = await findForms(db);
  const forms = [...asked.keys()].flatMap((stem) =>
    [...(irregular.get(stem) ?? [])].map((form) => ({ stem, form })),
  );
  const rows = await findKnownTerms(db, [...asked.keys()], forms);
  const passages = rows.find((row) => row.term === passageCountTerm)?.df ?? 0;
  if (passages <= 0) return emptyQuery;
  const known = new Set(rows.flatMap((row) => (row.kind === 'self' && row.df > 0 ? [row.stem] : [])));
  // A misspelt «правда» asks for nothing, as the right one does not.
  const telling = new Map(
    [...asked].filter(([stem, { word }]) => known.has(stem) || !isMisspeltInterrogative(word)),
  );
  const unknown = [...readings].filter(
    ([stem]) => !known.has(stem) && telling.has(stem) && countLetters(stem) >= minCorrectedLength,
  );
  if (unknown.length > 0) rows.push(...(await findCorrections(db, new Map(unknown))));
  const weigh = (row: { term: string; df: number }, trust: number) => {
    return { term: row.term, trust, idf: computeIdf(passages, row.df) };
  };
  const words = [...(telling.size > 0 ? telling : asked)].map(([stem, { word, weight }]) => {
    const mine = rows.filter((row) => row.stem === stem && row.df > 0);
    const frequency = new Map(mine.map((row) => [row.term, row.df]));
    const own = mine.filter((row) => row.kind === 'self').map((row) => weigh(row, 1));
    const misspelt = mine.filter((row) => row.kind === 'misspelt');
    const corrected = chooseCorrections(
      readings.get(stem) ?? [],
      new Map(misspelt.map((row) => [row.term, row.df])),
    ).map(({ term, trust }) => weigh({ term, df: frequency.get(term) ?? 1 }, trust));
    // A substitute never weighs more than the original or most likely term: otherwise a rare similar word would
    // outweigh it.
    const most = (own[0] ?? corrected[0])?.idf ?? Number.POSITIVE_INFINITY;
    const forms = mine.filter((row) => row.kind === 'form').map((row) => weigh(row, irregularFormTrust));
    const related = mine
      .filter((row) => row.kind === 'related')
      .map((row) => weigh(row, computeRelatedTrust(stem, row.term)))
      .sort((a, b) => b.trust - a.trust)
      .slice(0, maxRelatedWords);
    const terms: typeof own = [];
    for (const each of [...own, ...forms, ...corrected, ...related])
      if (!terms.some(({ term }) => term === each.term))
        terms.push({ ...each, idf: Math.min(each.idf, most) });
    return { word, weight, terms };
  });
  return {
    words: words.filter(({ terms }) => terms.length > 0),
    unknown: words.filter(({ terms }) => terms.length === 0),
    highestIdf: computeIdf(passages, 0),
  };
}

const highest = '\u{10FFFF}';

/** Terms not merged yet; they are few and scanned. */
const freshTerms = (db: Db) => db`
  select term collate "C" as term, reverse(term) collate "C" as reversed, length(term) as letters, sum(delta)::integer as df
    from (select term_id, term, delta from search_term_change limit ${maxUnmergedChanges}) as note
   where not exists (select from search_term where search_term.id = note.term_id)
   group by term having sum(delta) > 0`;

/** The stems themselves, their other forms, and related words, which share a prefix. */
function findKnownTerms(
  db: Db,
  stems: readonly string[],
  forms: readonly { stem: string; form: string }[],
): Promise<VocabularyRow[]> {
  const letters = stems.map(countLetters);
  const beginnings = stems.map((stem, i) =>
    takeLetters(stem, Math.max(3, Math.ceil((letters[i] ?? 0) * 0.6))),
  );
  const exact = [...stems, passageCountTerm].map((stem) => ({ stem, form: stem })).concat(forms);
  return db<VocabularyRow[]>`
    with asked as materialized (
      select * from unnest(${stems}::text[], ${letters}::integer[], ${beginnings}::text[])
        as asked (stem, letters, beginning) where letters >= ${minCorrectedLength}
    ), fresh as materialized (${freshTerms(db)})
    select stem, term,
           (coalesce((select df from search_term where search_term.id = exact.id), 0)
            + coalesce((select sum(delta) from search_term_change where term_id = exact.id), 0))::integer as df,
           case when term = stem then 'self' else 'form' end as kind
      from unnest(${exact.map(({ stem }) => stem)}::text[], ${exact.map(({ form }) => form)}::text[],
                  ${exact.map(({ form }) => computeTermId(form))}::bigint[]) as exact (stem, term, id)
    union all
    select stem, term.term, term.df, 'related' from asked cross join lateral (
      select term, df from search_term
       where search_term.letters = any (array(select generate_series(length(beginning), asked.letters + 4)))
         and term >= beginning and term < beginning || ${highest} and term <> stem
       order by levenshtein_less_equal(term, stem, 6), df desc limit ${maxRelatedWords}) as term
    union all
    select stem, fresh.term, fresh.df, 'related'
      from asked join fresh on fresh.term >= beginning and fresh.term < beginning || ${highest}
                           and fresh.letters <= asked.letters + 4 and fresh.term <> stem`;
}

/**
 * Corrections of unknown stems. A misspelt word keeps its first or second half, so both are prefix searches in an
 * ordered index (the second on reversed terms).
 */
function findCorrections(
  db: Db,
  unknown: ReadonlyMap<string, readonly StemCandidate[]>,
): Promise<VocabularyRow[]> {
  const readings = [...unknown].flatMap(([stem, all]) => all.map((each) => ({ ...each, stem })));
  const half = (text: string) => Math.max(1, Math.floor(countLetters(text) / 2));
  const firstHalves = readings.map(({ text }) => takeLetters(text, half(text)));
  const lastHalves = readings.map(({ text }) => {
    return takeLetters([...text].reverse().join(''), Math.max(1, countLetters(text) - half(text) - 1));
  });
  return db<VocabularyRow[]>`
    with reading as materialized (
      select * from unnest(${readings.map(({ stem }) => stem)}::text[], ${readings.map(({ text }) => text)}::text[],
                           ${readings.map(({ text }) => countLetters(text))}::integer[],
                           ${readings.map(({ allowed }) => allowed)}::integer[],
                           ${firstHalves}::text[], ${lastHalves}::text[])
        as reading (stem, text, letters, allowed, first_half, last_half)
    ), fresh as materialized (${freshTerms(db)})
    select stem, fresh.term, fresh.df, 'misspelt' as kind
      from reading join fresh on fresh.letters between reading.letters - allowed and reading.letters + allowed
                             and (starts_with(fresh.term, first_half) or starts_with(fresh.reversed, last_half))
                             and levenshtein_less_equal(fresh.term, text, allowed + 1) <= allowed + 1
    union all
    select stem, term.term, term.df, 'misspelt' from reading cross join lateral (
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(reading.letters - allowed, reading.letters + allowed)))
          and term >= first_half and term < first_half || ${highest}
          and levenshtein_less_equal(term, text, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, text, allowed + 1), df desc limit ${maxCorrections})
      union all
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(reading.letters - allowed, reading.letters + allowed)))
          and reversed >= last_half and reversed < last_half || ${highest}
          and levenshtein_less_equal(term, text, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, text, allowed + 1), df desc limit ${maxCorrections})) as term`;
}

const countLetters = (text: string) => [...text].length;

function takeLetters(text: string, letters: number): string {
  return [...text].slice(0, letters).join('');
}

import type { Db } from '../../base/db/connect.ts';
import { computeIdf, type QueryWord } from '../../engines/search/ranking.ts';
import {
  chooseCorrections,
  computeRelatedTrust,
  irregularFormTrust,
  listStemCandidates,
  minCorrectedLength,
  type StemCandidate,
} from '../../engines/search/spelling.ts';
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

/** Expands query stems to index terms: exact, irregular forms, corrections and related words, weighted by IDF. */
export async function expandSearchQuery(
  db: Db,
  asked: ReadonlyMap<string, { word: string; weight: number }>,
): Promise<QueryWord[]> {
  const readings = new Map([...asked].map(([stem, { word }]) => [stem, listStemCandidates(stem, word)]));
  const irregular = await findForms(db);
  const forms = [...asked.keys()].flatMap((stem) =>
    [...(irregular.get(stem) ?? [])].map((form) => ({ stem, form })),
  );
  const rows = await findVocabulary(db, readings, forms);
  const passages = rows.find((row) => row.term === passageCountTerm)?.df ?? 0;
  if (passages <= 0) return [];
  const weigh = (row: { term: string; df: number }, trust: number) => {
    return { term: row.term, trust, idf: computeIdf(passages, row.df) };
  };
  return [...asked].flatMap(([stem, { word, weight }]) => {
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
    return terms.length > 0 ? [{ word, weight, terms }] : [];
  });
}

/**
 * Related words share a prefix. A misspelt word keeps its first or second half, so both are prefix searches in an
 * ordered index (the second on reversed terms). Unmerged terms are few and scanned.
 */
function findVocabulary(
  db: Db,
  readings: ReadonlyMap<string, readonly StemCandidate[]>,
  forms: readonly { stem: string; form: string }[],
): Promise<VocabularyRow[]> {
  const highest = '\u{10FFFF}';
  const stems = [...readings.keys()];
  const letters = stems.map(countLetters);
  const beginnings = stems.map((stem, i) =>
    takeLetters(stem, Math.max(3, Math.ceil((letters[i] ?? 0) * 0.6))),
  );
  const misspelt = [...readings].flatMap(([stem, all]) => all.map((each) => ({ ...each, stem })));
  const half = (text: string) => Math.max(2, Math.floor(countLetters(text) / 2));
  const firstHalves = misspelt.map(({ text }) => takeLetters(text, half(text)));
  const lastHalves = misspelt.map(({ text }) => {
    return takeLetters([...text].reverse().join(''), Math.max(2, countLetters(text) - half(text) - 1));
  });
  return db<VocabularyRow[]>`
    with asked as materialized (
      select asked.*, search_term_id(stem) as id
        from unnest(${[...stems, passageCountTerm]}::text[], ${[...letters, 0]}::integer[], ${[...beginnings, '']}::text[])
          as asked (stem, letters, beginning)
    ), reading as materialized (
      select * from unnest(${misspelt.map(({ stem }) => stem)}::text[], ${misspelt.map(({ text }) => text)}::text[],
                           ${misspelt.map(({ text }) => countLetters(text))}::integer[],
                           ${misspelt.map(({ allowed }) => allowed)}::integer[],
                           ${firstHalves}::text[], ${lastHalves}::text[])
        as reading (stem, text, letters, allowed, first_half, last_half)
    ), self as materialized (
      select asked.*,
             (coalesce((select df from search_term where search_term.id = asked.id), 0)
              + coalesce((select sum(delta) from search_term_change where term_id = asked.id), 0))::integer as df
        from asked
    ), fresh as materialized (
      select term collate "C" as term, reverse(term) collate "C" as reversed, length(term) as letters, sum(delta)::integer as df
        from (select term_id, term, delta from search_term_change limit ${maxUnmergedChanges}) as note
       where not exists (select from search_term where search_term.id = note.term_id)
       group by term having sum(delta) > 0
    )
    select stem, stem as term, df, 'self' as kind from self
    union all
    select form.stem, form.form,
           (coalesce((select df from search_term where search_term.id = search_term_id(form.form)), 0)
            + coalesce((select sum(delta) from search_term_change where term_id = search_term_id(form.form)), 0))::integer,
           'form'
      from unnest(${forms.map(({ stem }) => stem)}::text[], ${forms.map(({ form }) => form)}::text[]) as form (stem, form)
    union all
    select stem, term.term, term.df, 'related' from self cross join lateral (
      select term, df from search_term
       where search_term.letters = any (array(select generate_series(length(beginning), self.letters + 4)))
         and term >= beginning and term < beginning || ${highest} and term <> stem
       order by levenshtein_less_equal(term, stem, 6), df desc limit ${maxRelatedWords}) as term
     where self.letters >= ${minCorrectedLength}
    union all
    select stem, fresh.term, fresh.df, 'related'
      from self join fresh on fresh.term >= beginning and fresh.term < beginning || ${highest}
                          and fresh.letters <= self.letters + 4 and fresh.term <> stem
     where self.letters >= ${minCorrectedLength}
    union all
    select self.stem, fresh.term, fresh.df, 'misspelt'
      from self join reading on reading.stem = self.stem
                join fresh on fresh.letters between reading.letters - allowed and reading.letters + allowed
                          and (starts_with(fresh.term, first_half) or starts_with(fresh.reversed, last_half))
                          and levenshtein_less_equal(fresh.term, text, allowed + 1) <= allowed + 1
     where self.letters >= ${minCorrectedLength} and self.df <= 0
    union all
    select self.stem, term.term, term.df, 'misspelt' from self join reading on reading.stem = self.stem cross join lateral (
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
        order by levenshtein_less_equal(term, text, allowed + 1), df desc limit ${maxCorrections})) as term
     where self.letters >= ${minCorrectedLength} and self.df <= 0`;
}

const countLetters = (text: string) => [...text].length;

function takeLetters(text: string, letters: number): string {
  return [...text].slice(0, letters).join('');
}

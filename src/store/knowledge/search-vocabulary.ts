import type { Db } from '../../base/db/connect.ts';
import { minCorrectedLength, type StemCandidate } from '../../engines/search/spelling.ts';
import { computeTermId } from '../../engines/search/term-id.ts';
import { passageCountTerm } from './search-statistics.ts';

export const maxRelatedWords = 12;
const maxCorrections = 24;
/** Unmerged changes searched for new terms; there are more only during bulk loads. */
const maxUnmergedChanges = 20_000;

export interface VocabularyRow {
  stem: string;
  term: string;
  df: number;
  kind: 'self' | 'form' | 'related' | 'misspelt';
}

const highest = '\u{10FFFF}';

/** Terms not merged yet; they are few and scanned. */
const freshTerms = (db: Db) => db`
  select term collate "C" as term, reverse(term) collate "C" as reversed, length(term) as letters, sum(delta)::integer as df
    from (select term_id, term, delta from search_term_change limit ${maxUnmergedChanges}) as note
   where not exists (select from search_term where search_term.id = note.term_id)
   group by term having sum(delta) > 0`;

/** Of the term `exact`, with changes not merged yet. */
const countPassages = (db: Db) => db`(
  select (coalesce((select df from search_term where search_term.id = exact.id), 0)
          + coalesce((select sum(delta) from search_term_change where term_id = exact.id), 0))::integer as df)`;

/** The stems themselves, their other forms, and related words, which share a prefix. */
export function findKnownTerms(
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
    select stem, term, df, case when term = stem then 'self' else 'form' end as kind
      from unnest(${exact.map(({ stem }) => stem)}::text[], ${exact.map(({ form }) => form)}::text[],
                  ${exact.map(({ form }) => computeTermId(form))}::bigint[]) as exact (stem, term, id)
      cross join lateral ${countPassages(db)} as counted
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
 * Terms that the candidates of unknown stems are or resemble. A misspelt word keeps its first or second half, so both
 * are prefix searches in an ordered index (the second on reversed terms).
 */
export function findSimilarTerms(
  db: Db,
  unknown: ReadonlyMap<string, readonly StemCandidate[]>,
): Promise<VocabularyRow[]> {
  const all = [...unknown].flatMap(([stem, candidates]) => candidates.map((each) => ({ ...each, stem })));
  const exact = all.filter(({ allowed }) => allowed === 0);
  const resembled = all.filter(({ allowed }) => allowed > 0);
  const half = (text: string) => Math.max(1, Math.floor(countLetters(text) / 2));
  const firstHalves = resembled.map(({ text }) => takeLetters(text, half(text)));
  const lastHalves = resembled.map(({ text }) => {
    return takeLetters([...text].reverse().join(''), Math.max(1, countLetters(text) - half(text) - 1));
  });
  return db<VocabularyRow[]>`
    with candidate as materialized (
      select * from unnest(${resembled.map(({ stem }) => stem)}::text[], ${resembled.map(({ text }) => text)}::text[],
                           ${resembled.map(({ text }) => countLetters(text))}::integer[],
                           ${resembled.map(({ allowed }) => allowed)}::integer[],
                           ${firstHalves}::text[], ${lastHalves}::text[])
        as candidate (stem, text, letters, allowed, first_half, last_half)
    ), fresh as materialized (${freshTerms(db)})
    select stem, term, df, 'misspelt' as kind
      from (select distinct * from unnest(${exact.map(({ stem }) => stem)}::text[], ${exact.map(({ text }) => text)}::text[],
                                          ${exact.map(({ text }) => computeTermId(text))}::bigint[])
              as exact (stem, term, id)) as exact
      cross join lateral ${countPassages(db)} as counted
     where df > 0
    union all
    select stem, fresh.term, fresh.df, 'misspelt' as kind
      from candidate join fresh on fresh.letters between candidate.letters - allowed and candidate.letters + allowed
                               and (starts_with(fresh.term, first_half) or starts_with(fresh.reversed, last_half))
                               and levenshtein_less_equal(fresh.term, text, allowed + 1) <= allowed + 1
    union all
    select stem, term.term, term.df, 'misspelt' from candidate cross join lateral (
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(candidate.letters - allowed, candidate.letters + allowed)))
          and term >= first_half and term < first_half || ${highest}
          and levenshtein_less_equal(term, text, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, text, allowed + 1), df desc limit ${maxCorrections})
      union all
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(candidate.letters - allowed, candidate.letters + allowed)))
          and reversed >= last_half and reversed < last_half || ${highest}
          and levenshtein_less_equal(term, text, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, text, allowed + 1), df desc limit ${maxCorrections})) as term`;
}

const countLetters = (text: string) => [...text].length;

function takeLetters(text: string, letters: number): string {
  return [...text].slice(0, letters).join('');
}

import type { Db } from '../db/connect.ts';
import { computeIdf, type QuestionWord } from '../search/ranking.ts';
import {
  chooseCorrections,
  countAllowedMistakes,
  shortestCorrected,
  trustRelated,
} from '../search/spelling.ts';
import { everyPassage } from './search-statistics.ts';

const relatedWords = 12;
const correctionsRead = 24;

interface VocabularyRow {
  stem: string;
  term: string;
  df: number;
  kind: 'self' | 'related' | 'misspelt';
}

/** Every stem of the question with the vocabulary's words that may stand for it, rarest weighing most. */
export async function expandQuestion(db: Db, weights: ReadonlyMap<string, number>): Promise<QuestionWord[]> {
  const stems = [...weights.keys()];
  const rows = await findVocabulary(db, stems);
  const passages = rows.find((row) => row.term === everyPassage)?.df ?? 0;
  if (passages <= 0) return [];
  const weigh = (row: { term: string; df: number }, trust: number) => {
    return { term: row.term, trust, idf: computeIdf(passages, row.df) };
  };
  return stems.flatMap((stem) => {
    const mine = rows.filter((row) => row.stem === stem && row.df > 0);
    const frequency = new Map(mine.map((row) => [row.term, row.df]));
    const own = mine.filter((row) => row.kind === 'self').map((row) => weigh(row, 1));
    const corrected = chooseCorrections(
      stem,
      mine.filter((row) => row.kind === 'misspelt').map((row) => row.term),
    ).map(({ term, trust }) => weigh({ term, df: frequency.get(term) ?? 1 }, trust));
    const taken = new Set([...own, ...corrected].map(({ term }) => term));
    // A word that stands in never says more than the one it stands for.
    const most = own[0]?.idf ?? Number.POSITIVE_INFINITY;
    const related = mine
      .filter((row) => row.kind === 'related' && !taken.has(row.term))
      .map((row) => weigh(row, trustRelated(stem, row.term)))
      .map((each) => ({ ...each, idf: Math.min(each.idf, most) }));
    const terms = [...own, ...corrected, ...related];
    return terms.length > 0 ? [{ weight: weights.get(stem) ?? 1, terms }] : [];
  });
}

/**
 * Related words begin alike. A misspelt word keeps its first or its second half, so that both ways are read from an
 * ordered index, and no word needs a look at the whole vocabulary.
 */
function findVocabulary(db: Db, stems: readonly string[]): Promise<VocabularyRow[]> {
  const highest = '\u{10FFFF}';
  const letters = stems.map((stem) => [...stem].length);
  const beginnings = stems.map((stem, i) => cut(stem, Math.max(3, Math.ceil((letters[i] ?? 0) * 0.6))));
  const half = (i: number) => Math.max(2, Math.floor((letters[i] ?? 0) / 2));
  const firstHalves = stems.map((stem, i) => cut(stem, half(i)));
  const lastHalves = stems.map((stem, i) => {
    return cut([...stem].reverse().join(''), Math.max(2, (letters[i] ?? 0) - half(i) - 1));
  });
  const allowed = letters.map(countAllowedMistakes);
  return db<VocabularyRow[]>`
    with asked as materialized (
      select asked.*, search_term_id(stem) as id
        from unnest(${[...stems, everyPassage]}::text[], ${[...letters, 0]}::integer[], ${[...beginnings, '']}::text[],
                    ${[...firstHalves, '']}::text[], ${[...lastHalves, '']}::text[], ${[...allowed, 0]}::integer[])
          as asked (stem, letters, beginning, first_half, last_half, allowed)
    ), self as materialized (
      select asked.*,
             (coalesce((select df from search_term where search_term.id = asked.id), 0)
              + coalesce((select sum(delta) from search_term_change where term_id = asked.id), 0))::integer as df
        from asked
    )
    select stem, stem as term, df, 'self' as kind from self
    union all
    select stem, term.term, term.df, 'related' from self cross join lateral (
      select term, df from search_term
       where search_term.letters = any (array(select generate_series(length(beginning), self.letters + 4)))
         and term >= beginning and term < beginning || ${highest} and term <> stem
       order by levenshtein_less_equal(term, stem, 6), df desc limit ${relatedWords}) as term
     where self.letters >= ${shortestCorrected}
    union all
    select stem, term.term, term.df, 'misspelt' from self cross join lateral (
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(self.letters - allowed, self.letters + allowed)))
          and term >= first_half and term < first_half || ${highest}
          and levenshtein_less_equal(term, stem, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, stem, allowed + 1) limit ${correctionsRead})
      union all
      (select term, df from search_term
        where search_term.letters = any (array(select generate_series(self.letters - allowed, self.letters + allowed)))
          and reversed >= last_half and reversed < last_half || ${highest}
          and levenshtein_less_equal(term, stem, allowed + 1) <= allowed + 1
        order by levenshtein_less_equal(term, stem, allowed + 1) limit ${correctionsRead})) as term
     where self.letters >= ${shortestCorrected} and self.df <= 0`;
}

function cut(text: string, letters: number): string {
  return [...text].slice(0, letters).join('');
}

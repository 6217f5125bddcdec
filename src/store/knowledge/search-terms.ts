import type { Db } from '../../base/db/connect.ts';
import type { QueryWord } from '../../engines/search/ranking.ts';
import {
  chooseCorrections,
  computeRelatedTrust,
  irregularFormTrust,
  isDerived,
  listNearWords,
  listStemCandidates,
  minCorrectedLength,
} from '../../engines/search/spelling.ts';
import { computeIdf } from '../../engines/search/term-weight.ts';
import { loadWordSet, type WordSet } from '../../engines/search/word-set.ts';
import { isMisspeltInterrogative } from '../../engines/search/words.ts';
import { findForms, findStems } from '../search/search-stems.ts';
import { passageCountTerm } from './search-statistics.ts';
import { findKnownTerms, findSimilarTerms, maxRelatedWords } from './search-vocabulary.ts';

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
  stemWords: ReadonlyMap<string, { word: string; weight: number }>,
): Promise<SearchQuery> {
  const irregular = await findForms(db);
  const forms = [...stemWords.keys()].flatMap((stem) =>
    [...(irregular.get(stem) ?? [])].map((form) => ({ stem, form })),
  );
  const rows = await findKnownTerms(db, [...stemWords.keys()], forms);
  const passages = rows.find((row) => row.term === passageCountTerm)?.df ?? 0;
  if (passages <= 0) return emptyQuery;
  const known = new Set(rows.flatMap((row) => (row.kind === 'self' && row.df > 0 ? [row.stem] : [])));
  const language = await loadWordSet();
  // A misspelt «правда» asks for nothing, as the right one does not.
  const telling = new Map(
    [...stemWords].filter(
      ([stem, { word }]) => known.has(stem) || language.has(word) || !isMisspeltInterrogative(word),
    ),
  );
  const misspelt = [...telling].filter(
    ([stem, { word }]) => !known.has(stem) && stem.length >= minCorrectedLength && !language.has(word),
  );
  const corrections = await findCorrections(
    db,
    misspelt.map(([stem, { word }]) => ({ stem, word })),
    language,
  );
  const weigh = (row: { term: string; df: number }, trust: number) => {
    return { term: row.term, trust, idf: computeIdf(passages, row.df), df: row.df };
  };
  const words = [...(telling.size > 0 ? telling : stemWords)].map(([stem, { word, weight }]) => {
    const mine = rows.filter((row) => row.stem === stem && row.df > 0);
    const own = mine.filter((row) => row.kind === 'self').map((row) => weigh(row, 1));
    const corrected = (corrections.get(stem) ?? []).map((row) => weigh(row, row.trust));
    // A substitute never weighs more than the original or most likely term: otherwise a rare similar word would
    // outweigh it.
    const most = (own[0] ?? corrected[0])?.idf;
    const forms = mine.filter((row) => row.kind === 'form').map((row) => weigh(row, irregularFormTrust));
    const related = mine
      .filter(
        (row) =>
          row.kind === 'related' && (most !== undefined || isDerived(stem, row.term, language.has(word))),
      )
      .map((row) => weigh(row, computeRelatedTrust(stem, row.term)))
      .sort((a, b) => b.trust - a.trust)
      .slice(0, maxRelatedWords);
    const terms: typeof own = [];
    for (const each of [...own, ...forms, ...corrected, ...related])
      if (!terms.some(({ term }) => term === each.term))
        terms.push({ ...each, idf: Math.min(each.idf, most ?? each.idf) });
    return { word, weight, terms };
  });
  return {
    words: words.filter(({ terms }) => terms.length > 0),
    unknown: words.filter(({ terms }) => terms.length === 0),
    highestIdf: computeIdf(passages, 0),
  };
}

/** Corrections of words that neither a passage nor the language has, by stem. */
async function findCorrections(
  db: Db,
  misspelt: readonly { stem: string; word: string }[],
  language: WordSet,
): Promise<Map<string, { term: string; df: number; trust: number }[]>> {
  if (misspelt.length === 0) return new Map();
  const tried = misspelt.map(({ stem, word }) => {
    return { stem, word, near: listNearWords(word, (text) => language.has(text)) };
  });
  const stems = await findStems(
    db,
    tried.flatMap(({ near }) => near.map(({ text }) => text)),
  );
  const candidates = new Map(
    tried.map(({ stem, word, near }) => [stem, listStemCandidates(stem, word, near, stems)]),
  );
  const rows = await findSimilarTerms(db, candidates);
  return new Map(
    misspelt.map(({ stem, word }) => {
      const frequency = new Map(
        rows.flatMap((row) => (row.stem === stem && row.df > 0 ? [[row.term, row.df]] : [])),
      );
      const chosen = chooseCorrections(word, candidates.get(stem) ?? [], frequency);
      return [stem, chosen.map((each) => ({ ...each, df: frequency.get(each.term) ?? 1 }))];
    }),
  );
}

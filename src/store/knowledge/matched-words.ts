import type { Db } from '../../base/db/connect.ts';
import { findAnswerSentence, type WordValue } from '../../engines/search/answer-sentence.ts';
import { measureEditDistance } from '../../engines/search/edit-distance.ts';
import { computeTermValue, type QueryWord, sumQueryValues } from '../../engines/search/ranking.ts';
import { splitWords } from '../../engines/search/words.ts';
import { findStems } from '../search/search-stems.ts';
import { parseSearchQuery } from './search-query.ts';

/** A word of the query and the word searched for: itself or its correction. */
export interface SearchedWord {
  asked: string;
  meant: string;
}

export interface MatchedWords {
  /** Per passage, the words that match the query in any form or corrected; for highlighting. */
  found: string[][];
  /** Per passage, the sentence that has most of what the query asks for; null if none stands out. */
  sentences: (string | null)[];
  sought: SearchedWord[];
  /** Words of the query that no article has, and for which no passage has another. */
  unknown: string[];
}

export async function findMatchedWords(
  db: Db,
  question: string,
  passages: readonly { title: string; text: string }[],
): Promise<MatchedWords> {
  const words = passages.map(({ text }) => [...new Set(splitWords(text))]);
  const [{ words: queryWords, unknown }, stems] = await Promise.all([
    parseSearchQuery(db, question),
    findStems(db, [...words.flat(), ...passages.flatMap(({ title }) => splitWords(title))]),
  ]);
  const values = indexTermValues(queryWords);
  const findValue = (word: string) => values.get(stems.get(word) ?? '');
  const weighed = { value: sumQueryValues(queryWords), find: findValue };
  const found = words.map((all) => all.filter((word) => findValue(word) !== undefined));
  const sought = queryWords.map((word) => describeSearchedWord(word, found.flat(), stems));
  return {
    found,
    sentences: passages.map((passage) => findAnswerSentence(passage, weighed)),
    sought: sought.flatMap((word) => word ?? []),
    unknown: [...queryWords.filter((_, place) => sought[place] === undefined), ...unknown].flatMap(
      ({ word }) => word ?? [],
    ),
  };
}

function indexTermValues(queryWords: readonly QueryWord[]): Map<string, WordValue> {
  const values = new Map<string, WordValue>();
  queryWords.forEach((word, index) => {
    for (const each of word.terms) {
      const value = computeTermValue(word, each);
      const known = values.get(each.term);
      if (known === undefined || value > known.value) values.set(each.term, { asked: index, value });
    }
  });
  return values;
}

/** Stems are not displayable: shows the found form most similar to the query word. */
function describeSearchedWord(
  { word: asked, terms }: QueryWord,
  found: readonly string[],
  stems: ReadonlyMap<string, string>,
): SearchedWord | undefined {
  const best = terms.toSorted((a, b) => b.trust - a.trust);
  if (asked === undefined || best.length === 0) return undefined;
  if (best[0]?.trust === 1) return { asked, meant: asked };
  const [meant] = best.flatMap(({ term }) =>
    [...new Set(found)]
      .filter((word) => stems.get(word) === term)
      .sort((a, b) => measureEditDistance(a, asked) - measureEditDistance(b, asked)),
  );
  return meant === undefined ? undefined : { asked, meant };
}

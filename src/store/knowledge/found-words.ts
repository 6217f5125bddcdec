import type { Db } from '../../db/connect.ts';
import { splitWords } from '../../search/words.ts';
import { readQuestion } from './search-query.ts';
import { findStems } from './search-stems.ts';

/** Of each text, its words that the question meant, corrected and in any form: what a page marks. */
export async function findWordsMeant(
  db: Db,
  question: string,
  texts: readonly string[],
): Promise<string[][]> {
  const words = texts.map((text) => [...new Set(splitWords(text))]);
  const [asked, stems] = await Promise.all([readQuestion(db, question), findStems(db, words.flat())]);
  const meant = new Set(asked.flatMap(({ terms }) => terms.map(({ term }) => term)));
  return words.map((all) => all.filter((word) => meant.has(stems.get(word) ?? '')));
}

import type { Db } from '../../base/db/connect.ts';
import type { NameQuery, NameQueryWord } from '../../engines/search/name-match.ts';
import { type Condition, listCandidatePieces, matchesWordFuzzily } from '../search/name-search.ts';

/** Length of the longest piece that word_pieces() makes. */
const pieceLength = 3;
/** With more similar words than this, scanning the places fills a page soon enough. */
const maxSimilarWords = 1000;

/**
 * Prefilter on `place p` fulfilled by every place whose name matches all words: uses the index on the word with the
 * fewest similar words.
 */
export async function prefilterPlaces(db: Db, { words }: NameQuery): Promise<{ condition: Condition }> {
  let rarest: string[] | undefined;
  for (const [place, word] of words.entries()) {
    const like = await listSimilarWords(db, word, place === words.length - 1);
    if (like.length <= maxSimilarWords && like.length <= (rarest?.length ?? maxSimilarWords)) rarest = like;
  }
  if (rarest === undefined) return { condition: db`true` };
  // One index lookup per word: with all words at once the index rechecks each of them for every place.
  const found = db`
    select found.id from unnest(${rarest}::text[]) as rare (word) join place found on found.name_words @> array[rare.word]`;
  return { condition: db`p.id = any(array(${found}))` };
}

/** Words of place names within the edit distance of the search word. */
async function listSimilarWords(db: Db, queryWord: NameQueryWord, isLast: boolean): Promise<string[]> {
  const likely = listCandidatePieces(queryWord, isLast).map((piece) =>
    [...piece].slice(0, pieceLength).join(''),
  );
  const pieces = [...new Set(likely)];
  // Without an edit distance the word itself is looked up. An empty piece (half of a one-letter word) matches every
  // word.
  const isWhole = queryWord.typos === 0 || pieces.includes('');
  const isPieced = isWhole ? db`true` : db`word_pieces(known.word) && ${pieces}::text[]`;
  const rows = await db<{ word: string }[]>`
    select known.word from place_word known
     where ${isPieced} and ${matchesWordFuzzily(db, db`known.word`, queryWord, isLast)} limit ${maxSimilarWords + 1}`;
  return rows.map(({ word }) => word);
}

import type { Db } from '../../base/db/connect.ts';
import type { AskedName, AskedWord } from '../../engines/search/name-match.ts';
import { type Condition, isLike, listLikelyPieces } from '../search/name-search.ts';

/** As long as the longest that word_pieces() makes. */
const pieceLength = 3;
/** A word that is like more of them than this is in so many names that walking over the places soon finds a page. */
const mostLike = 1000;

/**
 * Condition on `place p` that holds of every place whose name has a word like each of these: it is one of those that the
 * rarest of them leads to.
 */
export async function narrowPlaces(db: Db, { words }: AskedName): Promise<{ condition: Condition }> {
  let rarest: string[] | undefined;
  for (const [place, word] of words.entries()) {
    const like = await listLike(db, word, place === words.length - 1);
    if (like.length <= mostLike && like.length <= (rarest?.length ?? mostLike)) rarest = like;
  }
  if (rarest === undefined) return { condition: db`true` };
  // Word by word: asked for many at once, the index compares each of them with every place it finds.
  const found = db`
    select found.id from unnest(${rarest}::text[]) as rare (word) join place found on found.name_words @> array[rare.word]`;
  return { condition: db`p.id = any(array(${found}))` };
}

/** Words that places are called by, as far from the one asked for as slips allow. */
async function listLike(db: Db, asked: AskedWord, isLast: boolean): Promise<string[]> {
  const likely = listLikelyPieces(asked, isLast).map((piece) => [...piece].slice(0, pieceLength).join(''));
  const pieces = [...new Set(likely)];
  // A word without slips is found by itself. Half of a single letter is nothing, which stands in every word.
  const isWhole = asked.slips === 0 || pieces.includes('');
  const isPieced = isWhole ? db`true` : db`word_pieces(known.word) && ${pieces}::text[]`;
  const rows = await db<{ word: string }[]>`
    select known.word from place_word known
     where ${isPieced} and ${isLike(db, db`known.word`, asked, isLast)} limit ${mostLike + 1}`;
  return rows.map(({ word }) => word);
}

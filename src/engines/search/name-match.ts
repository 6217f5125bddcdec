import { splitWords } from './words.ts';

/** A name as somebody typed it into a search field. */
export interface AskedName {
  /** The whole, in lower case and with е for ё. */
  part: string;
  words: AskedWord[];
}

export interface AskedWord {
  word: string;
  /** The stem; of a word that has none, the word. */
  form: string;
  /** How many slips the word may hold. */
  slips: number;
}

const [latin, cyrillic] = ['aceopxykmhtb', 'асеорхукмнтв'];
/** Nobody names a thing with more words. */
const mostWords = 12;

/** The same as name_words() does in the database: СНТ and CHT are one word. */
function foldLookAlikes(word: string): string {
  return word.replace(/[aceopxykmhtb]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);
}

/** Short words are too like each other to be guessed. */
function countSlips(letters: number): number {
  return letters < 4 ? 0 : letters < 7 ? 1 : 2;
}

export function splitNameWords(q: string): string[] {
  return [...new Set(splitWords(q))].slice(0, mostWords);
}

export function readName(q: string, stems: ReadonlyMap<string, string>): AskedName {
  const words = splitNameWords(q).map((word) => ({
    word: foldLookAlikes(word),
    form: foldLookAlikes(stems.get(word) ?? word),
    slips: countSlips(word.length),
  }));
  return { part: q.toLowerCase().replaceAll('ё', 'е'), words };
}

/**
 * Pieces of a word of which one stays whole whatever the slips: a slip spoils one piece, and there is one more of them.
 * A name without any of them need not be compared letter by letter.
 */
export function listPieces(word: string, slips: number): string[] {
  const letters = [...word];
  const size = letters.length / (slips + 1);
  return Array.from({ length: slips + 1 }, (_, piece) =>
    letters.slice(Math.round(piece * size), Math.round((piece + 1) * size)).join(''),
  );
}

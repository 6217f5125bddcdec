import { splitWords } from './words.ts';

/** A name as typed into a search field. */
export interface AskedName {
  /** The whole, in lower case and with е for ё. */
  part: string;
  words: AskedWord[];
}

export interface AskedWord {
  word: string;
  /** The stem, or the word itself if it has none. */
  form: string;
  /** Number of tolerated typos. */
  slips: number;
}

const [latin, cyrillic] = ['aceopxykmhtb', 'асеорхукмнтв'];
const mostWords = 12;

/** Like name_words() in the database: СНТ (Cyrillic) and CHT (Latin) are the same word. */
function foldLookAlikes(word: string): string {
  return word.replace(/[aceopxykmhtb]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);
}

/** Short words are too similar to each other to be corrected. */
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
 * Splits a word into slips + 1 pieces, of which at least one is unaffected by the typos (pigeonhole principle). Names
 * that contain none of them need no edit distance.
 */
export function listPieces(word: string, slips: number): string[] {
  const letters = [...word];
  const size = letters.length / (slips + 1);
  return Array.from({ length: slips + 1 }, (_, piece) =>
    letters.slice(Math.round(piece * size), Math.round((piece + 1) * size)).join(''),
  );
}

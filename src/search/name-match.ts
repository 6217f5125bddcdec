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

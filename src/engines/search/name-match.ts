import { splitWords } from './words.ts';

/** A name as typed into a search field. */
export interface NameQuery {
  /** The whole, in lower case and with е for ё. */
  part: string;
  words: NameQueryWord[];
}

export interface NameQueryWord {
  word: string;
  /** The stem, or the word itself if it has none. */
  form: string;
  /** Number of tolerated typos. */
  typos: number;
}

const [latin, cyrillic] = ['aceopxykmhtb', 'асеорхукмнтв'];
const maxWords = 12;

/** Like name_words() in the database: СНТ (Cyrillic) and CHT (Latin) are the same word. */
function foldHomoglyphs(word: string): string {
  return word.replace(/[aceopxykmhtb]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);
}

/** Short words are too similar to each other to be corrected. */
function countAllowedTypos(letters: number): number {
  return letters < 4 ? 0 : letters < 7 ? 1 : 2;
}

export function splitNameWords(q: string): string[] {
  return [...new Set(splitWords(q))].slice(0, maxWords);
}

export function parseNameQuery(q: string, stems: ReadonlyMap<string, string>): NameQuery {
  const words = splitNameWords(q).map((word) => ({
    word: foldHomoglyphs(word),
    form: foldHomoglyphs(stems.get(word) ?? word),
    typos: countAllowedTypos(word.length),
  }));
  return { part: q.toLowerCase().replaceAll('ё', 'е'), words };
}

/**
 * Splits a word into typos + 1 pieces, of which at least one is unaffected by the typos (pigeonhole principle). Names
 * that contain none of them need no edit distance.
 */
export function splitIntoPieces(word: string, typos: number): string[] {
  const letters = [...word];
  const size = letters.length / (typos + 1);
  return Array.from({ length: typos + 1 }, (_, piece) =>
    letters.slice(Math.round(piece * size), Math.round((piece + 1) * size)).join(''),
  );
}

import { readFile } from 'node:fs/promises';

/** Bits set for each word. */
const hashes = 11;

/**
 * A Bloom filter: has every word that was added, and takes about one in two thousand others for one of them.
 */
export class WordSet {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(word: string): void {
    this.#visitBits(word, (byte, mask) => {
      this.bytes[byte] = (this.bytes[byte] as number) | mask;
      return true;
    });
  }

  has(word: string): boolean {
    return this.#visitBits(word, (byte, mask) => ((this.bytes[byte] as number) & mask) !== 0);
  }

  /** Two hashes give all of them (Kirsch and Mitzenmacher, 2006); stops at the first refusal. */
  #visitBits(word: string, visit: (byte: number, mask: number) => boolean): boolean {
    const first = hashWord(word, 0x811c9dc5);
    const second = hashWord(word, 0x9e3779b9) | 1;
    for (let index = 0; index < hashes; index += 1) {
      const bit = ((first + Math.imul(index, second)) >>> 0) % (this.bytes.length * 8);
      if (!visit(bit >>> 3, 1 << (bit & 7))) return false;
    }
    return true;
  }
}

/** FNV-1a over UTF-16 units with a final mix. */
function hashWord(word: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

let loaded: Promise<WordSet> | undefined;

/** All forms of Russian and English words, as normaliseWords gives them; made by scripts/make-word-set.ts. */
export function loadWordSet(): Promise<WordSet> {
  loaded ??= readFile(new URL('./word-set.bin', import.meta.url)).then((bytes) => new WordSet(bytes));
  return loaded;
}

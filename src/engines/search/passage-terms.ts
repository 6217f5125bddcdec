/** A passage as ranking reads it: stems as numbers, which are compared and counted faster than texts. */
export interface PassageTerms {
  terms: Int32Array;
  /** Where each sentence ends, as an index into the terms. */
  ends: Int32Array;
  title: ReadonlySet<number>;
  /** Equal for passages under the same title; empty without one. */
  titleKey: string;
  length: number;
}

/** Numbers of stems, given as they are met. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Reads stems as they are stored: in reading order, one line a sentence. */
export function readPassageTerms(
  stored: { lexemes: string; titleLexemes: string; length: number },
  numbers: TermNumbers,
): PassageTerms {
  const terms: number[] = [];
  const ends: number[] = [];
  for (const sentence of stored.lexemes.split('\n')) {
    for (const term of sentence.split(' ')) terms.push(numbers.numberOf(term));
    ends.push(terms.length);
  }
  return {
    terms: Int32Array.from(terms),
    ends: Int32Array.from(ends),
    title: new Set(stored.titleLexemes.split(' ').map((term) => numbers.numberOf(term))),
    titleKey: stored.titleLexemes,
    length: stored.length,
  };
}

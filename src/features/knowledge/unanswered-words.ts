import { weighQueryWords } from '../../engines/search/words.ts';

/** A longer question tells of the person who asks. */
const maxWords = 6;
const shortestTelling = 4;

/**
 * What is kept of a question that nothing answers, without what may tell of a person: numbers, addresses, and names,
 * which people write with a capital letter. Null: nothing.
 */
export function chooseKeptWords(question: string): string | null {
  const tokens = question.trim().split(/\s+/);
  const plain = tokens.filter(
    (token, place) => !/[\d@/]|\p{L}[._]\p{L}/u.test(token) && (place === 0 || !/^\P{L}*\p{Lu}/u.test(token)),
  );
  const words = [...weighQueryWords(plain.join(' ')).keys()];
  const isTelling = words.length <= maxWords && words.some(({ length }) => length >= shortestTelling);
  return isTelling ? words.join(' ') : null;
}

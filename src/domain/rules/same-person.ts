import { nameKey } from './recorded-people.ts';

/**
 * Whether two names of one plot are likely of one person: every word of the shorter one stands in the other, in any
 * order, written out or as an initial. Two words have to agree, one of them written out in both: a household shares its
 * surname.
 */
export function isLikelySameName(one: string, other: string): boolean {
  const [few, many] = [splitName(one), splitName(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (few.length < 2) return false;
  const left = [...many];
  let writtenOut = 0;
  // Whole words first: an initial must not take the word that another one is.
  for (const word of [...few].sort((a, b) => b.length - a.length)) {
    const exact = left.indexOf(word);
    const at =
      exact >= 0 ? exact : left.findIndex((each) => isInitialOf(word, each) || isInitialOf(each, word));
    if (at < 0) return false;
    if (exact >= 0 && word.length > 1) writtenOut += 1;
    left.splice(at, 1);
  }
  return writtenOut > 0;
}

const splitName = (name: string) =>
  nameKey(name)
    .split(/[\s.,]+/)
    .filter((word) => /\p{L}/u.test(word));

const isInitialOf = (short: string, word: string) => short.length === 1 && word.startsWith(short);

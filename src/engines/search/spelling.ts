import { listAlikeLetters, measureEditDistance, measureWeightedDistance } from './edit-distance.ts';

export function countCommonPrefix(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

export const minCorrectedLength = 4;
const maxCorrections = 3;
const relatedTrust = 0.75;
/** Confidence of another form of an irregular word (won, win). */
export const irregularFormTrust = 0.8;

/** From this length on, two typos are tolerated. */
const longWord = 9;
/** In shorter words any other letter gives another word: only likely typos are. */
const shortestFree = 6;
const shortestRoot = 5;
const frequencyWeight = 0.15;
/** Decay of confidence with the distance to the likeliest correction. */
const trustDecay = 0.3;
/** A typo near the end keeps the stemmer from removing the ending, so words of the language are tried there. */
const endingLetters = 4;
const soundCost = 0.5;

/** What a misspelt word may have been: a stem, and the number of typos that it may still contain. */
export interface StemCandidate {
  text: string;
  allowed: number;
  cost: number;
}

interface Variants {
  /** Words of the language that sound like the typed one: one of them was meant. */
  sound: string[];
  /** Words of the language with one other letter near the end. */
  ending: string[];
}

export function listVariants(word: string, isWord: (text: string) => boolean): Variants {
  const sound = new Set<string>();
  const ending = new Set<string>();
  const alphabet = /[а-я]/.test(word) ? 'абвгдежзийклмнопрстуфхцчшщъыьэюя' : 'abcdefghijklmnopqrstuvwxyz';
  for (let at = 0; at <= word.length; at += 1) {
    const [before, letter = '', next = ''] = [word.slice(0, at), word[at], word[at + 1]];
    const after = word.slice(at + 1);
    for (const other of listAlikeLetters(letter)) sound.add(before + other + after);
    if (letter === next || 'ьъ'.includes(letter)) sound.add(before + after);
    for (const more of [letter, 'ь']) if (at > 0) sound.add(before + more + letter + after);
    if (at < Math.max(1, word.length - endingLetters)) continue;
    for (const other of alphabet) ending.add(before + other + after).add(before + other + letter + after);
    ending.add(before + after).add(before + next + letter + after.slice(1));
  }
  const choose = (texts: Set<string>) => [...texts].filter((text) => text !== word && isWord(text));
  return { sound: choose(sound), ending: choose(ending) };
}

/** `stems`: those of the variants. */
export function listStemCandidates(
  stem: string,
  word: string,
  { sound, ending }: Variants,
  stems: ReadonlyMap<string, string>,
): StemCandidate[] {
  const exact = (words: readonly string[], cost: number) =>
    words.flatMap((each) => ({ text: stems.get(each) ?? each, allowed: 0, cost }));
  if (sound.length > 0) return exact(sound, soundCost);
  return [{ text: stem, allowed: word.length < longWord ? 1 : 2, cost: 0 }, ...exact(ending, 1)];
}

/** The likeliest corrections of an unknown word, each with a confidence; frequent words are more likely. */
export function chooseCorrections(
  word: string,
  candidates: readonly StemCandidate[],
  vocabulary: ReadonlyMap<string, number>,
): { term: string; trust: number }[] {
  const chosen = [...vocabulary]
    .map(([term, df]) => {
      const cost = Math.min(...candidates.map((candidate) => measureCandidate(word, candidate, term)));
      return { term, cost, odds: cost - frequencyWeight * Math.log(Math.max(df, 1)) };
    })
    .filter(({ cost }) => cost > 0 && cost < word.length)
    .sort((a, b) => a.odds - b.odds || (a.term < b.term ? -1 : 1))
    .slice(0, maxCorrections);
  const best = chosen[0]?.odds ?? 0;
  return chosen.map(({ term, cost, odds }) => {
    return { term, trust: (1 - cost / word.length) * Math.exp(trustDecay * (best - odds)) };
  });
}

function measureCandidate(word: string, { text, allowed, cost }: StemCandidate, term: string): number {
  if (allowed === 0) return text === term ? cost : Number.POSITIVE_INFINITY;
  const [first = '', other = ''] = [text[0], term[0]];
  if (first !== other && !listAlikeLetters(first).includes(other)) return Number.POSITIVE_INFINITY;
  if (Math.abs(term.length - text.length) > allowed) return Number.POSITIVE_INFINITY;
  if (measureEditDistance(text, term) > allowed) return Number.POSITIVE_INFINITY;
  const distance = cost + measureWeightedDistance(text, term);
  return distance >= 1 && word.length < shortestFree ? Number.POSITIVE_INFINITY : distance;
}

/** Confidence of a related word (строить, строительство), by the length of the common prefix. */
export function computeRelatedTrust(stem: string, term: string): number {
  return (relatedTrust * countCommonPrefix(stem, term)) / Math.max(stem.length, term.length);
}

/** Whether the two are likely of one origin, so that one may stand for the other where no passage has that. */
export function isDerived(stem: string, term: string): boolean {
  const common = countCommonPrefix(stem, term);
  return common >= shortestRoot && common >= Math.min(stem.length, term.length) - 1;
}

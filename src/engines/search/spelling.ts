import { measureEditDistance, measureWeightedDistance, soundsAlike } from './edit-distance.ts';

function countCommonPrefix(a: string, b: string): number {
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
/** What sounds like a word of the language was meant as that; in longer words other typos are as likely. */
const shortestUnsure = 7;
const soundCost = 0.5;

/** What a misspelt word may have been, as a stem or in full, and the number of typos that it may still contain. */
export interface StemCandidate {
  text: string;
  allowed: number;
  cost: number;
}

/** Words of the language that are one typo away; of a short word only those that sound like it, if there are any. */
export function listNearWords(word: string, isWord: (text: string) => boolean): StemCandidate[] {
  const alphabet = /[а-я]/.test(word) ? 'абвгдежзийклмнопрстуфхцчшщъыьэюя' : 'abcdefghijklmnopqrstuvwxyz';
  const texts = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)];
    for (const other of alphabet) {
      if (at > 0) texts.add(before + other + letter + after);
      if (at > 0 || hasSameStart(letter, other)) texts.add(before + other + after);
    }
    if (at > 0) texts.add(before + after).add(before + (after[0] ?? '') + letter + after.slice(1));
  }
  texts.delete(word);
  const near = [...texts]
    .filter(isWord)
    .map((text) => ({ text, allowed: 0, cost: measureWeightedDistance(word, text) }))
    .filter(({ cost }) => isLikely(word, cost));
  const sound = near.filter(({ cost }) => cost <= soundCost);
  return sound.length > 0 && word.length < shortestUnsure ? sound : near;
}

const hasSameStart = ([a = '']: string, [b = '']: string) =>
  a === b || (/[аеиоуыэюя]/.test(a) && soundsAlike(a, b));

const isLikely = (word: string, cost: number) => cost < 1 || word.length >= shortestFree;

/** `stems`: those of the near words. */
export function listStemCandidates(
  stem: string,
  word: string,
  near: readonly StemCandidate[],
  stems: ReadonlyMap<string, string>,
): StemCandidate[] {
  const exact = near.map((each) => ({ ...each, text: stems.get(each.text) ?? each.text }));
  const isMeant = word.length < shortestUnsure && near.some(({ cost }) => cost <= soundCost);
  return isMeant ? exact : [{ text: stem, allowed: word.length < longWord ? 1 : 2, cost: 0 }, ...exact];
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
  const isNear = Math.abs(term.length - text.length) <= allowed && hasSameStart(text, term);
  if (!isNear || measureEditDistance(text, term) > allowed) return Number.POSITIVE_INFINITY;
  const distance = measureWeightedDistance(text, term);
  return isLikely(word, distance) ? distance : Number.POSITIVE_INFINITY;
}

/** Confidence of a related word (строить, строительство), by the length of the common prefix. */
export function computeRelatedTrust(stem: string, term: string): number {
  return (relatedTrust * countCommonPrefix(stem, term)) / Math.max(stem.length, term.length);
}

/**
 * Whether the two are likely of one origin, so that the term may stand for a stem that no passage has. A name loses its
 * ending with the stem («Чехов» is stemmed to «чех», «Чехова» to «чехов»); of a word that the language does not have, a
 * shorter stem is enough.
 */
export function isDerived(stem: string, term: string, isInLanguage: boolean): boolean {
  const common = countCommonPrefix(stem, term);
  if (/^(ов|ев|ин)$/.test(stem.slice(common)) && common === term.length) return true;
  if (!isInLanguage && common === stem.length) return true;
  const least = Math.min(stem.length, term.length) - 1;
  return common >= Math.max(shortestRoot, isInLanguage ? stem.length - 2 : 0, least);
}

import { measureEditDistance } from './edit-distance.ts';

/**
 * Normalizes as the index does: lower case, without stress marks and soft hyphens, ё as е, so that spelling variants
 * match.
 */
export function normaliseWords(text: string): string {
  return stripMarks(text).toLowerCase().replaceAll('ё', 'е');
}

function stripMarks(text: string): string {
  return text.normalize('NFKC').replace(/[\u0300\u0301\u00AD\u200B-\u200D]/g, '');
}

const word = /[\p{L}\p{N}]+/gu;
/** Longer runs are URLs, hashes or noise. */
const maxWordLength = 40;

export function splitWords(text: string): string[] {
  return (normaliseWords(text).match(word) ?? []).filter((found) => found.length <= maxWordLength);
}

/** Sentences serve as a measure of proximity: splitting at an abbreviation does no harm. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?;…])\s+|\n+/u).filter((sentence) => sentence.trim() !== '');
}

const interrogatives = new Set(
  (
    'какой какая какое какие какого какому каким какими какую каких какова каков каково каковы сколько кто что когда где ' +
    'почему зачем как откуда куда чем чему чего кого кому который которая которое которые правда ли является являются ' +
    'являлся считается существует существуют бывает был была было были есть можно нужно назовите ' +
    'what which who whom whose when where why how many much did does do is are was were can name'
  ).split(' '),
);

/** Shorter ones are one edit away from too many words. */
const shortestCorrected = 5;

/** Expects a word that no passage has. */
export function isMisspeltInterrogative(unknown: string): boolean {
  return [...interrogatives].some(
    (each) => each.length >= shortestCorrected && measureEditDistance(each, unknown) <= 1,
  );
}

const nameWeight = 1.25;
const predicateWeight = 0.55;
const maxQueryWords = 40;

/**
 * Query words by weight, without interrogatives. Names weigh more; the predicate before «ли» weighs less: «Вреден ли
 * цинк?» is about zinc.
 */
export function weighQueryWords(question: string): Map<string, number> {
  const written = (stripMarks(question).match(word) ?? []).filter((each) => each.length <= maxWordLength);
  const words = written.map(normaliseWords);
  const capitals = written.filter((each) => /^\p{Lu}/u.test(each)).length;
  const weights = new Map<string, number>();
  words.forEach((each, place) => {
    const isName = place > 0 && capitals * 2 <= words.length && /^\p{Lu}/u.test(written[place] ?? '');
    const weight = (isName ? nameWeight : 1) * (words[place + 1] === 'ли' ? predicateWeight : 1);
    weights.set(each, Math.max(weight, weights.get(each) ?? 0));
  });
  const telling = [...weights].filter(([each]) => !interrogatives.has(each));
  return new Map((telling.length > 0 ? telling : [...weights]).slice(0, maxQueryWords));
}

import type { PassageTerms, TermNumbers } from './passage-terms.ts';
import { weighTerm } from './term-weight.ts';

/** A query word: its stem and the stems accepted for it, each with a confidence. */
export interface QueryWord {
  /** As typed, in lower case. */
  word?: string;
  /** Weight of the word within the query, apart from its rarity. */
  weight: number;
  terms: QueryTerm[];
}

export interface QueryTerm {
  term: string;
  trust: number;
  idf: number;
  /** Passages that hold it. */
  df: number;
}

export interface Candidate {
  id: string;
  articleId: string;
  read: PassageTerms;
}

/** Weights of the signals added to BM25; tuned by experiment, see docs/search.md. */
const signalWeights = {
  coverage: 0.4,
  sentence: 0.6,
  closeness: 0.3,
  lead: 0.8,
  title: 1,
  sameTitle: 0.1,
  sameArticle: 0.5,
} as const;
const leadWords = 20;
const leadFade = 0.3;

interface ScoredCandidate extends Candidate {
  score: number;
}

/**
 * Sorts the candidates, best first. `numbers` are those the candidates were read with.
 */
export function rankCandidates(
  words: readonly QueryWord[],
  candidates: readonly Candidate[],
  numbers: TermNumbers,
): { id: string; score: number }[] {
  const known = indexQueryTerms(words, numbers);
  const total = sumQueryValues(words);
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score: scoreCandidate(candidate.read, known, words.length, total),
  }));
  scored.sort(compareScores);
  addSiblingBonus(scored);
  scored.sort(compareScores);
  return scored.map(({ id, score }) => ({ id, score }));
}

const compareScores = (a: { score: number; id: string }, b: { score: number; id: string }) =>
  b.score - a.score || (a.id < b.id ? -1 : 1);

export function computeTermValue({ weight }: QueryWord, { trust, idf }: QueryWord['terms'][number]): number {
  return weight * trust * idf;
}

/** What a passage with every word of the query would have. */
export function sumQueryValues(words: readonly QueryWord[]): number {
  return words.reduce(
    (sum, each) => sum + Math.max(0, ...each.terms.map((term) => computeTermValue(each, term))),
    0,
  );
}

interface KnownTerm {
  word: number;
  value: number;
}

function indexQueryTerms(words: readonly QueryWord[], numbers: TermNumbers): Map<number, KnownTerm> {
  const known = new Map<number, KnownTerm>();
  words.forEach((asked, word) => {
    for (const each of asked.terms) {
      const value = computeTermValue(asked, each);
      const number = numbers.numberOf(each.term);
      if (value > (known.get(number)?.value ?? 0)) known.set(number, { word, value });
    }
  });
  return known;
}

/** The best value of each query word; words without one have 0. */
type WordValues = Float64Array;

function raise(values: WordValues, word: number, value: number): void {
  if (value > (values[word] as number)) values[word] = value;
}

function sum(values: WordValues): number {
  let total = 0;
  for (let at = 0; at < values.length; at += 1) total += values[at] as number;
  return total;
}

function scoreCandidate(
  passage: PassageTerms,
  known: ReadonlyMap<number, KnownTerm>,
  words: number,
  total: number,
): number {
  const { terms, ends, title } = passage;
  const counts = new Map<number, number>();
  const lead = new Float64Array(words);
  let bestSentence = 0;
  let bestPair = 0;
  let before = new Float64Array(words);

  let place = 0;
  for (const end of ends) {
    const inSentence = new Float64Array(words);
    for (; place < end; place += 1) {
      const term = terms[place] as number;
      const found = known.get(term);
      if (found === undefined) continue;
      counts.set(term, (counts.get(term) ?? 0) + 1);
      raise(inSentence, found.word, found.value);
      if (place < leadWords) raise(lead, found.word, found.value / (1 + place * leadFade));
    }
    bestSentence = Math.max(bestSentence, sum(inSentence));
    inSentence.forEach((value, word) => {
      raise(before, word, value);
    });
    bestPair = Math.max(bestPair, sum(before));
    before = inSentence;
  }

  const matched = new Float64Array(words);
  const covered = new Float64Array(words);
  const titled = new Float64Array(words);
  for (const [term, { word, value }] of known) {
    const count = counts.get(term) ?? 0;
    const inTitle = title.has(term);
    if (count === 0 && !inTitle) continue;
    raise(matched, word, value * weighTerm(count, passage.length, inTitle));
    raise(covered, word, value);
    if (inTitle) raise(titled, word, value);
  }
  const coverage = sum(covered);
  return (
    sum(matched) +
    (total > 0 ? (signalWeights.coverage * coverage * coverage) / total : 0) +
    signalWeights.sentence * bestSentence +
    signalWeights.closeness * bestPair +
    signalWeights.lead * sum(lead) +
    signalWeights.title * sum(titled)
  );
}

/**
 * Adds a share of the best other passage of the article or under the same title, which often contains the other words of
 * a query. Expects the candidates best first.
 */
function addSiblingBonus(scored: readonly ScoredCandidate[]): void {
  const leaders = new Map<string, ScoredCandidate[]>();
  const keysOf = ({ articleId, read }: Candidate) => [
    { key: `article ${articleId}`, weight: signalWeights.sameArticle },
    { key: `title ${read.titleKey}`, weight: read.titleKey === '' ? 0 : signalWeights.sameTitle },
  ];
  for (const each of scored)
    for (const { key } of keysOf(each)) leaders.set(key, [...(leaders.get(key) ?? []), each].slice(0, 2));
  const lent = scored.map((each) =>
    keysOf(each).map(({ key, weight }) => {
      const [first, second] = leaders.get(key) ?? [];
      return weight * ((first === each ? second : first)?.score ?? 0);
    }),
  );
  scored.forEach((each, place) => {
    each.score += Math.max(...(lent[place] ?? []));
  });
}

/** A query word: its stem and the stems accepted for it, each with a confidence. */
export interface QueryWord {
  /** As typed, in lower case. */
  word?: string;
  /** Weight of the word within the query, apart from its rarity. */
  weight: number;
  terms: { term: string; trust: number; idf: number }[];
}

export interface Candidate {
  id: string;
  lexemes: string;
  titleLexemes: string;
  length: number;
}

/**
 * BM25 with k1 = 1.2 and b = 0.5: passages have similar lengths, so length matters little. The average length is a
 * constant, so that stored weights do not change when other articles are added.
 */
const bm25K1 = 1.2;
const bm25B = 0.5;
const averageLength = 70;
const titleBonus = 0.4;

export function weighTerm(count: number, length: number, inTitle: boolean): number {
  const norm = bm25K1 * (1 - bm25B + (bm25B * length) / averageLength);
  return (count * (bm25K1 + 1)) / (count + norm) + (inTitle ? titleBonus : 0);
}

export function computeIdf(passages: number, containing: number): number {
  const df = Math.min(Math.max(containing, 0), passages);
  return Math.log(1 + (passages - df + 0.5) / (df + 0.5));
}

/** Weights of the signals added to BM25; tuned by experiment, see docs/decisions. */
const signalWeights = {
  coverage: 0.4,
  sentence: 0.6,
  closeness: 0.3,
  neighbours: 0.1,
  lead: 0.8,
  kinship: 0.1,
  likeness: 5,
} as const;
const leadWords = 20;
const leadFade = 0.3;
const neighbourReach = 5;
const feedbackLimits = { models: 3, terms: 20, fade: 1.8 } as const;

interface ScoredCandidate {
  id: string;
  title: string;
  sentences: string[][];
  length: number;
  score: number;
}

/** Sorts the candidates, best first. `titleShare` is the weight of a title match, for a search of whole articles. */
export function rankCandidates(
  words: readonly QueryWord[],
  candidates: readonly Candidate[],
  titleShare = 0,
): { id: string; score: number }[] {
  const known = indexQueryTerms(words);
  const total = words.reduce(
    (sum, each) => sum + Math.max(0, ...each.terms.map((term) => computeTermValue(each, term))),
    0,
  );
  const read = candidates.map((candidate) => scoreCandidate(candidate, known, total, titleShare));
  read.sort(compareScores);
  addSameTitleBonus(read);
  read.sort(compareScores);
  addRelevanceFeedback(read);
  read.sort(compareScores);
  return read.map(({ id, score }) => ({ id, score }));
}

const compareScores = (a: { score: number; id: string }, b: { score: number; id: string }) =>
  b.score - a.score || (a.id < b.id ? -1 : 1);

export function computeTermValue({ weight }: QueryWord, { trust, idf }: QueryWord['terms'][number]): number {
  return weight * trust * idf;
}

interface QueryTerm {
  word: number;
  value: number;
}

function indexQueryTerms(words: readonly QueryWord[]): Map<string, QueryTerm> {
  const known = new Map<string, QueryTerm>();
  words.forEach((asked, word) => {
    const { terms } = asked;
    for (const each of terms) {
      const value = computeTermValue(asked, each);
      if (value > (known.get(each.term)?.value ?? 0)) known.set(each.term, { word, value });
    }
  });
  return known;
}

function setMaximum(best: Map<number, number>, key: number, value: number): void {
  if (value > (best.get(key) ?? 0)) best.set(key, value);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function scoreCandidate(
  candidate: Candidate,
  known: Map<string, QueryTerm>,
  total: number,
  titleShare: number,
): ScoredCandidate {
  const counts = new Map<string, number>();
  const title = new Set(candidate.titleLexemes.split(' '));
  const lead = new Map<number, number>();
  const pairs = new Map<number, number>();
  let bestSentence = 0;
  let bestPair = 0;
  let before = new Map<number, number>();
  let place = 0;
  let recent: { place: number; found: QueryTerm }[] = [];

  const sentences = candidate.lexemes.split('\n').map((sentence) => sentence.split(' '));
  for (const sentence of sentences) {
    const inSentence = new Map<number, number>();
    for (const term of sentence) {
      const found = known.get(term);
      if (found !== undefined) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
        setMaximum(inSentence, found.word, found.value);
        if (place < leadWords) setMaximum(lead, found.word, found.value / (1 + place * leadFade));
        recent = recent.filter((earlier) => place - earlier.place <= neighbourReach);
        for (const earlier of recent) {
          if (Math.abs(earlier.found.word - found.word) !== 1) continue;
          const value = Math.min(earlier.found.value, found.value) / (place - earlier.place);
          setMaximum(pairs, Math.min(earlier.found.word, found.word), value);
        }
        recent.push({ place, found });
      }
      place += 1;
    }
    bestSentence = Math.max(bestSentence, sum(inSentence.values()));
    for (const [each, value] of inSentence) setMaximum(before, each, value);
    bestPair = Math.max(bestPair, sum(before.values()));
    before = inSentence;
  }

  const matched = new Map<number, number>();
  const covered = new Map<number, number>();
  const titled = new Map<number, number>();
  for (const [term, { word, value }] of known) {
    const count = counts.get(term) ?? 0;
    const inTitle = title.has(term);
    if (count === 0 && !inTitle) continue;
    setMaximum(matched, word, value * weighTerm(count, candidate.length, inTitle));
    setMaximum(covered, word, value);
    if (inTitle) setMaximum(titled, word, value);
  }
  const coverage = sum(covered.values());
  const score =
    sum(matched.values()) +
    (total > 0 ? (signalWeights.coverage * coverage * coverage) / total : 0) +
    signalWeights.sentence * bestSentence +
    signalWeights.closeness * bestPair +
    signalWeights.neighbours * sum(pairs.values()) +
    signalWeights.lead * sum(lead.values()) +
    titleShare * sum(titled.values());
  return { id: candidate.id, title: candidate.titleLexemes, sentences, length: candidate.length, score };
}

/**
 * Adds a share of the best other passage under the same title, which often contains the other words of a query.
 * Expects the candidates best first.
 */
function addSameTitleBonus(read: readonly ScoredCandidate[]): void {
  const leaders = new Map<string, ScoredCandidate[]>();
  for (const each of read) {
    const kin = leaders.get(each.title) ?? [];
    if (each.title !== '' && kin.length < 2) leaders.set(each.title, [...kin, each]);
  }
  const lent = read.map((each) => {
    const [first, second] = leaders.get(each.title) ?? [];
    return signalWeights.kinship * ((first === each ? second : first)?.score ?? 0);
  });
  read.forEach((each, place) => {
    each.score += lent[place] ?? 0;
  });
}

/**
 * Pseudo-relevance feedback: terms shared by the top results and rare among the candidates raise the score of others
 * that contain them. Works within the candidates, so it needs no second search.
 */
function addRelevanceFeedback(read: ScoredCandidate[]): void {
  const best = read[0]?.score;
  if (best === undefined || read.length < 3) return;
  const models = read.slice(0, feedbackLimits.models);
  const vocabulary = new Set(
    models.flatMap(({ sentences }) => sentences.flat()).filter((term) => term.length > 2),
  );
  const counted = read.map((each) => countTerms(each.sentences, vocabulary));
  const spread = new Map<string, number>();
  for (const counts of counted)
    for (const term of counts.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);

  const taught = new Map<string, number>();
  models.forEach((model, place) => {
    const trust = Math.exp((model.score - best) / feedbackLimits.fade);
    for (const [term, count] of counted[place] ?? []) {
      const df = spread.get(term) ?? 0;
      if (df < 2) continue;
      const value = (trust * computeIdf(read.length, df) * count) / (count + bm25K1);
      taught.set(term, (taught.get(term) ?? 0) + value);
    }
  });
  const lesson = [...taught].sort((a, b) => b[1] - a[1]).slice(0, feedbackLimits.terms);
  const total = sum(lesson.map(([, value]) => value));
  if (total <= 0) return;
  read.forEach((each, place) => {
    for (const [term, value] of lesson) {
      const count = counted[place]?.get(term);
      if (count === undefined) continue;
      const idf = computeIdf(read.length, spread.get(term) ?? 0);
      each.score += (signalWeights.likeness * value * idf * weighTerm(count, each.length, false)) / total;
    }
  });
}

function countTerms(sentences: readonly string[][], vocabulary: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const term of sentence) if (vocabulary.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

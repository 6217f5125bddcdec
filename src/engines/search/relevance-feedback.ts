import type { PassageTerms, TermNumbers } from './passage-terms.ts';
import { bm25K1, computeIdf, weighTerm } from './term-weight.ts';

const likeness = 5;
const limits = { models: 3, terms: 20, fade: 1.8, shortestTerm: 3 } as const;

interface ScoredPassage {
  read: PassageTerms;
  score: number;
}

/**
 * Pseudo-relevance feedback: terms shared by the top results and rare among the candidates raise the score of others
 * that contain them. Works within the candidates, so it needs no second search. Expects them best first.
 */
export function addRelevanceFeedback(scored: readonly ScoredPassage[], numbers: TermNumbers): void {
  const best = scored[0]?.score;
  if (best === undefined || scored.length < 3) return;
  const models = scored.slice(0, limits.models);
  const vocabulary = new Set<number>();
  for (const { read } of models)
    for (const term of read.terms) if (numbers.lengthOf(term) >= limits.shortestTerm) vocabulary.add(term);
  const counted = scored.map(({ read }) => countTerms(read, vocabulary));
  const spread = new Map<number, number>();
  for (const counts of counted)
    for (const term of counts.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);

  const taught = new Map<number, number>();
  models.forEach((model, place) => {
    const trust = Math.exp((model.score - best) / limits.fade);
    for (const [term, count] of counted[place] ?? []) {
      const df = spread.get(term) ?? 0;
      if (df < 2) continue;
      const value = (trust * computeIdf(scored.length, df) * count) / (count + bm25K1);
      taught.set(term, (taught.get(term) ?? 0) + value);
    }
  });
  const lesson = [...taught].sort((a, b) => b[1] - a[1]).slice(0, limits.terms);
  const total = lesson.reduce((sum, [, value]) => sum + value, 0);
  if (total <= 0) return;
  scored.forEach((each, place) => {
    for (const [term, value] of lesson) {
      const count = counted[place]?.get(term);
      if (count === undefined) continue;
      const idf = computeIdf(scored.length, spread.get(term) ?? 0);
      each.score += (likeness * value * idf * weighTerm(count, each.read.length, false)) / total;
    }
  });
}

function countTerms({ terms }: PassageTerms, vocabulary: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of terms) if (vocabulary.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

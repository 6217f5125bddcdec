import { computeTermValue, type QueryWord } from './ranking.ts';

/**
 * Of what the question asks for: a passage that has every word once has more. One value and one constant, a low quantile
 * of questions that have an answer: hiding an answer is worse than showing a passage that does not fit. What it costs is
 * in docs/search.md.
 */
const leastShare = 0.83;
/** In a base of less than some hundred passages the rarity of words says little, so less is asked for. */
const smallBase = { highestIdf: 4.6, leastShare: 0.7 } as const;
/** A corrected word may be another one, so it asks for less. */
const correctedWeight = 0.5;

/** Whether the best passage has enough of the question to answer it. A word that no passage has is part of the question. */
export function isAnswered(
  { words, unknown, highestIdf }: { words: QueryWord[]; unknown: QueryWord[]; highestIdf: number },
  bestScore: number,
): boolean {
  const known = words.reduce((sum, word) => {
    const value = Math.max(...word.terms.map((term) => computeTermValue(word, term)));
    return sum + value * ((word.terms[0]?.trust ?? 1) < 1 ? correctedWeight : 1);
  }, 0);
  const missing = unknown.reduce((sum, { weight }) => sum + weight * highestIdf, 0);
  const share = highestIdf < smallBase.highestIdf ? smallBase.leastShare : leastShare;
  return bestScore > 0 && bestScore >= share * (known + missing);
}

/** The usual k of reciprocal rank fusion (Cormack et al., 2009). */
const rrfConstant = 60;
/** What a place by meaning counts beside one by words. */
const meaningWeight = 0.3;
const comparedResults = 10;
/** Of the first results by words, how many the nearest by meaning must hold to be believed. */
const neededAgreement = 3;
/** Results by words that stay in front where the two do not agree. */
const keptResults = 10;
const keptUnanswered = 6;

/**
 * Merges the ranking by words with the nearest by meaning. A model that fits the texts names many of the passages that
 * words find: then places are summed. One that does not is no worse than none: its passages come after the first by
 * words, sooner where those do not answer.
 */
export function fuseRankings(
  lexical: readonly string[],
  nearest: readonly string[],
  isAnswered: boolean,
): string[] {
  const near = new Set(nearest);
  const first = lexical.slice(0, comparedResults);
  const agreeing = first.filter((id) => near.has(id)).length;
  if (agreeing < Math.min(neededAgreement, first.length)) {
    const kept = lexical.slice(0, isAnswered ? keptResults : keptUnanswered);
    const others = sumPlaces(lexical.slice(kept.length), nearest, 1);
    return [...kept, ...others.filter((id) => !kept.includes(id))];
  }
  return sumPlaces(lexical.slice(0, nearest.length), nearest, meaningWeight);
}

function sumPlaces(lexical: readonly string[], nearest: readonly string[], weight: number): string[] {
  const scores = new Map<string, number>();
  lexical.forEach((id, place) => {
    scores.set(id, 1 / (rrfConstant + place + 1));
  });
  nearest.forEach((id, place) => {
    scores.set(id, (scores.get(id) ?? 0) + weight / (rrfConstant + place + 1));
  });
  return [...scores]
    .sort(([one, score], [other, otherScore]) => otherScore - score || (one < other ? -1 : 1))
    .map(([id]) => id);
}

/** The usual k of reciprocal rank fusion (Cormack et al., 2009). */
const rrfConstant = 60;

/** Reciprocal rank fusion: merges several rankings into one. */
export function fuseRankings(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rrfConstant + place + 1));
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

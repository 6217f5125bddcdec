/** The usual constant: the first places of either list count, and none counts for everything. */
const evenness = 60;

/** One order out of several: what stands high in any list stands high, what stands in both stands higher. */
export function fuseRankings(rankings: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (evenness + place + 1));
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

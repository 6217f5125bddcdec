export interface RankingMetrics {
  questions: number;
  recall1: number;
  recall8: number;
  mrr10: number;
  ndcg10: number;
}

/** Averages over questions; a question is found if any of its answers is among the first results. */
export function computeRankingMetrics(
  rankings: readonly { found: readonly string[]; answers: ReadonlySet<string> }[],
): RankingMetrics {
  const total: RankingMetrics = { questions: rankings.length, recall1: 0, recall8: 0, mrr10: 0, ndcg10: 0 };
  for (const { found, answers } of rankings) {
    const hits = found.slice(0, 10).map((id) => answers.has(id));
    const first = hits.indexOf(true);
    if (first === 0) total.recall1 += 1;
    if (first >= 0 && first < 8) total.recall8 += 1;
    if (first >= 0) total.mrr10 += 1 / (first + 1);
    const gain = hits.reduce((sum, hit, place) => sum + (hit ? 1 / Math.log2(place + 2) : 0), 0);
    let ideal = 0;
    for (let place = 0; place < Math.min(10, answers.size); place += 1) ideal += 1 / Math.log2(place + 2);
    total.ndcg10 += ideal === 0 ? 0 : gain / ideal;
  }
  const count = Math.max(1, rankings.length);
  for (const key of ['recall1', 'recall8', 'mrr10', 'ndcg10'] as const) total[key] /= count;
  return total;
}

export function computePercentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

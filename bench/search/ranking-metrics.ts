export interface RankingMetrics {
  questions: number;
  recall1: number;
  recall8: number;
  recall100: number;
  mrr10: number;
  ndcg10: number;
}

export interface Ranking {
  found: readonly string[];
  answers: ReadonlyMap<string, number>;
}

const discount = (place: number) => Math.log2(place + 2);

/**
 * Averages over questions. A question is recalled if any of its answers is among the first results: one is enough for
 * the person who asks.
 */
export function computeRankingMetrics(rankings: readonly Ranking[]): RankingMetrics {
  const total = { questions: rankings.length, recall1: 0, recall8: 0, recall100: 0, mrr10: 0, ndcg10: 0 };
  for (const { found, answers } of rankings) {
    const first = found.findIndex((id) => answers.has(id));
    const isAmong = (count: number) => (first >= 0 && first < count ? 1 : 0);
    total.recall1 += isAmong(1);
    total.recall8 += isAmong(8);
    total.recall100 += isAmong(100);
    total.mrr10 += isAmong(10) / (first + 1 || 1);
    const gains = found.slice(0, 10).map((id) => answers.get(id) ?? 0);
    const ideal = sumGains([...answers.values()].sort((a, b) => b - a).slice(0, 10));
    total.ndcg10 += ideal === 0 ? 0 : sumGains(gains) / ideal;
  }
  const count = Math.max(1, rankings.length);
  for (const key of ['recall1', 'recall8', 'recall100', 'mrr10', 'ndcg10'] as const) total[key] /= count;
  return total;
}

const sumGains = (gains: readonly number[]) =>
  gains.reduce((sum, gain, place) => sum + gain / discount(place), 0);

export function computePercentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

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

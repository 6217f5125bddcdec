import type { Pool } from '../../src/base/db/connect.ts';
import { computeIdf } from '../../src/engines/search/term-weight.ts';
import { splitWords } from '../../src/engines/search/words.ts';
import { findStems } from '../../src/store/search/search-stems.ts';

const k1 = 1.2;
const b = 0.75;

/** BM25 as in the textbook over the stored stems: what the search adds to it is measured against this. */
export async function createPlainSearch(pool: Pool): Promise<(question: string) => Promise<string[]>> {
  const rows = await pool<{ id: string; stems: string }[]>`
    select id, replace(lexemes, E'\n', ' ') || ' ' || title_lexemes as stems from knowledge_passage`;
  const postings = new Map<string, Map<string, number>>();
  const lengths = new Map<string, number>();
  for (const { id, stems } of rows) {
    const all = stems.split(' ').filter((stem) => stem !== '');
    lengths.set(id, all.length);
    for (const stem of all) {
      const counts = postings.get(stem) ?? new Map<string, number>();
      postings.set(stem, counts.set(id, (counts.get(id) ?? 0) + 1));
    }
  }
  const average = [...lengths.values()].reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.size);
  return async (question) => {
    const scores = new Map<string, number>();
    for (const stem of new Set((await findStems(pool, splitWords(question))).values())) {
      const counts = postings.get(stem) ?? new Map<string, number>();
      const idf = computeIdf(lengths.size, counts.size);
      for (const [id, count] of counts) {
        const norm = k1 * (1 - b + (b * (lengths.get(id) ?? 0)) / average);
        scores.set(id, (scores.get(id) ?? 0) + (idf * count * (k1 + 1)) / (count + norm));
      }
    }
    return [...scores]
      .sort((one, other) => other[1] - one[1])
      .slice(0, 100)
      .map(([id]) => id);
  };
}

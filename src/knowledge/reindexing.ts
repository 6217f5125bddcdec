import type { Pool } from '../db/connect.ts';
import { Refusal } from '../kernel/refusal.ts';
import { countPublished, listPublishedAfter, lockKnowledgeArticle } from '../store/knowledge-articles.ts';
import { mergeTermStatistics } from '../store/search-statistics.ts';
import { readBody } from './article-text.ts';
import { indexText } from './revising.ts';

const batch = 100;

export interface ReindexReport {
  done: number;
  /** Articles whose text could not be read any more; they keep what the index has of them. */
  failed: { slug: string; reason: string }[];
}

/**
 * Makes the index of every published article anew while the service runs: one article at a time, each in a
 * transaction of its own, so that nobody waits for more than one article and stopping half-way loses nothing.
 */
export async function reindexKnowledge(
  { pool, now, newId }: { pool: Pool; now(): Date; newId(): string },
  onProgress: (done: number, all: number) => void = () => {},
): Promise<ReindexReport> {
  const all = await countPublished(pool);
  const report: ReindexReport = { done: 0, failed: [] };
  let after = '0';
  for (;;) {
    const articles = await listPublishedAfter(pool, after, batch);
    for (const { id } of articles) {
      await pool.begin(async (db) => {
        // Read as anybody reads it: what is approved, whatever waits beside it.
        const article = await lockKnowledgeArticle(db, id, { accountId: null, isModerator: false });
        if (article === undefined) return;
        try {
          const read = await readBody(article.body);
          await indexText({ db, now, newId }, id, article.revisionId, article, read, true);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          report.failed.push({ slug: article.slug, reason: error.message });
        }
      });
      after = id;
      report.done += 1;
      onProgress(report.done, Math.max(all, report.done));
    }
    if (articles.length < batch) break;
  }
  while ((await pool.begin((db) => mergeTermStatistics(db))) > 0);
  return report;
}

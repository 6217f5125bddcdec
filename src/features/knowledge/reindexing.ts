import type { Pool } from '../../base/db/connect.ts';
import { serviceRequester } from '../../base/threads/fair-share.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { TextReader } from '../../engines/search/text-reader.ts';
import {
  countPublished,
  findKnowledgeArticle,
  listPublishedAfter,
  lockKnowledgeArticle,
} from '../../store/knowledge/knowledge-articles.ts';
import { removeUnpublishedFromIndex } from '../../store/knowledge/search-index.ts';
import { recountTerms } from '../../store/knowledge/search-statistics.ts';
import { parseBodyForIndex } from './article-text.ts';
import { indexRevision } from './revisions.ts';

const batchSize = 100;
/** An anonymous reader, who sees only the approved text. */
const anonymousReader = { accountId: null, isModerator: false };

interface ReindexDependencies {
  pool: Pool;
  texts: TextReader;
  now(): Date;
  newId(): string;
}

export interface ReindexReport {
  done: number;
  /** Articles whose text could not be parsed; they keep their previous index entries. */
  failed: { slug: string; reason: string }[];
}

/**
 * Rebuilds the search index of all published articles while the service runs: one article per transaction, so that
 * locks are short and interrupting loses nothing.
 */
export async function reindexKnowledge(
  dependencies: ReindexDependencies,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<ReindexReport> {
  const { pool } = dependencies;
  const all = await countPublished(pool);
  const report: ReindexReport = { done: 0, failed: [] };
  let after = '0';
  for (;;) {
    const articles = await listPublishedAfter(pool, after, batchSize);
    for (const { id } of articles) {
      const failure = await reindexArticle(dependencies, id);
      if (failure !== undefined) report.failed.push(failure);
      after = id;
      report.done += 1;
      onProgress(report.done, Math.max(all, report.done));
    }
    if (articles.length < batchSize) break;
  }
  await pool.begin((db) => removeUnpublishedFromIndex(db));
  await pool.begin((db) => recountTerms(db));
  return report;
}

/** Parsing and drawing happen before the row is locked. A revision approved meanwhile has been indexed already. */
async function reindexArticle(
  { pool, texts, now, newId }: ReindexDependencies,
  id: string,
): Promise<{ slug: string; reason: string } | undefined> {
  const article = await findKnowledgeArticle(pool, id, anonymousReader);
  if (article === undefined) return undefined;
  try {
    const read = await parseBodyForIndex({ services: { texts }, ...serviceRequester }, article);
    await pool.begin(async (db) => {
      const current = await lockKnowledgeArticle(db, id, anonymousReader);
      if (current?.revisionId !== article.revisionId) return;
      await indexRevision({ db, now, newId }, id, article.revisionId, article, read, true);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { slug: article.slug, reason: error.message };
  }
  return undefined;
}

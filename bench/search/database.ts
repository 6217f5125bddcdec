import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { getDriverOptions, startEmbedded } from '../../src/base/db/embedded.ts';
import { hashText } from '../../src/engines/search/passage.ts';
import { replaceArticlePassages } from '../../src/store/knowledge/search-index.ts';
import { mergeTermStatistics } from '../../src/store/knowledge/search-statistics.ts';
import type { CorpusPassage } from './corpus.ts';

export interface SearchDatabase {
  pool: Pool;
  close(): Promise<void>;
}

/** A database with only the search tables: EVAL_DATABASE_URL (must be empty), or an embedded server. */
export async function openSearchDatabase(): Promise<SearchDatabase> {
  const url = process.env.EVAL_DATABASE_URL;
  if (url !== undefined) {
    const pool = connect({ to: url, maxConnections: 1 });
    await createTables(pool);
    return { pool, close: () => pool.end({ timeout: 5 }) };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'eval-search-'));
  const embedded = await startEmbedded({ dataDir });
  const pool = connect({ to: getDriverOptions(embedded.connection), maxConnections: 1 });
  await createTables(pool);
  return {
    pool,
    async close() {
      await pool.end({ timeout: 5 });
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function createTables(pool: Pool): Promise<void> {
  await pool`drop table if exists knowledge_passage, knowledge_figure, search_term, search_term_change, search_posting,
    knowledge_article, knowledge_vector cascade`;
  await pool`drop function if exists search_term_id(text)`;
  await pool`create table knowledge_article (id bigint primary key)`;
  for (const name of ['040_search.sql', '110_search_vectors.sql']) {
    const migration = new URL(`../../src/base/db/migrations/${name}`, import.meta.url);
    await pool.unsafe(await readFile(migration, 'utf8'));
  }
}

/** CPU time of the connection's backend process in ms; null if the system does not expose it. */
export async function readServerTime(pool: Pool): Promise<number | null> {
  const [row] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const stat = await readFile(`/proc/${row?.pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * 10;
}

let lastId = 0;
const newId = () => String(++lastId);

/** Stores passages as articles of `perArticle` passages each; returns the corpus id by stored passage id. */
export async function loadPassages(
  pool: Pool,
  passages: Iterable<CorpusPassage>,
  perArticle: number,
  onProgress: (loaded: number) => void,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let waiting: CorpusPassage[] = [];
  const write = async () => {
    const articles = waiting;
    waiting = [];
    await pool.begin(async (db) => {
      for (let from = 0; from < articles.length; from += perArticle) {
        const group = articles.slice(from, from + perArticle);
        const articleId = newId();
        await db`insert into knowledge_article (id) values (${articleId})`;
        const drafts = group.map(({ title, text }) => ({ title, text, hash: hashText(text), figures: [] }));
        const ids = await replaceArticlePassages(
          db as never,
          articleId,
          articleId,
          drafts,
          [],
          new Date(),
          newId,
        );
        ids.forEach((id, index) => {
          names.set(id, group[index]?.id ?? '');
        });
      }
    });
    onProgress(names.size);
  };
  for (const passage of passages) if (waiting.push(passage) >= 200) await write();
  if (waiting.length > 0) await write();
  while ((await pool.begin((db) => mergeTermStatistics(db as never))) > 0);
  await pool`vacuum analyze search_posting`;
  await pool`vacuum analyze search_term_change`;
  await pool`vacuum analyze search_term`;
  await pool`vacuum analyze knowledge_passage`;
  return names;
}

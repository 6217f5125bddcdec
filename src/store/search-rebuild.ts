import type { Db } from '../db/connect.ts';
import type { FigureDraft, PassageDraft } from '../search/passage.ts';
import { removeArticleFromIndex, replaceArticlePassages } from './search-index.ts';
import { recountTerms } from './search-statistics.ts';

export interface RebuildOptions {
  /** Runs the work in a transaction of its own; each article gets one, so that nobody waits long. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Cuts a text into passages and draws its figures; null when it cannot be read, and the old index stays. */
  read(article: {
    title: string;
    body: string;
  }): Promise<{ passages: PassageDraft[]; figures: FigureDraft[] } | null>;
  onProgress(done: number, total: number): void;
  now(): Date;
  newId(): string;
}

interface ApprovedText {
  id: string;
  revisionId: string;
  title: string;
  body: string;
  tags: string[];
}

const batch = 50;

/** Indexes every approved article anew while the service goes on; gives the ids of those that could not be read. */
export async function rebuildIndex(options: RebuildOptions): Promise<string[]> {
  const { transact } = options;
  const total = await transact(async (db) => {
    const [row] = await db<{ count: number }[]>`
      select count(*)::integer as count from knowledge_article where approved_revision_id is not null`;
    return row?.count ?? 0;
  });
  const unread: string[] = [];
  let done = 0;
  let after = '0';
  options.onProgress(0, total);
  for (;;) {
    const articles = await transact((db) => listApprovedTexts(db, after));
    const last = articles.at(-1);
    if (last === undefined) break;
    for (const article of articles) {
      if (!(await rebuildArticle(options, article))) unread.push(article.id);
      done += 1;
      options.onProgress(Math.min(done, total), total);
    }
    after = last.id;
  }
  await transact(removeStrays);
  await transact(recountTerms);
  return unread;
}

function listApprovedTexts(db: Db, after: string): Promise<ApprovedText[]> {
  return db<ApprovedText[]>`
    select article.id, revision.id as "revisionId", revision.title, revision.body, revision.tags
      from knowledge_article article join knowledge_revision revision on revision.id = article.approved_revision_id
     where article.id > ${after} order by article.id limit ${batch}`;
}

/** Reading and drawing happen before the row is locked. An article approved anew meanwhile has indexed itself. */
async function rebuildArticle(options: RebuildOptions, article: ApprovedText): Promise<boolean> {
  const read = await options.read(article);
  if (read === null) return false;
  await options.transact(async (db) => {
    const [current] = await db<{ revisionId: string | null }[]>`
      select approved_revision_id as "revisionId" from knowledge_article where id = ${article.id} for update`;
    if (current?.revisionId !== article.revisionId) return;
    const { passages, figures } = read;
    await replaceArticlePassages(
      db,
      article.id,
      article.revisionId,
      passages,
      figures,
      options.now(),
      options.newId,
      {
        tags: article.tags,
        isRebuilt: true,
      },
    );
  });
  return true;
}

async function removeStrays(db: Db): Promise<void> {
  const strays = await db<{ id: string }[]>`
    select id from knowledge_article article
     where approved_revision_id is null
       and exists (select from knowledge_passage where article_id = article.id) for update`;
  for (const { id } of strays) await removeArticleFromIndex(db, id);
}

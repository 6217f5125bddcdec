import type { Db } from '../../base/db/connect.ts';
import type { RevisionState } from '../../domain/rules/knowledge-moderation.ts';

export interface RevisionRow {
  id: string;
  articleId: string;
  authorId: string;
  authorName: string;
  state: RevisionState;
  baseRevisionId: string | null;
  title: string;
  excerpt: string;
  category: string | null;
  tags: string[];
  note: string;
  createdAt: Date;
  decidedAt: Date | null;
  rejectReason: string | null;
  /** The moderator who edited the text when approving; the base is then the submitted revision. */
  correctedBy: string | null;
  correctedByName: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
}

export interface RevisionTextRow extends RevisionRow {
  body: string;
}

/** With the article data needed for a decision. */
export interface QueuedRevisionRow extends RevisionRow {
  slug: string;
  approvedRevisionId: string | null;
}

export interface NewRevision {
  id: string;
  articleId: string;
  authorId: string;
  state: 'draft' | 'waiting' | 'approved';
  baseRevisionId: string | null;
  title: string;
  body: string;
  excerpt: string;
  category: string | null;
  tags: readonly string[];
  note: string;
  createdAt: Date;
  correctedBy?: string;
}

const columns = (db: Db) => db`
  r.id, r.article_id as "articleId", r.author_id as "authorId", w.display_name as "authorName", r.state,
  r.base_revision_id as "baseRevisionId", r.title, r.excerpt, r.category, r.tags, r.note,
  r.created_at as "createdAt", r.decided_at as "decidedAt", r.reject_reason as "rejectReason",
  r.corrected_by as "correctedBy", (select m.display_name from account m where m.id = r.corrected_by) as "correctedByName",
  r.decided_by as "decidedBy", (select d.display_name from account d where d.id = r.decided_by) as "decidedByName"`;

export async function insertRevision(db: Db, revision: NewRevision): Promise<void> {
  const decided = revision.state === 'approved';
  await db`
    insert into knowledge_revision (id, article_id, author_id, state, base_revision_id, title, body, excerpt, category,
                                    tags, note, created_at, decided_at, decided_by, corrected_by)
    values (${revision.id}, ${revision.articleId}, ${revision.authorId}, ${revision.state}, ${revision.baseRevisionId},
            ${revision.title}, ${revision.body}, ${revision.excerpt}, ${revision.category}, ${[...revision.tags]},
            ${revision.note}, ${revision.createdAt}, ${decided ? revision.createdAt : null},
            ${decided ? (revision.correctedBy ?? revision.authorId) : null}, ${revision.correctedBy ?? null})`;
}

/** Former texts of a draft that are kept: the newest, as far as both bounds allow. */
export const maxFormerDrafts = 20;
export const maxFormerDraftBytes = 5 * 1024 * 1024;

/**
 * Marks open revisions as replaced: of one author, or of everybody when nothing is published yet. What waited for a
 * moderator is kept for good; of drafts only the newest are. The caller has locked the article, so that two edits at once
 * count one after the other.
 */
export async function replaceOpenRevisions(
  db: Db,
  articleId: string,
  authorId: string | 'anybody',
): Promise<void> {
  const replaced = await db<{ isDraft: boolean }[]>`
    update knowledge_revision set state = 'replaced', is_former_draft = state = 'draft'
     where article_id = ${articleId} and state in ('draft', 'waiting')
       ${authorId === 'anybody' ? db`` : db`and author_id = ${authorId}`}
    returning is_former_draft as "isDraft"`;
  if (replaced.some(({ isDraft }) => isDraft)) await deleteOldDrafts(db, articleId);
}

/** Keeps what a revision that is not itself a former draft was written against: it is compared with it. */
async function deleteOldDrafts(db: Db, articleId: string): Promise<void> {
  await db`
    delete from knowledge_revision r
     using (select id, row_number() over newest as place, sum(octet_length(body)) over newest as bytes
              from knowledge_revision where article_id = ${articleId} and is_former_draft
            window newest as (order by id desc)) former
     where r.id = former.id and (former.place > ${maxFormerDrafts} or former.bytes > ${maxFormerDraftBytes})
       and not exists (select 1 from knowledge_revision later
                        where later.article_id = ${articleId} and later.base_revision_id = r.id and not later.is_former_draft)`;
}

/** Called when a moderator approves an edited version of it. */
export async function replaceRevision(db: Db, revisionId: string): Promise<void> {
  await db`update knowledge_revision set state = 'replaced' where id = ${revisionId}`;
}

/** The edited version in which a moderator approved this revision. */
export async function findCorrection(
  db: Db,
  articleId: string,
  revisionId: string,
): Promise<RevisionTextRow | undefined> {
  const [row] = await db<RevisionTextRow[]>`
    select ${columns(db)}, r.body from knowledge_revision r join account w on w.id = r.author_id
     where r.article_id = ${articleId} and r.base_revision_id = ${revisionId} and r.corrected_by is not null
     order by r.id desc limit 1`;
  return row;
}

export async function submitRevision(db: Db, revisionId: string): Promise<void> {
  await db`update knowledge_revision set state = 'waiting' where id = ${revisionId} and state = 'draft'`;
}

export async function decideRevision(
  db: Db,
  revisionId: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null; by: string; at: Date },
): Promise<void> {
  await db`
    update knowledge_revision
       set state = ${decision.state}, reject_reason = ${decision.reason}, decided_by = ${decision.by}, decided_at = ${decision.at}
     where id = ${revisionId}`;
}

export async function findRevision(
  db: Db,
  articleId: string,
  revisionId: string,
): Promise<RevisionTextRow | undefined> {
  const [row] = await db<RevisionTextRow[]>`
    select ${columns(db)}, r.body from knowledge_revision r join account w on w.id = r.author_id
     where r.id = ${revisionId} and r.article_id = ${articleId}`;
  return row;
}

/**
 * A revision and the one it is compared with: `against`, else the approved one where it waits, else the one it was
 * written against.
 */
export async function findComparedRevisions(
  db: Db,
  article: { id: string; approvedRevisionId: string | null },
  revisionId: string,
  against: string | undefined,
): Promise<{ revision: RevisionTextRow | undefined; other: RevisionTextRow | undefined }> {
  const compared = db`
    (select case when r.state = 'waiting' then coalesce(${article.approvedRevisionId}, r.base_revision_id) else r.base_revision_id end
       from knowledge_revision r where r.id = ${revisionId} and r.article_id = ${article.id})`;
  const rows = await db<RevisionTextRow[]>`
    select ${columns(db)}, r.body from knowledge_revision r join account w on w.id = r.author_id
     where r.article_id = ${article.id} and r.id = any(array[${revisionId}::bigint, ${against === undefined ? compared : db`${against}::bigint`}])`;
  const find = (wanted: (row: RevisionTextRow) => boolean) => rows.find(wanted);
  const revision = find(({ id }) => id === revisionId);
  return {
    revision,
    other: find(({ id }) => id !== revisionId) ?? (against === revisionId ? revision : undefined),
  };
}

/** Newest first. `seenBy`: null for the whole history, else approved revisions and those of this account. */
export async function listRevisions(
  db: Db,
  articleId: string,
  seenBy: string | null,
  after: string | undefined,
  limit: number,
): Promise<RevisionRow[]> {
  return db<RevisionRow[]>`
    select ${columns(db)} from knowledge_revision r join account w on w.id = r.author_id
     where r.article_id = ${articleId}
       ${seenBy === null ? db`` : db`and (r.state = 'approved' or r.author_id = ${seenBy})`}
       ${after === undefined ? db`` : db`and r.id < ${after}`}
     order by r.id desc limit ${limit}`;
}

export const queueStates = ['waiting', 'draft', 'rejected', 'approved'] as const;

export interface RevisionQueueFilter {
  state: (typeof queueStates)[number];
  /** Only this one, in any state. */
  revision?: string | undefined;
  /** Whether another revision was approved since it was started; undefined: both. */
  isOutdated?: boolean | undefined;
  /** Only of this author; undefined: all. */
  authorId?: string | undefined;
  after?: string | undefined;
}

/** Literals instead of a parameter, so that a prepared statement can use the partial index. */
const stateConditions = {
  waiting: (db: Db) => db`r.state = 'waiting'`,
  draft: (db: Db) => db`r.state = 'draft'`,
  rejected: (db: Db) => db`r.state = 'rejected'`,
  approved: (db: Db) => db`r.state = 'approved'`,
};

/** Oldest first; approved ones newest first. */
export async function listRevisionQueue(
  db: Db,
  filter: RevisionQueueFilter,
  limit: number,
): Promise<QueuedRevisionRow[]> {
  const { state, revision, isOutdated, authorId, after } = filter;
  const outdated = db`(a.approved_revision_id is not null and r.base_revision_id is distinct from a.approved_revision_id)`;
  const isNewestFirst = state === 'approved';
  return db<QueuedRevisionRow[]>`
    select ${columns(db)}, a.slug, a.approved_revision_id as "approvedRevisionId"
      from knowledge_revision r
      join knowledge_article a on a.id = r.article_id
      join account w on w.id = r.author_id
     where ${revision === undefined ? stateConditions[state](db) : db`r.id = ${revision}`}
       ${isOutdated === undefined ? db`` : db`and ${outdated} = ${isOutdated}`}
       ${authorId === undefined ? db`` : db`and r.author_id = ${authorId}`}
       ${after === undefined ? db`` : isNewestFirst ? db`and r.id < ${after}` : db`and r.id > ${after}`}
     order by r.id ${isNewestFirst ? db`desc` : db``} limit ${limit}`;
}

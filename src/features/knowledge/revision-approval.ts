import type { SignedInContext } from '../../domain/kernel/context.ts';
import {
  decideRevision,
  insertRevision,
  replaceRevision,
} from '../../store/knowledge/knowledge-revisions.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';
import type { IndexedBody } from './article-text.ts';
import { type ArticleText, publishRevision, requireIndexed } from './revisions.ts';

type DecisionContext = Pick<SignedInContext, 'db' | 'caller' | 'now' | 'newId' | 'services'>;

interface DecidedArticle {
  id: string;
  slug: string;
  authorId: string;
}

interface DecidedRevision extends ArticleText {
  id: string;
  authorId: string;
}

/** Approves and publishes a revision and notifies its author. */
export async function approveRevision(
  context: DecisionContext,
  article: DecidedArticle,
  revision: DecidedRevision,
  read: IndexedBody | undefined,
): Promise<void> {
  const { db, caller } = context;
  const indexed = requireIndexed(read, revision);
  const decision = { state: 'approved', reason: null, by: caller.accountId, at: context.now() } as const;
  await decideRevision(db, revision.id, decision);
  await recordDecision(context, {
    action: 'approve_knowledge_revision',
    subject: { type: 'knowledge_revision', id: revision.id },
    settlementId: null,
    after: { article: article.id, slug: article.slug, state: 'approved' },
  });
  await publishRevision(context, article.id, revision.id, revision, indexed);
  await notifyDecision(context, article, revision, null);
}

/**
 * Approves a revision with a moderator's corrections. The submitted revision stays in the history; the corrected text
 * is a new revision of the same author with `correctedBy`. Returns its id.
 */
export async function approveCorrectedRevision(
  context: DecisionContext,
  article: DecidedArticle,
  revision: DecidedRevision & { note: string },
  read: IndexedBody,
): Promise<string> {
  const { db, caller, newId } = context;
  const id = newId();
  const corrected = { ...revision, title: read.title, body: read.body };
  await insertRevision(db, {
    id,
    articleId: article.id,
    authorId: revision.authorId,
    state: 'approved',
    baseRevisionId: revision.id,
    title: corrected.title,
    body: corrected.body,
    excerpt: read.excerpt,
    category: corrected.category,
    tags: corrected.tags,
    note: revision.note,
    createdAt: context.now(),
    correctedBy: caller.accountId,
  });
  // After the insert: what ends with the replaced revision says who corrected it.
  await replaceRevision(db, revision.id);
  await recordDecision(context, {
    action: 'approve_knowledge_revision',
    subject: { type: 'knowledge_revision', id: revision.id },
    settlementId: null,
    after: { article: article.id, slug: article.slug, state: 'approved', corrected: id },
  });
  await publishRevision(context, article.id, id, corrected, read);
  await notifyDecision(context, article, corrected, null);
  return id;
}

/** Notifies the author of the decision; if the moderator is the revision's author, the article's author. */
export async function notifyDecision(
  context: DecisionContext,
  article: DecidedArticle,
  revision: Pick<DecidedRevision, 'authorId' | 'title'>,
  reason: string | null,
): Promise<void> {
  const { accountId: decider } = context.caller;
  const accountId = revision.authorId === decider ? article.authorId : revision.authorId;
  if (accountId === decider) return;
  await publishEvent(context, {
    type: 'knowledge_decided',
    accountId,
    articleId: article.id,
    slug: article.slug,
    title: revision.title,
    passed: reason === null,
    reason,
  });
}

import type { Context } from '../kernel/context.ts';
import { announce } from '../notify/announce.ts';
import { decideRevision } from '../store/knowledge/knowledge-revisions.ts';
import { type ArticleText, makeApproved } from './revising.ts';

type Deciding = Pick<Context<'mcp:write'>, 'db' | 'caller' | 'now' | 'newId' | 'services'>;

interface DecidedArticle {
  id: string;
  slug: string;
  authorId: string;
}

interface DecidedRevision extends ArticleText {
  id: string;
  authorId: string;
}

/** A moderator passes a revision: it becomes what everybody reads, and its writer is told. */
export async function passRevision(
  context: Deciding,
  article: DecidedArticle,
  revision: DecidedRevision,
): Promise<void> {
  const { db, caller } = context;
  const decision = { state: 'approved', reason: null, by: caller.accountId, at: context.now() } as const;
  await decideRevision(db, revision.id, decision);
  await makeApproved(context, article.id, revision.id, revision);
  await tellDecision(context, article, revision, null);
}

/** A moderator who tidied up somebody's text before deciding about it has news for the article's author. */
export async function tellDecision(
  context: Deciding,
  article: DecidedArticle,
  revision: Pick<DecidedRevision, 'authorId' | 'title'>,
  reason: string | null,
): Promise<void> {
  const { accountId: decider } = context.caller;
  const accountId = revision.authorId === decider ? article.authorId : revision.authorId;
  if (accountId === decider) return;
  await announce(context, {
    type: 'knowledge_decided',
    accountId,
    articleId: article.id,
    slug: article.slug,
    title: revision.title,
    passed: reason === null,
    reason,
  });
}

import type { z } from 'zod';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import { lockQuotas } from '../../../store/accounts/quotas.ts';
import {
  findKnowledgeArticle,
  type KnowledgeArticleRow,
  lockKnowledgeArticle,
} from '../../../store/knowledge/knowledge-articles.ts';
import { findRevision, type RevisionTextRow } from '../../../store/knowledge/knowledge-revisions.ts';
import { type revisionEntry, showRevision } from './revision-shapes.ts';
import { type fullArticle, showFullKnowledgeArticle } from './shapes.ts';

type Viewing = Pick<Context, 'db' | 'caller'>;

/** An article that the caller sees. */
export async function loadKnowledgeArticle(
  { article }: { readonly article: string },
  { db, caller }: Viewing,
  lock = false,
): Promise<KnowledgeArticleRow> {
  const find = lock ? lockKnowledgeArticle : findKnowledgeArticle;
  return (await find(db, article, caller)) ?? refuse.notFound('article');
}

/** The same for what counts against the account's quotas, which are locked before the article. */
export async function loadArticleUnderQuota(
  at: { readonly article: string },
  context: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<KnowledgeArticleRow> {
  if (lock) await lockQuotas(context.db, context.caller.accountId);
  return loadKnowledgeArticle(at, context, lock);
}

export interface LoadedRevision {
  article: KnowledgeArticleRow;
  revision: RevisionTextRow;
}

/** A revision that the caller sees; its article is what is locked. */
export async function loadRevision(
  at: { readonly article: string; readonly revision: string },
  context: Viewing,
  lock: boolean,
): Promise<LoadedRevision> {
  const article = await loadKnowledgeArticle(at, context, lock);
  const revision = await findRevision(context.db, article.id, at.revision);
  if (revision === undefined || !maySeeRevision(context.caller, article, revision))
    return refuse.notFound('revision');
  return { article, revision };
}

/** What a write of an article answers: the article as the caller sees it now. */
export async function showArticleAsItStands(
  _input: unknown,
  context: Viewing,
  { id }: { readonly id: string },
): Promise<z.input<typeof fullArticle>> {
  return showFullKnowledgeArticle(await loadKnowledgeArticle({ article: id }, context));
}

/** What a decision about a revision returns for `showDecidedRevision`. */
export const toDecided = (article: { readonly id: string }, id: string, approvedId: string | null) => ({
  article: article.id,
  id,
  approvedId,
});

/** What a decision answers. `approvedId`: what was in force right after it. */
export async function showDecidedRevision(
  _input: unknown,
  { db, caller }: Viewing,
  { article, id, approvedId }: ReturnType<typeof toDecided>,
): Promise<{ data: z.input<typeof revisionEntry> }> {
  const row = (await findRevision(db, article, id)) ?? refuse.notFound('revision');
  return { data: showRevision(row, approvedId, caller) };
}

import type { Context } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeRevision } from '../../../domain/rules/knowledge-access.ts';
import type { KnowledgeArticleRow } from '../../../store/knowledge/knowledge-articles.ts';
import { findRevision } from '../../../store/knowledge/knowledge-revisions.ts';
import { describeConflict } from './outdated-revision.ts';

export interface BaseRevision {
  title: string;
  body: string;
  excerpt: string;
  category: string | null;
  tags: string[];
  /** Base revision recorded for the new one. */
  writtenAgainst: string | null;
  /** The approved text was named although an own one waits, which would be put aside. */
  passesOwnText: boolean;
}

/**
 * The text an edit starts from: without a named base what the caller sees. A named base must still be the approved
 * revision or the caller's own open one; else null.
 */
export async function findBaseRevision(
  { db }: Pick<Context, 'db'>,
  article: KnowledgeArticleRow,
  named: string | null,
): Promise<BaseRevision | null> {
  if (named === null || named === article.revisionId)
    return { ...article, writtenAgainst: findBaseRevisionId(article), passesOwnText: false };
  if (named !== article.approvedRevisionId) return null;
  const revision = await findRevision(db, article.id, named);
  return revision === undefined ? null : { ...revision, writtenAgainst: named, passesOwnText: true };
}

/**
 * Whether the own waiting text may be put aside: one that was written against the same text only by its name, because
 * two writers began alike and neither has read the other. One of an older text also by REST, where the contract lets
 * authors choose the approved text.
 */
export function mayPassOwnText(
  { surface }: Pick<Context, 'surface'>,
  { revisionId, baseRevisionId, approvedRevisionId }: KnowledgeArticleRow,
  { replace_waiting: named }: { readonly replace_waiting?: string | null | undefined },
): boolean {
  return named == null ? surface === 'api' && baseRevisionId !== approvedRevisionId : named === revisionId;
}

/** The same as `findBaseRevision`, or a refusal with the difference. */
export async function requireBaseRevision(
  context: ConflictContext,
  article: KnowledgeArticleRow,
  named: string | null,
): Promise<BaseRevision> {
  return (await findBaseRevision(context, article, named)) ?? refuseStaleBase(context, article, named);
}

type ConflictContext = Pick<Context, 'db' | 'caller' | 'services' | 'share' | 'signal'>;

const staleBase = {
  en: 'The article has moved on since the version you wrote against, and nothing was written. Merge what changed, and send again with current_revision_id as base_revision_id.',
  ru: 'Статья изменилась с той версии, от которой вы писали, и ничего не записано. Учтите изменения и отправьте снова с current_revision_id в base_revision_id.',
};

/** Names what the caller sees as the next base: of an own text that waits nothing may be dropped unseen. Slow. */
export async function refuseStaleBase(
  context: ConflictContext,
  article: KnowledgeArticleRow,
  named: string | null,
): Promise<never> {
  const { db, caller } = context;
  const revision = named === null ? undefined : await findRevision(db, article.id, named);
  const current = await findRevision(db, article.id, article.revisionId);
  const known = revision !== undefined && maySeeRevision(caller, article, revision);
  return refuse.invalid('base_revision_id', staleBase, {
    waiting_revision_id: article.waitingRevisionId,
    ...(current === undefined
      ? { current_revision_id: article.revisionId, changed: null }
      : await describeConflict(context, known ? revision : undefined, current)),
  });
}

/** A waiting revision that is rewritten keeps the approved revision it was based on. */
function findBaseRevisionId(article: KnowledgeArticleRow): string | null {
  const rewrites = article.status === 'published' && article.revisionId !== article.approvedRevisionId;
  return rewrites ? article.baseRevisionId : article.revisionId;
}

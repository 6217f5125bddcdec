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
    return { ...article, writtenAgainst: findBaseRevisionId(article) };
  if (named !== article.approvedRevisionId) return null;
  const revision = await findRevision(db, article.id, named);
  return revision === undefined ? null : { ...revision, writtenAgainst: named };
}

/** The same, or a refusal with the difference. Call it before the transaction: comparing is slow. */
export async function requireBaseRevision(
  context: Pick<Context, 'db' | 'caller' | 'services' | 'share' | 'signal'>,
  article: KnowledgeArticleRow,
  named: string | null,
): Promise<BaseRevision> {
  const base = await findBaseRevision(context, article, named);
  if (base !== null || named === null)
    return base ?? { ...article, writtenAgainst: findBaseRevisionId(article) };
  const { db, caller } = context;
  const revision = await findRevision(db, article.id, named);
  const current = await findRevision(db, article.id, article.approvedRevisionId ?? article.revisionId);
  const known = revision !== undefined && maySeeRevision(caller, article, revision);
  return refuse.invalid(
    'base_revision_id',
    {
      en: 'The article has moved on since the version you wrote against, and nothing was written. Merge what changed, and send again with current_revision_id as base_revision_id.',
      ru: 'Статья изменилась с той версии, от которой вы писали, и ничего не записано. Учтите изменения и отправьте снова с current_revision_id в base_revision_id.',
    },
    {
      waiting_revision_id: article.waitingRevisionId,
      ...(current === undefined
        ? { current_revision_id: article.revisionId, changed: null }
        : await describeConflict(context, known ? { ...revision, id: named } : undefined, current)),
    },
  );
}

/** A waiting revision that is rewritten keeps the approved revision it was based on. */
function findBaseRevisionId(article: KnowledgeArticleRow): string | null {
  const rewrites = article.status === 'published' && article.revisionId !== article.approvedRevisionId;
  return rewrites ? article.baseRevisionId : article.revisionId;
}

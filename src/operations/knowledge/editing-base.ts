import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refusal.ts';
import { maySeeRevision } from '../../rules/knowledge-access.ts';
import type { KnowledgeArticleRow } from '../../store/knowledge/knowledge-articles.ts';
import { findRevision } from '../../store/knowledge/knowledge-revisions.ts';
import { showDifference } from './revision-shapes.ts';

export interface EditingBase {
  title: string;
  body: string;
  excerpt: string;
  category: string | null;
  tags: string[];
  /** What the new revision says it was written against. */
  writtenAgainst: string | null;
}

/**
 * The text an edit starts from, under the article's lock. Without a named base it is what the caller sees. A named one
 * must still be what everybody reads, or the caller's own open text; else the reply says what changed meanwhile.
 */
export async function chooseBase(
  { db, caller, services }: Pick<Context, 'db' | 'caller' | 'services'>,
  article: KnowledgeArticleRow,
  named: string | null,
): Promise<EditingBase> {
  if (named === null || named === article.revisionId) return { ...article, writtenAgainst: restsOn(article) };
  const revision = await findRevision(db, article.id, named);
  if (revision !== undefined && named === article.approvedRevisionId) {
    return { ...revision, writtenAgainst: named };
  }
  const current =
    article.approvedRevisionId === null || article.approvedRevisionId === article.revisionId
      ? { ...article, id: article.revisionId }
      : await findRevision(db, article.id, article.approvedRevisionId);
  const known = revision !== undefined && maySeeRevision(caller, article, revision);
  return refuse.invalid(
    'base_revision_id',
    {
      en: 'The article has moved on since the version you wrote against, and nothing was written. Merge what changed, and send again with current_revision_id as base_revision_id.',
      ru: 'Статья изменилась с той версии, от которой вы писали, и ничего не записано. Учтите изменения и отправьте снова с current_revision_id в base_revision_id.',
    },
    {
      current_revision_id: current?.id ?? article.revisionId,
      waiting_revision_id: article.waitingRevisionId,
      changed:
        known && current !== undefined
          ? await showDifference(services.texts, { ...revision, id: named }, current)
          : null,
    },
  );
}

/** A text rewritten while it waits still rests on the approved text it was begun from. */
function restsOn(article: KnowledgeArticleRow): string | null {
  const rewrites = article.status === 'published' && article.revisionId !== article.approvedRevisionId;
  return rewrites ? article.baseRevisionId : article.revisionId;
}

import type { Caller } from '../kernel/caller.ts';
import type { Permission } from '../kernel/refusal.ts';
import type { KnowledgeArticleStatus, RevisionState } from './knowledge-moderation.ts';

type Viewer = Pick<Caller, 'accountId' | 'isModerator'>;

export interface KnowledgeArticleState {
  authorId: string;
  status: KnowledgeArticleStatus;
}

const isAuthor = (viewer: Viewer, authorId: string) => viewer.accountId === authorId;

/** Unpublished articles are visible only to their author and to moderators. */
export function maySeeKnowledgeArticle(viewer: Viewer, article: KnowledgeArticleState): boolean {
  return article.status === 'published' || viewer.isModerator || isAuthor(viewer, article.authorId);
}

/** Approved revisions are visible to everybody, others only to their author and to moderators. */
export function maySeeRevision(
  viewer: Viewer,
  article: KnowledgeArticleState,
  revision: { authorId: string; state: RevisionState },
): boolean {
  if (!maySeeKnowledgeArticle(viewer, article)) return false;
  if (maySeeWholeHistory(viewer, article)) return true;
  return isAuthor(viewer, revision.authorId) || revision.state === 'approved';
}

/** Whether no revision of the article is hidden from the viewer. */
export function maySeeWholeHistory(viewer: Viewer, article: KnowledgeArticleState): boolean {
  return viewer.isModerator || (article.status !== 'published' && isAuthor(viewer, article.authorId));
}

/** For the cover and removal, which are not reviewed. */
export function mayManageArticle(viewer: Viewer, article: KnowledgeArticleState): Permission {
  return (
    viewer.isModerator ||
    isAuthor(viewer, article.authorId) || {
      en: 'Only the author of the article and moderators may do this.',
      ru: 'Это могут сделать только автор статьи и модераторы.',
    }
  );
}

export function mayModerateKnowledge(viewer: Viewer): Permission {
  return (
    viewer.isModerator || {
      en: 'Only a moderator of the platform may decide this.',
      ru: 'Решать это может только модератор площадки.',
    }
  );
}

/**
 * Whose revisions the queue lists: a moderator sees everybody's waiting ones (undefined), otherwise only one's own.
 */
export function findQueueAuthor(
  viewer: { accountId: string; isModerator: boolean },
  state: 'waiting' | 'draft' | 'rejected' | 'approved',
  mine: boolean,
): string | undefined {
  return viewer.isModerator && state === 'waiting' && !mine ? undefined : viewer.accountId;
}

import type { Permission } from '../kernel/refusal.ts';

export const knowledgeArticleStatuses = ['draft', 'pending', 'published'] as const;
export type KnowledgeArticleStatus = (typeof knowledgeArticleStatuses)[number];

export const revisionStates = ['draft', 'waiting', 'approved', 'rejected', 'replaced'] as const;
export type RevisionState = (typeof revisionStates)[number];

/** Result of a change: the state of its revision and the status of the article afterwards. */
export interface ModerationOutcome {
  revision: 'draft' | 'waiting' | 'approved';
  status: KnowledgeArticleStatus;
}

const draft: ModerationOutcome = { revision: 'draft', status: 'draft' };
const submittedOutcome: ModerationOutcome = { revision: 'waiting', status: 'pending' };
const approvedOutcome: ModerationOutcome = { revision: 'approved', status: 'published' };
/** An edit of a published article: it waits for review while the approved text stays public. */
const proposedOutcome: ModerationOutcome = { revision: 'waiting', status: 'published' };

export function afterWrite(publish: boolean, mayModerate: boolean): ModerationOutcome {
  if (!publish) return draft;
  return mayModerate ? approvedOutcome : submittedOutcome;
}

/** Null: the call changes nothing, so that repeating it is safe. */
export function afterPublish(status: KnowledgeArticleStatus, mayModerate: boolean): ModerationOutcome | null {
  if (status === 'published') return null;
  if (mayModerate) return approvedOutcome;
  return status === 'draft' ? submittedOutcome : null;
}

/** A moderator's edit of an unpublished article does not publish it. */
export function afterEdit(status: KnowledgeArticleStatus, mayModerate: boolean): ModerationOutcome {
  if (status === 'published') return mayModerate ? approvedOutcome : proposedOutcome;
  return status === 'draft' ? draft : submittedOutcome;
}

/** Needs review in any state; a moderator's is applied at once, but a draft stays a draft. */
export function afterRollBack(status: KnowledgeArticleStatus, mayModerate: boolean): ModerationOutcome {
  if (status === 'published') return mayModerate ? approvedOutcome : proposedOutcome;
  if (!mayModerate) return submittedOutcome;
  return status === 'draft' ? draft : approvedOutcome;
}

/** A rejected first text goes back to its author as a draft; a rejected edit leaves the published text alone. */
export function afterReject(status: KnowledgeArticleStatus): KnowledgeArticleStatus {
  return status === 'pending' ? 'draft' : status;
}

/** Whoever sees their own unapproved text sees the article as pending. */
export function visibleStatus(
  status: KnowledgeArticleStatus,
  showsApproved: boolean,
): KnowledgeArticleStatus {
  return status === 'published' && !showsApproved ? 'pending' : status;
}

/** True: decide. Null: it has been decided this way already. A text: why it cannot be decided. */
export function checkDecision(state: RevisionState, wanted: 'approved' | 'rejected'): Permission | null {
  if (state === 'waiting') return true;
  if (state === wanted) return null;
  return reasons[state];
}

const reasons: Record<RevisionState, { en: string; ru: string }> = {
  draft: {
    en: 'This revision is an unfinished draft: its author has not handed it in.',
    ru: 'Это незаконченный черновик: автор его ещё не отправил.',
  },
  waiting: { en: 'This revision is waiting.', ru: 'Эта версия ждёт решения.' },
  approved: {
    en: 'This revision has been approved already. Use roll_back_knowledge_article to bring back an older text.',
    ru: 'Эта версия уже принята. Вернуть прежний текст можно через roll_back_knowledge_article.',
  },
  rejected: {
    en: 'This revision has been rejected already. Its author has to hand in a new one.',
    ru: 'Эта версия уже отклонена. Автору нужно отправить новую.',
  },
  replaced: {
    en: 'A newer revision has taken the place of this one. Decide that one.',
    ru: 'Эту версию заменила более новая. Решайте её.',
  },
};

/** A waiting edit written against a text that is no longer the approved one. */
export function isOutdated(
  revision: { state: RevisionState; baseRevisionId: string | null },
  approvedRevisionId: string | null,
): boolean {
  return (
    revision.state === 'waiting' &&
    approvedRevisionId !== null &&
    revision.baseRevisionId !== approvedRevisionId
  );
}

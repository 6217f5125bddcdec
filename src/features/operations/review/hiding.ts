import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { recountMedals } from '../../../domain/rules/medals.ts';
import {
  findReviewSubject,
  type SubjectType,
  saveMedalCounts,
} from '../../../store/directory/review-subjects.ts';
import { lockReview, type ReviewRow, setModeration } from '../../../store/directory/reviews.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';

interface ReviewToHide {
  id: string;
  settlementId: string;
  subjectType: SubjectType;
  subjectId: string;
}

/**
 * Hides a review with a reason, or restores it (reason null), updates the counts of its subject and notifies its
 * author. Undefined when it is gone. The reason is replaced only by who gave it. Does not check permissions.
 */
export async function setReviewHidden(
  context: SignedInContext,
  { id, settlementId, subjectType, subjectId }: ReviewToHide,
  reason: string | null,
): Promise<ReviewRow | undefined> {
  const { db, caller } = context;
  const hides = reason !== null;
  const subject = await findReviewSubject(db, settlementId, subjectType, subjectId, caller.accountId, true);
  const review = await lockReview(db, settlementId, id);
  if (subject === undefined || review === undefined) return undefined;
  const wasHidden = review.moderationStatus === 'hidden';
  if (!hides && !wasHidden) return review;
  if (hides && wasHidden) {
    const last = await findLastChange(db, settlementId, { type: 'review', id });
    if (last && last.accountId !== caller.accountId)
      refuseDecided('reason', {
        outcome: 'hidden',
        by: toDecider(last.accountId, last.name),
        at: last.at,
        reason: review.moderationReason,
      });
  }
  const saved = await setModeration(db, id, hides ? 'hidden' : 'visible', reason, caller.accountId);
  const { medal } = review;
  const counts = recountMedals(subject.counts, { medal, isHidden: wasHidden }, { medal, isHidden: hides });
  await saveMedalCounts(db, subject, counts);
  if (hides !== wasHidden || review.moderationReason !== saved.moderationReason) {
    await recordDecision(context, {
      action: 'moderate_review',
      subject: { type: 'review', id },
      settlementId,
      before: { status: review.moderationStatus, reason: review.moderationReason },
      after: { status: saved.moderationStatus, reason: saved.moderationReason },
    });
    await publishEvent(context, {
      type: 'review_moderated',
      accountId: review.authorId,
      settlementId,
      subjectType,
      subjectId,
      subjectName: subject.name,
      hidden: hides,
      reason,
    });
  }
  return saved;
}

import { z } from 'zod';
import { reference } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { recount } from '../../rules/medals.ts';
import { lockReviewSubject, saveCounts } from '../../store/directory/review-subjects.ts';
import { deleteReview, lockReviewOf } from '../../store/directory/reviews.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { subjectFields } from './shapes.ts';

export const withdraw_review = defineOperation({
  name: 'withdraw_review',
  tag: 'Review',
  route: 'DELETE /settlements/{settlement}/reviews',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Take back an own verdict; its answer and photographs go with it.',
  destructive: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    ...subjectFields,
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  async handle({ settlement, subject_type, subject_id }, { db, caller }) {
    const { id } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const subject = await lockReviewSubject(db, id, subject_type, subject_id, caller.accountId);
    if (subject === undefined) return refuse.notFound('review');
    const own = (await lockReviewOf(db, id, subject, caller.accountId)) ?? refuse.notFound('review');
    await deleteReview(db, own.id);
    const was = { medal: own.medal, isHidden: own.moderationStatus === 'hidden' };
    await saveCounts(db, subject, recount(subject.counts, was, null));
    return { withdrawn: true } as const;
  },
});

import { z } from 'zod';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { recountMedals } from '../../../domain/rules/medals.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findReviewSubject, saveMedalCounts } from '../../../store/directory/review-subjects.ts';
import { deleteReview, findReviewByAuthor } from '../../../store/directory/reviews.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { subjectFields } from './shapes.ts';

export const withdraw_review = defineOperation({
  name: 'withdraw_review',
  tag: 'Review',
  route: 'DELETE /settlements/{settlement}/reviews',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary: 'Take back an own review; its answer and photographs go with it.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    ...subjectFields,
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  async load({ settlement, subject_type, subject_id }, context, lock) {
    const { db, caller } = context;
    const { id } = await loadSettlement(settlement, context);
    const subject =
      (await findReviewSubject(db, id, subject_type, subject_id, caller.accountId, lock)) ??
      refuse.notFound('review');
    const own =
      (await findReviewByAuthor(db, id, subject, caller.accountId, lock)) ?? refuse.notFound('review');
    return { subject, own };
  },
  async question(_input, _context, { subject }) {
    const name = quoteUserText(subject.name);
    return {
      en: `Withdraw your review of ${name}? Its answer and photographs go with it, and it cannot be brought back.`,
      ru: `Удалить ваш отзыв о ${name}? Вместе с ним пропадут ответ и фотографии, вернуть его будет нельзя.`,
    };
  },
  async write(_input, { db }, { subject, own }) {
    await deleteReview(db, own.id);
    const was = { medal: own.medal, isHidden: own.moderationStatus === 'hidden' };
    await saveMedalCounts(db, subject, recountMedals(subject.counts, was, null));
    return { withdrawn: true } as const;
  },
  show: showWritten,
});

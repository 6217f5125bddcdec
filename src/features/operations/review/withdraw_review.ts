import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { recountMedals } from '../../../domain/rules/medals.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import {
  lockReviewSubject,
  type SubjectType,
  saveMedalCounts,
} from '../../../store/directory/review-subjects.ts';
import { deleteReview, lockReviewByAuthor } from '../../../store/directory/reviews.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { subjectFields } from './shapes.ts';

export const withdraw_review = defineOperation({
  name: 'withdraw_review',
  tag: 'Review',
  route: 'DELETE /settlements/{settlement}/reviews',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Take back an own review; its answer and photographs go with it.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    ...subjectFields,
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  async question(input, context) {
    const name = quoteUserText((await requireOwn(input, context)).subject.name);
    return {
      en: `Take back your verdict on ${name}? Its answer and photographs go with it, and it cannot be brought back.`,
      ru: `Удалить ваш отзыв о ${name}? Вместе с ним пропадут ответ и фотографии, вернуть его будет нельзя.`,
    };
  },
  async write(input, context) {
    const { db } = context;
    const { subject, own } = await requireOwn(input, context);
    await deleteReview(db, own.id);
    const was = { medal: own.medal, isHidden: own.moderationStatus === 'hidden' };
    await saveMedalCounts(db, subject, recountMedals(subject.counts, was, null));
    return { withdrawn: true } as const;
  },
  show: showWritten,
});

interface Given {
  settlement: string;
  subject_type: SubjectType;
  subject_id: string;
}

async function requireOwn({ settlement, subject_type, subject_id }: Given, { db, caller }: SignedInContext) {
  const { id } = await loadSettlement(settlement, { db, caller });
  const subject = await lockReviewSubject(db, id, subject_type, subject_id, caller.accountId);
  if (subject === undefined) return refuse.notFound('review');
  const own = (await lockReviewByAuthor(db, id, subject, caller.accountId)) ?? refuse.notFound('review');
  return { subject, own };
}

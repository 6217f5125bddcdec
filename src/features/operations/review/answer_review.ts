import { z } from 'zod';
import {
  formatTimestamp,
  id,
  nonBlank,
  outId,
  outTimestamp,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { answerEditableMs, mayAnswerReview, mayWriteAnswer } from '../../../domain/rules/review-answer.ts';
import { maySeeReview } from '../../../domain/rules/review-moderation.ts';
import { findReviewSubject } from '../../../store/directory/review-subjects.ts';
import { findAnswer, findReview, lockReview, saveAnswer } from '../../../store/directory/reviews.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { answerShape } from './shapes.ts';

export const answer_review = defineOperation({
  name: 'answer_review',
  tag: 'Review',
  route: 'POST /settlements/{settlement}/reviews/{review}/answer',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement', 'company'],
  summary: 'Answer a review once, for its subject; the answer can be put right for an hour.',
  description:
    'For a company its confirmed representatives answer every review that is not private, for a contact the board. Takes the identifier from ' +
    'list_reviews. Sent again within an hour it replaces the answer; later it is refused, unless the author has changed ' +
    'the review since. The author is told.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    review: id.describe('Identifier of the review.'),
    body: nonBlank(2000).trim().describe('The answer, at most 2000 characters.'),
  }),
  output: z.object({
    data: answerShape.extend({
      review_id: outId,
      editable_until: outTimestamp.describe('Until then the answer can be replaced.'),
    }),
    replaced: replacedByCall,
  }),
  shortReply: ['data.review_id', 'data.updated_at', 'data.words_at', 'data.editable_until', 'replaced'],
  head: ['settlement', 'review'],
  async load({ settlement, review }, context, lock) {
    const { db, caller } = context;
    const { id: settlementId, settlementRole } = await loadSettlement(settlement, context);
    const { subjectType, subjectId } =
      (await findReview(db, settlementId, review)) ?? refuse.notFound('review');
    const subject = await findReviewSubject(db, settlementId, subjectType, subjectId, caller.accountId, lock);
    const find = lock ? lockReview : findReview;
    const reviewRow = (await find(db, settlementId, review)) ?? refuse.notFound('review');
    const isSeen = maySeeReview(
      { visibility: reviewRow.visibility, isHidden: reviewRow.moderationStatus === 'hidden' },
      {
        settlementRole,
        isModerator: caller.isModerator,
        isAuthor: reviewRow.authorId === caller.accountId,
        representsSubject: subject?.isRepresented ?? false,
      },
    );
    if (subject === undefined || !isSeen) return refuse.notFound('review');
    return { settlementId, settlementRole, subject, reviewRow };
  },
  permit({ settlementRole: { isEditor }, subject }) {
    permit(mayAnswerReview(subject.type, { isEditor, representsSubject: subject.isRepresented }));
  },
  async write({ body }, context, { settlementId, subject, reviewRow }) {
    const { db, caller, now } = context;
    const earlierAnswer = (await findAnswer(db, reviewRow.id)) ?? null;
    const at = now();
    const allowed = mayWriteAnswer(earlierAnswer, reviewRow.updatedAt, at);
    if (allowed !== true) refuse.invalid('answer', allowed);
    const isAnew = earlierAnswer === null || reviewRow.updatedAt > earlierAnswer.updatedAt;
    const createdAt = isAnew ? at : earlierAnswer.createdAt;
    await saveAnswer(db, {
      reviewId: reviewRow.id,
      authorId: caller.accountId,
      body,
      createdAt,
      updatedAt: at,
      wordsAt: reviewRow.updatedAt,
    });
    if (isAnew)
      await publishEvent(context, {
        type: 'review_answered',
        accountId: reviewRow.authorId,
        settlementId,
        subjectType: subject.type,
        subjectId: subject.id,
        subjectName: subject.name,
      });
    const isReplaced = earlierAnswer !== null && earlierAnswer.body !== body;
    const former = isReplaced ? { body: earlierAnswer.body } : null;
    const writer =
      earlierAnswer === null ? undefined : { name: earlierAnswer.authorName, at: earlierAnswer.updatedAt };
    return { review: reviewRow.id, ...showReplacedByCall(former, writer) };
  },
  async show(_input, { db }, { review, replaced }) {
    const answer = (await findAnswer(db, review)) ?? refuse.notFound('review');
    const { body, createdAt, updatedAt, wordsAt } = answer;
    return {
      data: {
        review_id: review,
        body,
        created_at: formatTimestamp(createdAt),
        updated_at: formatTimestamp(updatedAt),
        words_at: formatTimestamp(wordsAt),
        editable_until: formatTimestamp(new Date(createdAt.getTime() + answerEditableMs)),
      },
      ...(replaced && { replaced }),
    };
  },
});

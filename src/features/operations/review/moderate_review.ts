import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { enumField, id, nonBlank, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { quoteUserText, readerTexts } from '../../../domain/rules/question-texts.ts';
import {
  mayDecideOnReview,
  mayModerateReviews,
  maySeeHiddenReviews,
  maySeeReview,
} from '../../../domain/rules/review-moderation.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { findReviewToModerate } from '../../../store/directory/reviews.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { setReviewHidden } from './hiding.ts';
import { moderatedReview, reviewPagePath, shortReviewReply, showPostedReview } from './shapes.ts';

export const moderate_review = defineOperation({
  name: 'moderate_review',
  tag: 'Review',
  route: 'POST /settlements/{settlement}/reviews/{review}/moderate',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement', 'platform'],
  offeredTo: ['editor', 'moderator'],
  summary: 'Hide a review with a reason, or restore it. For the board and for moderators.',
  description:
    'Takes the identifier from list_reviews. A hidden review counts for nothing until it is restored; its author goes ' +
    'on seeing it, with the reason, and is told. Hiding again what you hid replaces the reason; ' +
    'what somebody else hid is refused, with who, when and why in `decision`.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    review: id.describe('Identifier of the review.'),
    decision: enumField(['hide', 'restore']).describe('What to do with it.'),
    reason: nonBlank(500).trim().nullish().describe('Why, in words the author will read. Required to hide.'),
  }),
  output: z.object({ data: moderatedReview }),
  shortReply: shortReviewReply,
  pagePath: reviewPagePath,
  head: ['settlement', 'review'],
  async load({ settlement, review }, context) {
    const { db, caller } = context;
    const { id: settlementId, settlementRole } = await loadSettlement(settlement, context);
    const found =
      (await findReviewToModerate(db, settlementId, review, caller.accountId)) ?? refuse.notFound('review');
    const { representsSubject, hasReported } = found;
    if (!maySeeHiddenReviews(settlementRole, caller.isModerator)) {
      const isSeen = maySeeReview(
        { visibility: found.visibility, isHidden: found.moderationStatus === 'hidden' },
        {
          settlementRole,
          isModerator: caller.isModerator,
          isAuthor: found.authorId === caller.accountId,
          representsSubject,
        },
      );
      if (!isSeen) refuse.notFound('review');
    }
    const isParty = representsSubject || hasReported || found.authorId === caller.accountId;
    return { settlementRole, found, isParty };
  },
  permit({ settlementRole, isParty }, caller, input) {
    permit(mayModerateReviews(settlementRole, caller.isModerator));
    permit(mayDecideOnReview(isParty));
    if (input?.decision === 'hide' && !input.reason)
      refuse.invalid('reason', {
        en: 'Say why the review is hidden: its author will read it.',
        ru: 'Напишите, почему отзыв скрыт: автор это прочтёт.',
      });
  },
  async question(input, _context, { found: { body, medal, visibility } }) {
    if (input.decision === 'restore') return formatRestoreQuestion(visibility);
    const [quoted, reason] = [quoteUserText(body || medal), quoteUserText(input.reason ?? '')];
    return {
      en: `Hide the review ${quoted}? It will no longer count, and its author is told the reason: ${reason}.`,
      ru: `Скрыть отзыв ${quoted}? Он перестанет учитываться, а автор увидит причину: ${reason}.`,
    };
  },
  async write(input, context, { found }) {
    const reason = input.decision === 'hide' ? (input.reason as string) : null;
    const saved = (await setReviewHidden(context, found, reason)) ?? refuse.notFound('review');
    return { data: { ...showPostedReview(saved), moderation_reason: saved.moderationReason } };
  },
  show: showWritten,
});

const formatRestoreQuestion = (visibility: Visibility): Text => ({
  en: `Show this review again? It will be read by ${readerTexts[visibility].en}, and counts again.`,
  ru: `Снова показать отзыв? Прочесть смогут ${readerTexts[visibility].ru}, и он снова учитывается.`,
});

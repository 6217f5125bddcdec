import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { integerId, outCursor, reference } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { maySeeHidden } from '../../rules/review-moderation.ts';
import { seenVisibilities } from '../../rules/standing.ts';
import { listReviews, reviewsPerPage } from '../../store/directory/review-list.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { listedReview, showListedReview, subjectFields } from './shapes.ts';

export const list_reviews = defineOperation({
  name: 'list_reviews',
  tag: 'Review',
  route: 'GET /settlements/{settlement}/reviews',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'What residents of a settlement say of one contact or company, newest first.',
  description:
    'Most are for residents only: without an account the list may be empty although the card counts grades.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    ...subjectFields,
    cursor: integerId('From the previous page.').nullish(),
  }),
  output: z.object({ reviews: z.array(listedReview), cursor: outCursor }),
  async handle({ settlement, subject_type, subject_id, cursor }, { db, caller, services, now }) {
    const { id, standing } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const rows = await listReviews(db, {
      settlementId: id,
      subjectType: subject_type,
      subjectId: subject_id,
      visibilities: seenVisibilities(standing),
      seesHidden: maySeeHidden(standing, caller.isModerator),
      reader: caller.accountId,
      before: cursor ?? undefined,
    });
    const at = now();
    const { page, cursor: next } = cutPage(rows, reviewsPerPage, (last) => last.id);
    return { reviews: page.map((row) => showListedReview(services, row, at)), cursor: next };
  },
});

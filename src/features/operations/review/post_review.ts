import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, formatTimestamp, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { medals, medalWeights, recountMedals } from '../../../domain/rules/medals.ts';
import { isCompanyNotified, mayPostReview } from '../../../domain/rules/review-moderation.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import {
  findReviewSubject,
  hasVerifiedWork,
  saveMedalCounts,
} from '../../../store/directory/review-subjects.ts';
import {
  findReview,
  findReviewByAuthor,
  keepFormerReview,
  type ReviewRow,
  saveReview,
} from '../../../store/directory/reviews.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import {
  formerReview,
  postedReview,
  reviewPagePath,
  shortReviewReply,
  showPostedReview,
  subjectFields,
} from './shapes.ts';

export const post_review = defineOperation({
  name: 'post_review',
  tag: 'Review',
  route: 'POST /settlements/{settlement}/reviews',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Give a contact or company a medal.',
  description:
    'For residents; posting again replaces it, and what it said stays in `earlier` of list_reviews. A company reads all that is not private, and is told.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    ...subjectFields,
    medal: enumField(medals).describe('dung warns, the others praise.'),
    body: text(5000).trim().nullish().describe('In words.'),
    has_used_service: stateDefault(false, z.boolean().nullish().describe('Default false.')),
    visibility: stateDefault('residents', enumField(visibilities).nullish().describe('Default residents.')),
    keep: stateDefault(
      false,
      z.boolean().nullish().describe('True: what is not sent stays as your review has it.'),
    ),
    seen: z
      .object({
        medal: enumField(medals).nullish().describe('As it was; null: there was no review.'),
        body: text(5000).trim().nullish().describe('As it was.'),
        has_used_service: z.boolean().nullish().describe('As it was.'),
        visibility: enumField(visibilities).nullish().describe('As it was.'),
      })
      .nullish()
      .describe('Your review as you saw it; refused when it is another one.'),
  }),
  output: z.object({
    data: postedReview,
    replaced: formerReview.optional().describe('What this call replaced; list_reviews has it in `earlier`.'),
  }),
  toolInput: { keep: true },
  shortReply: [...shortReviewReply, 'replaced'],
  pagePath: reviewPagePath,
  async load({ settlement, subject_type, subject_id }, context, lock) {
    const place = await loadSettlement(settlement, context);
    const { db, caller } = context;
    const subject = await findReviewSubject(db, place.id, subject_type, subject_id, caller.accountId, lock);
    const isRemoved = subject?.type === 'contact' && subject.isArchived;
    if (subject === undefined || (isRemoved && !place.settlementRole.isEditor))
      return refuse.notFound(subject_type);
    return { place, subject };
  },
  permit({ place: { settlementRole }, subject }) {
    permit(
      mayPostReview({ isResident: settlementRole.isResident, representsSubject: subject.isRepresented }),
    );
  },
  async write(
    { settlement: _settlement, subject_type, subject_id: _subject, seen, keep, ...given },
    context,
    { place: { id, name }, subject },
  ) {
    const { db, caller, now, newId } = context;
    if (subject.type === 'company' && subject.isArchived) refuse.invalid('subject_id', companyGone);
    const before = (await findReviewByAuthor(db, id, subject, caller.accountId, true)) ?? null;
    const isHidden = before?.moderationStatus === 'hidden';
    const at = now();
    // The contract empties over REST what is not sent.
    const stays = (keep ?? context.surface !== 'api') ? before : null;
    const next = {
      medal: given.medal,
      weight: medalWeights[given.medal],
      body: given.body === undefined ? (stays?.body ?? null) : given.body || null,
      hasUsedService: given.has_used_service ?? stays?.hasUsedService ?? false,
      visibility: given.visibility ?? stays?.visibility ?? ('residents' as const),
      isVerifiedResident: true,
      isVerifiedWork: await hasVerifiedWork(db, caller.accountId, subject),
    };
    refuseConflicts(pickAuthorFields(next), seen ?? {}, pickAuthorFields(before));
    const isSame =
      before !== null &&
      Object.entries(next).every(([key, value]) => before[key as keyof typeof next] === value);
    if (isSame) return { id: before.id, settlementId: id };
    const isReplaced =
      before !== null &&
      (before.medal !== next.medal || before.body !== next.body || before.visibility !== next.visibility);
    if (isReplaced) await keepFormerReview(db, newId(), before, at);
    const saved = await saveReview(db, {
      ...next,
      id: before?.id ?? newId(),
      settlementId: id,
      subjectType: subject_type,
      subjectId: subject.id,
      authorId: caller.accountId,
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    });
    const was = before && { medal: before.medal, isHidden };
    await saveMedalCounts(db, subject, recountMedals(subject.counts, was, { medal: saved.medal, isHidden }));
    if (isCompanyNotified(subject_type, { visibility: saved.visibility, isHidden }))
      await publishEvent(context, {
        type: 'review_posted',
        settlementId: id,
        settlementName: name,
        companyId: subject.id,
        companyName: subject.name,
        authorId: caller.accountId,
      });
    if (!isReplaced) return { id: saved.id, settlementId: id };
    const { medal, body, visibility } = before;
    const replaced = { medal, body, visibility, at: formatTimestamp(before.updatedAt) };
    return { id: saved.id, settlementId: id, replaced };
  },
  async show(_input, { db }, { settlementId, id, replaced }: PostedReview) {
    const row = (await findReview(db, settlementId, id)) ?? refuse.notFound('review');
    return { data: showPostedReview(row), ...(replaced && { replaced }) };
  },
});

const companyGone = {
  en: 'This company has closed: what was said about it stays, and no new reviews are accepted.',
  ru: 'Компания закрылась: сказанное о ней остаётся, новых отзывов не принимаем.',
};

interface PostedReview {
  id: string;
  settlementId: string;
  replaced?: z.input<typeof formerReview>;
}

/** Fields of a review that its author sets; all null when there is none. */
function pickAuthorFields(row: Pick<ReviewRow, 'medal' | 'body' | 'hasUsedService' | 'visibility'> | null) {
  return {
    medal: row?.medal ?? null,
    body: row?.body ?? null,
    has_used_service: row?.hasUsedService ?? null,
    visibility: row?.visibility ?? null,
  };
}

import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  enumField,
  formatTimestamp,
  integerId,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outUrl,
} from '../../../domain/kernel/fields.ts';
import { medals } from '../../../domain/rules/medals.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { createSignedMediaPath, type MediaUrlSigner } from '../../../engines/media/signed-media-path.ts';
import type { ListedReviewRow } from '../../../store/directory/review-list.ts';
import type { ReviewRow } from '../../../store/directory/reviews.ts';

export const subjectTypes = ['contact', 'company'] as const;
export const moderationStatuses = ['visible', 'hidden'] as const;

/** Input fields for the subject of a review, shared by all operations. */
export const subjectFields = {
  subject_type: enumField(subjectTypes).describe('Contact or company.'),
  subject_id: integerId('Its id.'),
};

const commonFields = {
  has_used_service: z.boolean().describe("The author's own claim."),
  is_verified_resident: z
    .boolean()
    .describe('The service confirms that the author was a confirmed resident of the settlement.'),
  is_verified_work: z
    .boolean()
    .describe(
      'The service confirms that this subject did work for the author: a company said so and the author too, of a contact’s work the board.',
    ),
  visibility: outEnum(visibilities),
};

export const postedReview = z.object({
  id: outId,
  settlement_id: outId,
  subject_type: outEnum(subjectTypes),
  subject_id: outId,
  medal: outEnum(medals),
  weight: z.int().describe('gold 100, silver 10, bronze 1, dung 100; dung is taken off the rating.'),
  body: outText.nullable().describe('Null: a medal without words.'),
  ...commonFields,
  moderation_status: outEnum(moderationStatuses),
  created_at: outTimestamp,
  updated_at: outTimestamp,
});

export const moderatedReview = postedReview.extend({
  moderation_reason: outText.nullable().describe('Why it is hidden; null unless it is.'),
});

export const answerShape = z.object({
  body: outText,
  created_at: outTimestamp,
  updated_at: outTimestamp,
  words_at: outTimestamp
    .nullable()
    .describe(
      'When the words it answers were written: other ones than `updated_at` of the review where they were changed since; null: earlier words, of a time not known.',
    ),
});

/** Words of a review that its author has replaced. */
export const formerReview = z.object({
  medal: outEnum(medals),
  body: outText.nullable().describe('Null: a medal without words.'),
  visibility: outEnum(visibilities),
  at: outTimestamp.describe('When they were written.'),
});

export const listedReview = z.object({
  id: outId,
  medal: outEnum(medals),
  body: outText.nullable().describe('Null: a medal without words.'),
  author: outText.describe('A short display name, never the whole one.'),
  is_own: z.boolean().describe('True: yours.'),
  ...commonFields,
  photos: z.array(
    z.object({
      id: outId,
      path: outUrl.describe(
        'Where the picture is, below the base address; expires within two hours, then list again.',
      ),
      caption: outText,
    }),
  ),
  created_at: outTimestamp,
  updated_at: outTimestamp.describe('When its author wrote it as it is.'),
  earlier: z
    .array(formerReview)
    .optional()
    .describe(
      'What its author replaced, newest first, at most 20: for the author, who it grades and who moderates.',
    ),
  answer: answerShape.optional().describe("The subject's answer; absent while there is none."),
  moderation_status: outEnum(['hidden'])
    .optional()
    .describe('Present on a hidden review, which only its author and those who moderate see.'),
  moderation_reason: outText.optional().describe('Why it is hidden.'),
  subject_type: outEnum(subjectTypes).optional().describe('Present where the subject was left out.'),
  subject_id: outId.optional().describe('The contact or company; likewise.'),
  subject_name: outText.optional().describe('Likewise.'),
  settlement: z
    .object({ id: outId, slug: outSlug, name: outText })
    .optional()
    .describe('Whose resident says it, the `settlement` of answer_review; likewise.'),
  reports: z
    .int()
    .optional()
    .describe('With `across`: how many open reports of it you see, decided with edit_task.'),
  report_id: outId.optional().describe('The oldest of them, a task; absent where there is none.'),
});

export function showPostedReview(row: ReviewRow): z.input<typeof postedReview> {
  return {
    id: row.id,
    settlement_id: row.settlementId,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    medal: row.medal,
    weight: row.weight,
    body: row.body,
    has_used_service: row.hasUsedService,
    is_verified_resident: row.isVerifiedResident,
    is_verified_work: row.isVerifiedWork,
    visibility: row.visibility,
    moderation_status: row.moderationStatus,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** The reader's account (null: anonymous) and the time of reading. */
interface ReviewReader {
  reader: string | null;
  at: Date;
}

/** For lists over several subjects: with subject and settlement. */
export function showReviewWithSubject(
  services: MediaUrlSigner,
  row: ListedReviewRow,
  seen: ReviewReader,
): z.input<typeof listedReview> {
  return {
    ...showListedReview(services, row, seen),
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName ?? '',
    settlement: row.settlement,
  };
}

export function showListedReview(
  services: MediaUrlSigner,
  row: ListedReviewRow,
  { reader, at }: ReviewReader,
): z.input<typeof listedReview> {
  return {
    id: row.id,
    medal: row.medal,
    body: row.body,
    author: shortenName(row.authorName),
    is_own: row.authorId === reader,
    has_used_service: row.hasUsedService,
    is_verified_resident: row.isVerifiedResident,
    is_verified_work: row.isVerifiedWork,
    visibility: row.visibility,
    photos: row.photos.map(({ id, caption, isDocument, visibility }) => ({
      id,
      path: createSignedMediaPath(services, { id, visibility }, isDocument ? 'original' : 'medium', at),
      caption,
    })),
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
    ...(row.earlier &&
      row.earlier.length > 0 && {
        earlier: row.earlier.map((each) => ({ ...each, at: formatTimestamp(new Date(each.at)) })),
      }),
    ...(row.answerBody !== null &&
      row.answeredAt !== null &&
      row.answerUpdatedAt !== null && {
        answer: {
          body: row.answerBody,
          created_at: formatTimestamp(row.answeredAt),
          updated_at: formatTimestamp(row.answerUpdatedAt),
          words_at: formatTimestamp(row.answeredWordsAt),
        },
      }),
    ...(row.moderationStatus === 'hidden' && {
      moderation_status: 'hidden',
      moderation_reason: row.moderationReason ?? '',
    }),
  };
}

/** What an assistant needs after a write. */
export const shortReviewReply = [
  'data.id',
  'data.subject_type',
  'data.subject_id',
  'data.medal',
  'data.visibility',
  'data.is_verified_work',
  'data.moderation_status',
  'data.updated_at',
];

/** Reviews stand on the page of their subject. */
export const reviewPagePath = (
  { data }: { data: { subject_type: string; subject_id: string } },
  { settlement }: Readonly<Record<string, unknown>>,
) =>
  data.subject_type === 'company'
    ? fillPath(paths.company, { company: data.subject_id })
    : fillPath(paths.contact, { settlement: String(settlement), contact: data.subject_id });

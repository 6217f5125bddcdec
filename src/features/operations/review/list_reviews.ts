import { z } from 'zod';
import {
  onlyOnMcpServers,
  optionalOnMcpServers,
  restOnly,
  stateDefault,
} from '../../../domain/kernel/argument-metadata.ts';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import {
  flag,
  idCursor,
  id as identifier,
  outCursor,
  pageLimit,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import {
  listReadableReviewVisibilities,
  mayModerateReviews,
  maySeeHiddenReviews,
} from '../../../domain/rules/review-moderation.ts';
import { noSettlementRole } from '../../../domain/rules/settlement-role.ts';
import { listRepresentedCompanyIds } from '../../../store/directory/company-representatives.ts';
import { listReviews, listReviewsOfCompanies, reviewsPerPage } from '../../../store/directory/review-list.ts';
import { isCompanyRepresentative } from '../../loaders/memberships.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { listSettlementReviews } from './settlement-reviews.ts';
import { listedReview, showListedReview, showReviewWithSubject, subjectFields } from './shapes.ts';

const subjectMissing = {
  en: 'Name the contact or company with subject_type and subject_id. Only with the tools of a company may who speaks for it leave both out, to read of it from every settlement.',
  ru: 'Назовите контакт или компанию в subject_type и subject_id. Оставить пустыми оба может только представитель компании в инструментах компаний: тогда придут отзывы о ней из всех посёлков.',
};

const settlementMissing = {
  en: 'Name the settlement whose residents’ reviews you want; list_settlements has them.',
  ru: 'Назовите посёлок, отзывы жителей которого нужны; посёлки перечисляет list_settlements.',
};

export const list_reviews = defineOperation({
  name: 'list_reviews',
  tag: 'Review',
  route: 'GET /settlements/{settlement}/reviews',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'What residents say of one contact or company, newest first.',
  description: 'Most are for residents only. A company leaves all arguments out for those of itself.',
  input: z.object({
    settlement: reference.optional().describe('Slug or id.'),
    subject_type: optionalOnMcpServers(['settlement', 'company'], subjectFields.subject_type),
    subject_id: optionalOnMcpServers(['settlement', 'company'], subjectFields.subject_id),
    mine: stateDefault(false, flag.optional().describe('True: only your own of the subject.')),
    across: onlyOnMcpServers(
      ['settlement'],
      stateDefault(
        false,
        flag
          .optional()
          .describe('True: on everybody here, whatever the subject. For the board and moderators.'),
      ),
    ),
    reported: onlyOnMcpServers(
      ['settlement'],
      stateDefault(
        false,
        flag.optional().describe('With `across`, true: only those with open reports you see.'),
      ),
    ),
    review: restOnly(identifier.optional().describe('With `across`: only this one.')),
    detail,
    limit: pageLimit(reviewsPerPage, reviewsPerPage),
    cursor: idCursor.nullish(),
  }),
  summaryFields: [
    'reviews.id',
    'reviews.medal',
    'reviews.body',
    'reviews.author',
    'reviews.is_own',
    'reviews.created_at',
    'reviews.answer',
    'reviews.subject_type',
    'reviews.subject_id',
    'reviews.subject_name',
    'reviews.settlement',
    'reviews.reports',
    'reviews.report_id',
    'cursor',
  ],
  output: z.object({ reviews: z.array(listedReview), cursor: outCursor }),
  async show(
    { settlement, subject_type, subject_id, mine, across, reported, review, limit, cursor },
    { db, caller, services, now },
  ) {
    const place = settlement === undefined ? null : await loadSettlement(settlement, { db, caller });
    const reader = caller.accountId;
    const before = cursor ?? undefined;
    const at = now();
    const isLeftOut = subject_type === undefined && subject_id === undefined;
    if (across && place !== null) {
      const { id, settlementRole } = place;
      permit(
        maySeeHiddenReviews(settlementRole, caller.isModerator) || mayModerateReviews(settlementRole, false),
      );
      const view = { settlementId: id, accountId: reader, settlementRole, isModerator: caller.isModerator };
      return listSettlementReviews({ db, services, at }, view, {
        reportedOnly: reported ?? false,
        only: review,
        before,
        limit,
      });
    }
    if (subject_type === undefined || subject_id === undefined) {
      const companies = isLeftOut && reader !== null ? await listRepresentedCompanyIds(db, reader) : [];
      if (reader === null || companies.length === 0)
        return refuse.invalidFields({
          ...(subject_type === undefined && { subject_type: [subjectMissing] }),
          ...(subject_id === undefined && { subject_id: [subjectMissing] }),
        });
      const visibilities = listReadableReviewVisibilities(noSettlementRole, true);
      const rows = await listReviewsOfCompanies(db, companies, {
        visibilities,
        reader,
        only: review,
        before,
      });
      const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
      return {
        reviews: page.map((row) => showReviewWithSubject(services, row, { reader, at })),
        cursor: next,
      };
    }
    if (place === null) return refuse.invalid('settlement', settlementMissing);
    const { id, settlementRole } = place;
    const representsSubject =
      subject_type === 'company' && (await isCompanyRepresentative(db, subject_id, caller));
    const rows = await listReviews(db, {
      settlementId: id,
      subjectType: subject_type,
      subjectId: subject_id,
      visibilities: listReadableReviewVisibilities(settlementRole, representsSubject),
      seesHidden: maySeeHiddenReviews(settlementRole, caller.isModerator),
      representsSubject,
      onlyOwn: mine ?? false,
      reader,
      before,
    });
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return { reviews: page.map((row) => showListedReview(services, row, { reader, at })), cursor: next };
  },
});

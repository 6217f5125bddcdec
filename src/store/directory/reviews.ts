import type { Db } from '../../base/db/connect.ts';
import type { Medal } from '../../domain/rules/medals.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import type { SubjectType } from './review-subjects.ts';

export type ModerationStatus = 'visible' | 'hidden';

export interface ReviewRow {
  id: string;
  settlementId: string;
  subjectType: SubjectType;
  subjectId: string;
  authorId: string;
  medal: Medal;
  weight: number;
  body: string | null;
  hasUsedService: boolean;
  isVerifiedResident: boolean;
  isVerifiedWork: boolean;
  visibility: Visibility;
  moderationStatus: ModerationStatus;
  moderationReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = (db: Db) => db`
  r.id, r.settlement_id as "settlementId", r.subject_type as "subjectType", r.subject_id as "subjectId",
  r.author_id as "authorId", r.medal, r.weight, r.body, r.has_used_service as "hasUsedService",
  r.is_verified_resident as "isVerifiedResident", r.is_verified_work as "isVerifiedWork", r.visibility,
  r.moderation_status as "moderationStatus", r.moderation_reason as "moderationReason",
  r.created_at as "createdAt", r.updated_at as "updatedAt"`;

/** The account's review. Lock the subject first. */
export async function findReviewByAuthor(
  db: Db,
  settlementId: string,
  subject: { type: SubjectType; id: string },
  authorId: string,
  lock: boolean,
): Promise<ReviewRow | undefined> {
  const [row] = await db<ReviewRow[]>`
    select ${columns(db)} from review r
     where r.settlement_id = ${settlementId} and r.subject_type = ${subject.type} and r.subject_id = ${subject.id}
       and r.author_id = ${authorId}
       ${lock ? db`for update of r` : db``}`;
  return row;
}

export async function findReview(db: Db, settlementId: string, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db<ReviewRow[]>`
    select ${columns(db)} from review r where r.id = ${id} and r.settlement_id = ${settlementId}`;
  return row;
}

export interface ReviewToModerate extends ReviewRow {
  /** The account speaks for whom it grades. */
  representsSubject: boolean;
  /** The account has reported its present words. */
  hasReported: boolean;
}

export async function findReviewToModerate(
  db: Db,
  settlementId: string,
  id: string,
  accountId: string,
): Promise<ReviewToModerate | undefined> {
  const [row] = await db<ReviewToModerate[]>`
    select ${columns(db)},
           r.subject_type = 'company' and exists (
             select 1 from company_representative c
              where c.company_id = r.subject_id and c.account_id = ${accountId} and c.state = 'confirmed') as "representsSubject",
           exists (select 1 from task t where t.review_id = r.id and t.author_id = ${accountId} and t.status <> 'cancelled'
                      and (t.status <> 'done' or t.created_at >= r.updated_at)) as "hasReported"
      from review r where r.id = ${id} and r.settlement_id = ${settlementId}`;
  return row;
}

/** By id in any settlement. */
export async function findReviewById(db: Db, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db<ReviewRow[]>`select ${columns(db)} from review r where r.id = ${id}`;
  return row;
}

export async function lockReview(db: Db, settlementId: string, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db<ReviewRow[]>`
    select ${columns(db)} from review r where r.id = ${id} and r.settlement_id = ${settlementId} for update of r`;
  return row;
}

/** Inserts the review, or replaces the author's review of the same subject. */
export async function saveReview(
  db: Db,
  review: Omit<ReviewRow, 'moderationStatus' | 'moderationReason'>,
): Promise<ReviewRow> {
  const [row] = await db<ReviewRow[]>`
    insert into review as r (id, settlement_id, subject_type, subject_id, author_id, medal, weight, body, has_used_service,
                             is_verified_resident, is_verified_work, visibility, created_at, updated_at)
    values (${review.id}, ${review.settlementId}, ${review.subjectType}, ${review.subjectId}, ${review.authorId}, ${review.medal},
            ${review.weight}, ${review.body}, ${review.hasUsedService}, ${review.isVerifiedResident}, ${review.isVerifiedWork},
            ${review.visibility}, ${review.createdAt}, ${review.updatedAt})
    on conflict (settlement_id, subject_type, subject_id, author_id) do update
      set medal = excluded.medal, weight = excluded.weight, body = excluded.body, has_used_service = excluded.has_used_service,
          is_verified_resident = excluded.is_verified_resident, is_verified_work = excluded.is_verified_work,
          visibility = excluded.visibility, updated_at = excluded.updated_at
    returning ${columns(db)}`;
  return row as ReviewRow;
}

/** Former words that are kept of one review: the newest. */
export const maxFormerReviews = 20;

/** Keeps the words of a review that is about to be replaced. */
export async function keepFormerReview(db: Db, id: string, review: ReviewRow, now: Date): Promise<void> {
  await db`
    insert into former_review (id, review_id, author_id, medal, body, visibility, was_hidden, written_at, replaced_at)
    values (${id}, ${review.id}, ${review.authorId}, ${review.medal}, ${review.body}, ${review.visibility},
            ${review.moderationStatus === 'hidden'}, ${review.updatedAt}, ${now})`;
  await db`
    delete from former_review where review_id = ${review.id} and id <= (
      select id from former_review where review_id = ${review.id} order by id desc offset ${maxFormerReviews} limit 1)`;
}

/** Deletes its photographs too; the media sweep removes their files. */
export async function deleteReview(db: Db, id: string): Promise<void> {
  await db`
    with gone as (delete from media where subject_type = 'review' and subject_id = ${id} returning id),
         forgotten as (delete from replaced_value where subject_type = 'media' and subject_id in (select id from gone))
    delete from tagging where subject_type = 'media' and subject_id in (select id from gone)`;
  await db`delete from review where id = ${id}`;
}

export async function setModeration(
  db: Db,
  id: string,
  status: ModerationStatus,
  reason: string | null,
  moderatorId: string,
): Promise<ReviewRow> {
  const [row] = await db<ReviewRow[]>`
    update review r set moderation_status = ${status}, moderation_reason = ${reason}, moderated_by = ${moderatorId}
     where r.id = ${id} returning ${columns(db)}`;
  return row as ReviewRow;
}

export interface AnswerRow {
  body: string;
  createdAt: Date;
  updatedAt: Date;
  /** When the words that it answers were written; null: not known. */
  wordsAt: Date | null;
}

export interface AnswerInForce extends AnswerRow {
  /** Who wrote it; null: the account is gone. */
  authorName: string | null;
}

/** An answer of an earlier version says no time: it is to today's words unless they were changed after it. */
export const answeredWordsAt = (db: Db) => db`
  coalesce(w.words_at, case when r.updated_at <= w.updated_at then r.updated_at end)`;

export async function findAnswer(db: Db, reviewId: string): Promise<AnswerInForce | undefined> {
  const [row] = await db<AnswerInForce[]>`
    select w.body, w.created_at as "createdAt", w.updated_at as "updatedAt", ${answeredWordsAt(db)} as "wordsAt",
           a.display_name as "authorName"
      from review_answer w join review r on r.id = w.review_id left join account a on a.id = w.author_id
     where w.review_id = ${reviewId}`;
  return row;
}

export async function saveAnswer(
  db: Db,
  answer: AnswerRow & { reviewId: string; authorId: string },
): Promise<void> {
  await db`
    insert into review_answer (review_id, author_id, body, created_at, updated_at, words_at)
    values (${answer.reviewId}, ${answer.authorId}, ${answer.body}, ${answer.createdAt}, ${answer.updatedAt}, ${answer.wordsAt})
    on conflict (review_id) do update
      set author_id = excluded.author_id, body = excluded.body, created_at = excluded.created_at,
          updated_at = excluded.updated_at, words_at = excluded.words_at`;
}

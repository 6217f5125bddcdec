import type { Db } from '../../base/db/connect.ts';
import { maxId } from '../../domain/kernel/identifier.ts';
import type { Medal } from '../../domain/rules/medals.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { seesTask } from '../visibility/task-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';
import type { SubjectType } from './review-subjects.ts';
import { answeredWordsAt, type ModerationStatus, type ReviewRow } from './reviews.ts';

export interface ListedReviewRow extends Omit<ReviewRow, 'settlementId' | 'weight'> {
  authorName: string;
  settlement: { id: string; slug: string; name: string };
  /** Null when the subject was deleted. */
  subjectName: string | null;
  /** Null without an answer. */
  answerBody: string | null;
  answeredAt: Date | null;
  answerUpdatedAt: Date | null;
  answeredWordsAt: Date | null;
  /** Words of it that were replaced, newest first; null: not for this reader. */
  earlier: { medal: Medal; body: string | null; visibility: Visibility; at: string }[] | null;
  photos: { id: string; caption: string; isDocument: boolean; visibility: Visibility }[];
  /** Open reports of it that a moderator decides; null where there is none or nobody moderates. */
  reports: { count: number; oldest: string } | null;
}

export interface ReviewFilter {
  settlementId: string;
  subjectType: SubjectType;
  subjectId: string;
  /** Visibilities the reader may see; own reviews are always included. */
  visibilities: readonly Visibility[];
  seesHidden: boolean;
  representsSubject: boolean;
  /** Only reviews by the reader. */
  onlyOwn?: boolean;
  reader: string | null;
  before?: string | undefined;
}

/** Page size; listReviews reads one more to detect a next page. */
export const reviewsPerPage = 30;

/**
 * Newest first. Reads the newest rows of each visibility from the index and merges them, so that the cost of a page
 * does not depend on its position or on how rare visible reviews are.
 */
export async function listReviews(db: Db, filter: ReviewFilter): Promise<ListedReviewRow[]> {
  const { settlementId, subjectType, subjectId, visibilities, reader } = filter;
  // A company that was joined to another has its reviews there.
  const subject =
    subjectType === 'company'
      ? db`(select coalesce(c.joined_to, c.id) from company c where c.id = ${subjectId})`
      : db`${subjectId}::bigint`;
  const statuses: ModerationStatus[] = filter.seesHidden ? ['visible', 'hidden'] : ['visible'];
  const before = filter.before ?? String(maxId);
  const ofSubject = db`
    r.subject_type = ${subjectType} and r.subject_id = ${subject} and r.settlement_id = ${settlementId} and r.id < ${before}`;
  // One union branch per visibility and a literal limit let PostgreSQL reuse a generic plan; planning costs more than
  // reading the page.
  const newestOfEach = statuses
    .flatMap((status) => visibilities.map((visibility) => ({ status, visibility })))
    .map(
      ({ status, visibility }) => db`
        (select r.id from review r
          where ${ofSubject} and r.moderation_status = ${status} and r.visibility = ${visibility}
          order by r.id desc limit 31)`,
    );
  const own =
    reader === null ? [] : [db`(select r.id from review r where ${ofSubject} and r.author_id = ${reader})`];
  const wanted = filter.onlyOwn ? own : [...newestOfEach, ...own];
  if (wanted.length === 0) return [];
  const branches = wanted.reduce((all, branch) => db`${all} union ${branch}`);
  const readsEarlierAs = filter.seesHidden ? 'moderator' : filter.representsSubject ? 'subject' : 'author';
  return readReviewPage(db, branches, { visibilities, reader, readsEarlierAs });
}

/**
 * Reviews of these companies from all settlements, newest first, as their representatives see them: neither private
 * nor hidden.
 */
export async function listReviewsOfCompanies(
  db: Db,
  companyIds: readonly string[],
  filter: {
    visibilities: readonly Visibility[];
    reader: string;
    only?: string | undefined;
    before?: string | undefined;
  },
): Promise<ListedReviewRow[]> {
  const { only } = filter;
  const newestOfEach = db`
    select page.id from unnest(${[...companyIds]}::bigint[]) c (id) cross join lateral (
      select r.id from review r
       where r.subject_type = 'company' and r.subject_id = c.id and r.id < ${filter.before ?? String(maxId)}
         ${only === undefined ? db`` : db`and r.id = ${only}`}
         and r.moderation_status = 'visible' and r.visibility <> 'private'
       order by r.id desc limit 31) page`;
  const { visibilities, reader } = filter;
  return readReviewPage(db, newestOfEach, { visibilities, reader, readsEarlierAs: 'subject' });
}

/** Reporters see their own, and decide neither that one nor another of the same review. */
const isOpenReport = (db: Db, reader: Reader) => db`
  t.kind = 'report' and t.status in ('open', 'in_progress') and ${seesTask(db, reader)}
  and not exists (select 1 from task o where o.review_id = t.review_id and o.author_id = ${reader.accountId} and o.status <> 'cancelled')`;

/**
 * All reviews in a settlement for its moderators, including hidden ones, newest first; also those reported to them
 * that they would not see by visibility.
 */
export async function listReviewsForModeration(
  db: Db,
  reader: Reader,
  filter: {
    visibilities: readonly Visibility[];
    reportedOnly: boolean;
    only?: string | undefined;
    before?: string | undefined;
  },
): Promise<ListedReviewRow[]> {
  const { visibilities, only } = filter;
  const isHere = db`
    r.settlement_id = ${reader.settlementId} and r.id < ${filter.before ?? String(maxId)}
    ${only === undefined ? db`` : db`and r.id = ${only}`}`;
  const reported = db`
    (select r.id from review r
      where ${isHere} and exists (select 1 from task t where t.review_id = r.id and ${isOpenReport(db, reader)})
      order by r.id desc limit 31)`;
  const seen = db`
    (select r.id from review r where ${isHere} and r.visibility = any(${[...visibilities]}::text[])
      order by r.id desc limit 31)`;
  const found = filter.reportedOnly ? reported : db`${seen} union ${reported}`;
  const reports = db`
    (select json_build_object('count', count(*), 'oldest', min(t.id)::text) from task t
      where t.review_id = r.id and ${isOpenReport(db, reader)} having count(*) > 0)`;
  const view = { visibilities, reader: reader.accountId, readsEarlierAs: 'moderator' } as const;
  return readReviewPage(db, found, view, reports);
}

interface ReviewView {
  visibilities: readonly Visibility[];
  reader: string | null;
  /** Everybody reads the earlier words of their own reviews. */
  readsEarlierAs: 'author' | 'subject' | 'moderator';
}

/** Full rows of the newest reviews whose ids `found` selects. */
function readReviewPage(
  db: Db,
  found: ReturnType<Db>,
  { visibilities, reader, readsEarlierAs }: ReviewView,
  reports = db`null::json`,
): PromiseLike<ListedReviewRow[]> {
  const isOwn = db`r.author_id = ${reader}`;
  const others = {
    author: db`false`,
    subject: db`f.visibility = any(${[...visibilities]}::text[]) and not f.was_hidden`,
    moderator: db`f.visibility = any(${[...visibilities]}::text[])`,
  }[readsEarlierAs];
  return db<ListedReviewRow[]>`
    with page as (select kinds.id from (${found}) kinds order by kinds.id desc limit 31)
    select r.id, r.subject_type as "subjectType", r.subject_id as "subjectId", r.author_id as "authorId", r.medal, r.body, r.has_used_service as "hasUsedService",
           r.is_verified_resident as "isVerifiedResident", r.is_verified_work as "isVerifiedWork", r.visibility,
           r.moderation_status as "moderationStatus", r.moderation_reason as "moderationReason",
           r.created_at as "createdAt", r.updated_at as "updatedAt", a.display_name as "authorName", coalesce(c.name, k.name) as "subjectName",
           json_build_object('id', s.id::text, 'slug', s.slug, 'name', s.name) as settlement,
           w.body as "answerBody", w.created_at as "answeredAt", w.updated_at as "answerUpdatedAt", ${answeredWordsAt(db)} as "answeredWordsAt",
           case when ${readsEarlierAs !== 'author'} or ${isOwn} then
             (select coalesce(json_agg(json_build_object('medal', f.medal, 'body', f.body, 'visibility', f.visibility, 'at', f.written_at) order by f.id desc), '[]')
                from former_review f where f.review_id = r.id and (${isOwn} or (${others}))) end as earlier,
           (select coalesce(json_agg(json_build_object('id', p.id::text, 'caption', p.caption, 'isDocument', p.is_document, 'visibility', p.visibility) order by p.id), '[]')
              from (select m.id, m.caption, m.visibility, m.content_type = 'application/pdf' as is_document from media m
                     where m.subject_type = 'review' and m.subject_id = r.id and m.state = 'ready'
                       and (m.visibility = any(${[...visibilities]}::text[]) or m.owner_id = ${reader})
                     order by m.id limit 20) p) as photos,
           ${reports} as reports
      from page
      join review r on r.id = page.id
      join account a on a.id = r.author_id
      join settlement s on s.id = r.settlement_id
      left join company c on r.subject_type = 'company' and c.id = r.subject_id
      left join contact k on r.subject_type = 'contact' and k.id = r.subject_id
      left join review_answer w on w.review_id = r.id
     order by r.id desc`;
}

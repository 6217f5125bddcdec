import type { Db } from '../../base/db/connect.ts';
import type { Medal, MedalCounts } from '../../domain/rules/medals.ts';
import { cancelTasks } from './company-decisions.ts';
import { maxFormerReviews } from './reviews.ts';

interface DoubleReview {
  keptId: string;
  droppedId: string;
}

/** A review of an author who graded both companies in one settlement: the later one stays. */
async function listDoubleReviews(db: Db, from: string, to: string): Promise<DoubleReview[]> {
  return db<DoubleReview[]>`
    select case when o.updated_at > t.updated_at then o.id else t.id end as "keptId",
           case when o.updated_at > t.updated_at then t.id else o.id end as "droppedId"
      from review o join review t on t.subject_type = 'company' and t.subject_id = ${to}
                                 and t.settlement_id = o.settlement_id and t.author_id = o.author_id
     where o.subject_type = 'company' and o.subject_id = ${from} order by o.id`;
}

/** A report that waited for a decision beside another of the same person, which goes on. */
export interface EndedReport {
  title: string;
  authorId: string;
  /** The one that goes on. */
  keptId: string;
}

export interface DroppedAnswer {
  review_id: string;
  body: string;
}

/**
 * Reviews go over; of two by one author the later stays, with the other's words among its earlier ones and its pictures
 * and reports beside its own; of two reports by one person that wait, that of the other is ended. Returns those reports, and answers that found no place because the review that stays has one.
 */
export async function moveReviews(
  db: Db,
  from: string,
  to: string,
  { by, at, newId }: { by: string; at: Date; newId: () => string },
): Promise<{ answers: DroppedAnswer[]; reports: EndedReport[] }> {
  const doubles = await listDoubleReviews(db, from, to);
  const kept = doubles.map(({ keptId }) => keptId);
  const dropped = doubles.map(({ droppedId }) => droppedId);
  const pairs = db`unnest(${kept}::bigint[], ${dropped}::bigint[]) pair (kept, dropped)`;
  let answers: DroppedAnswer[] = [];
  let reports: EndedReport[] = [];
  if (doubles.length > 0) {
    await db`
      insert into former_review (id, review_id, author_id, medal, body, visibility, was_hidden, written_at, replaced_at)
      select n.id, n.kept, r.author_id, r.medal, r.body, r.visibility, r.moderation_status = 'hidden', r.updated_at, ${at}::timestamptz
        from unnest(${doubles.map(newId)}::bigint[], ${kept}::bigint[], ${dropped}::bigint[]) n (id, kept, dropped)
        join review r on r.id = n.dropped`;
    await db`update former_review f set review_id = pair.kept from ${pairs} where f.review_id = pair.dropped`;
    await db`
      delete from former_review f using (
        select id, row_number() over (partition by review_id order by id desc) as place from former_review
         where review_id = any(${kept}::bigint[])) old
       where old.id = f.id and old.place > ${maxFormerReviews}`;
    await db`update media m set subject_id = pair.kept from ${pairs} where m.subject_type = 'review' and m.subject_id = pair.dropped`;
    const waiting = db`('open', 'in_progress')`;
    const twice = await db<(EndedReport & { id: string; status: string })[]>`
      select t.id, t.status, t.title, t.author_id as "authorId", o.id as "keptId"
        from ${pairs} join task t on t.review_id = pair.dropped and t.status in ${waiting}
        join task o on o.review_id = pair.kept and o.author_id = t.author_id and o.status in ${waiting}
       order by t.id for update of t`;
    await cancelTasks(db, twice, { by, at }, newId);
    reports = twice.map(({ title, authorId, keptId }) => ({ title, authorId, keptId }));
    await db`update task t set review_id = pair.kept from ${pairs} where t.review_id = pair.dropped`;
    await db`
      update review_answer a set review_id = pair.kept from ${pairs}
       where a.review_id = pair.dropped and not exists (select 1 from review_answer o where o.review_id = pair.kept)`;
    answers = await db<DroppedAnswer[]>`
      delete from review_answer where review_id = any(${dropped}::bigint[]) returning review_id, body`;
    await db`delete from review where id = any(${dropped}::bigint[])`;
  }
  await db`update review set subject_id = ${to} where subject_type = 'company' and subject_id = ${from}`;
  return { answers, reports };
}

/** Whether more than this goes over with the company, of all that a joining moves row by row. */
export async function hasMoreThan(db: Db, companyId: string, most: number): Promise<boolean> {
  const upTo = (rows: ReturnType<Db>) => db`(select count(*) from (${rows} limit ${most + 1}) counted)`;
  const [row] = await db<{ isMore: boolean }[]>`
    select ${upTo(db`select 1 from review where subject_type = 'company' and subject_id = ${companyId}`)}
         + ${upTo(db`select 1 from task where company_id = ${companyId}`)}
         + ${upTo(db`select 1 from conversation where company_id = ${companyId}`)}
         + ${upTo(db`select 1 from media where subject_type = 'company' and subject_id = ${companyId}`)} > ${most} as "isMore"`;
  return row?.isMore === true;
}

/** Counts medals anew and says of each review whether work was done, over what both companies brought. */
export async function countJoinedMedals(db: Db, companyId: string): Promise<MedalCounts> {
  await db`
    update review r set is_verified_work = not r.is_verified_work
     where r.subject_type = 'company' and r.subject_id = ${companyId}
       and r.is_verified_work <> exists (
             select 1 from task t where t.author_id = r.author_id and t.company_id = ${companyId} and t.is_verified_work)`;
  const rows = await db<{ medal: Medal; count: number }[]>`
    select medal, count(*)::integer as count from review
     where subject_type = 'company' and subject_id = ${companyId} and moderation_status = 'visible' group by medal`;
  const counts = { gold: 0, silver: 0, bronze: 0, dung: 0 };
  for (const { medal, count } of rows) counts[medal] = count;
  return counts;
}

/** Works, conversations, pictures, tags and settlements go over; a conversation that both had with a person stays beside the other. */
export async function moveCompanyThings(db: Db, from: string, to: string): Promise<void> {
  await db`update task set company_id = ${to} where company_id = ${from}`;
  await db`
    update conversation c
       set company_id = ${to},
           member_key = case when exists (select 1 from conversation o
                                           where o.member_key = replace(c.member_key, ${`company:${from}:`}, ${`company:${to}:`}))
                             then c.member_key else replace(c.member_key, ${`company:${from}:`}, ${`company:${to}:`}) end
     where c.company_id = ${from}`;
  await db`update media set subject_id = ${to} where subject_type = 'company' and subject_id = ${from}`;
  await db`
    insert into company_settlement (company_id, settlement_id)
    select ${to}, settlement_id from company_settlement where company_id = ${from} on conflict do nothing`;
  await db`delete from company_settlement where company_id = ${from}`;
  await db`
    delete from tagging t where t.subject_type = 'company' and t.subject_id = ${from}
       and exists (select 1 from tagging o where o.subject_type = 'company' and o.subject_id = ${to} and o.tag_id = t.tag_id)`;
  await db`update tagging set subject_id = ${to} where subject_type = 'company' and subject_id = ${from}`;
  await db`update company set joined_to = ${to} where joined_to = ${from}`;
}

/**
 * Who speaks for a checked company speaks for the one it is joined to; who registered one that nobody checked asks to, so
 * that registering a double is no way into a company.
 */
export async function moveRepresentatives(
  db: Db,
  from: { id: string; isVerified: boolean },
  to: string,
  { by, at }: { by: string; at: Date },
): Promise<{ accountId: string; state: 'claimed' | 'confirmed' }[]> {
  const moved = await db<{ accountId: string; state: 'claimed' | 'confirmed' }[]>`
    insert into company_representative (company_id, account_id, state, created_at, decided_by, decided_at)
    select ${to}, r.account_id, case when ${from.isVerified}::boolean then r.state else 'claimed' end, ${at}::timestamptz, ${by}, ${at}::timestamptz
      from company_representative r where r.company_id = ${from.id} and r.state <> 'ended'
    on conflict (company_id, account_id) do update
       set state = excluded.state, decided_by = excluded.decided_by, decided_at = excluded.decided_at, reason = ''
     where company_representative.state = 'ended' or (company_representative.state = 'claimed' and excluded.state = 'confirmed')
    returning account_id as "accountId", state`;
  return moved;
}

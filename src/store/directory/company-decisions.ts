import type { Db } from '../../base/db/connect.ts';
import { isCompanyWaiting } from './waiting-companies.ts';

export interface CompanyDecision {
  by: string;
  at: Date;
  reason: string;
}

/** It exists; or it waits, once more or because a moderator took the check back; or it was refused. */
export async function decideCompany(
  db: Db,
  id: string,
  to: 'verified' | 'waiting' | 'refused',
  { by, at, reason }: CompanyDecision,
  isAskedAgain: boolean,
): Promise<void> {
  await db`
    update company
       set is_verified = ${to === 'verified'}, verified_by = ${to === 'verified' ? by : null}, refused_at = ${to === 'refused' ? at : null},
           asked_again = ${isAskedAgain ? db`asked_again + 1` : to === 'verified' ? db`0` : db`asked_again`},
           decided_by = ${by}, decided_at = ${at}, decision_reason = ${reason}, updated_at = ${at}
     where id = ${id}`;
}

/**
 * What a company leaves behind is its name, its reviews and the work it finished. Everything by which somebody could be
 * reached goes, in corrections to its card too.
 */
export async function closeCompany(
  db: Db,
  id: string,
  { by, at, reason }: CompanyDecision,
  joinedTo: string | null = null,
): Promise<void> {
  await db`
    update company
       set is_verified = false, verified_by = null, refused_at = null, decided_by = ${by}, decided_at = ${at}, decision_reason = ${reason},
           closed_at = ${joinedTo === null ? at : null}, joined_to = ${joinedTo}, inn = '', phones = '{}', address = '', hours = '',
           site = '', description = '', updated_at = ${at}
     where id = ${id}`;
  await db`
    update change_proposal
       set status = case status when 'pending' then 'withdrawn' else status end,
           proposed = proposed - ${privateFields}::text[], before = before - ${privateFields}::text[],
           applied = applied - ${privateFields}::text[]
     where subject_type = 'company' and subject_id = ${id}`;
  // What a repeated request would be given again; the rows stay, so that none runs twice.
  await db`
    update idempotency_reply r
       set reply = null, summary = jsonb_strip_nulls(jsonb_build_object('id', r.summary -> 'id')),
           bytes = case when r.ref is null then 0 else r.bytes end
      from (select account_id as id from company_representative where company_id = ${id}
            union select a.id from account a where a.platform_role = 'moderator'
            union select unnest(array[p.author_id, p.decided_by]) from change_proposal p
                   where p.subject_type = 'company' and p.subject_id = ${id}) who
     where r.account_id = who.id
       and concat(r.reply, r.summary) like ${`%"${id}"%`}`;
}

const privateFields = ['phones', 'address', 'hours', 'site', 'description'];

/** The media sweep removes their files. */
export async function deleteCompanyPictures(db: Db, companyId: string): Promise<void> {
  await db`
    with gone as (delete from media where subject_type = 'company' and subject_id = ${companyId} returning id),
         forgotten as (delete from replaced_value where subject_type = 'media' and subject_id in (select id from gone))
    delete from tagging where subject_type = 'media' and subject_id in (select id from gone)`;
}

export interface CancelledOrder {
  id: string;
  authorId: string;
}

/**
 * Open orders of a company that has ended or was refused, cancelled as who decided would have done it one by one: all of those of so many
 * authors.
 */
export async function cancelOrders(
  db: Db,
  companyId: string,
  authors: number,
  { by, at }: Pick<CompanyDecision, 'by' | 'at'>,
  newId: () => string,
): Promise<{ orders: CancelledOrder[]; isMore: boolean }> {
  const orders = await db<(CancelledOrder & { status: string })[]>`
    select id, author_id as "authorId", status from task
     where company_id = ${companyId} and status in ('open', 'in_progress')
       and (select c.state from company c where c.id = company_id) in ('closed', 'refused')
       and author_id in (select distinct author_id from task
                          where company_id = ${companyId} and status in ('open', 'in_progress') order by author_id limit ${authors})
     order by id for update`;
  await cancelTasks(db, orders, { by, at }, newId);
  return {
    orders: orders.map(({ id, authorId }) => ({ id, authorId })),
    isMore: new Set(orders.map(({ authorId }) => authorId)).size === authors,
  };
}

/** Locked tasks, with a line in the history of each. */
export async function cancelTasks(
  db: Db,
  tasks: readonly { id: string; status: string }[],
  { by, at }: Pick<CompanyDecision, 'by' | 'at'>,
  newId: () => string,
): Promise<void> {
  if (tasks.length === 0) return;
  const ids = tasks.map(({ id }) => id);
  await db`update task set status = 'cancelled', closed_at = ${at}, updated_at = ${at} where id = any(${ids}::bigint[])`;
  await db`
    insert into task_change (id, task_id, author_id, comment, changes, created_at)
    select n.id, n.task_id, ${by}, '', jsonb_build_object('status', jsonb_build_array(n.status, 'cancelled')), ${at}::timestamptz
      from unnest(${ids.map(newId)}::bigint[], ${ids}::bigint[], ${tasks.map(({ status }) => status)}::text[]) n (id, task_id, status)`;
}

export interface CompanyDouble {
  id: string;
  slug: string;
  name: string;
  inn: string;
  phones: string[];
  state: 'waiting' | 'verified';
  isSameName: boolean;
  isSamePhone: boolean;
  /** Its tax number differs in one or two digits, and the name is not quite another. */
  isLikeInn: boolean;
}

/** Listed companies that may be the same one, checked ones first. */
export async function listCompanyDoubles(db: Db, id: string, limit: number): Promise<CompanyDouble[]> {
  const plain = (text: ReturnType<Db>) =>
    db`regexp_replace(replace(lower(${text}), 'ё', 'е'), '\\m(ооо|зао|оао|ао|ип|пао)\\M|[^[:alnum:]]', '', 'g')`;
  return db<CompanyDouble[]>`
    select d.* from (
      select o.id, o.slug, o.name, o.inn, o.phones, o.state,
             ${plain(db`o.name`)} = ${plain(db`c.name`)} or similarity(lower(o.name), lower(c.name)) >= 0.5 as "isSameName",
             o.phones && c.phones as "isSamePhone",
             levenshtein(o.inn, c.inn) <= 2 and similarity(lower(o.name), lower(c.name)) >= 0.2 as "isLikeInn"
        from company c join company o on o.id <> c.id and o.state in ('waiting', 'verified')
       where c.id = ${id}) d
     where d."isSameName" or d."isSamePhone" or d."isLikeInn"
     order by d.state = 'verified' desc, d."isSamePhone" desc, d."isSameName" desc, d.id limit ${limit}`;
}

/** A company of one's own, as it stands and as one stands to it. */
export interface OwnCompanyRow {
  id: string;
  slug: string;
  name: string;
  state: 'waiting' | 'refused' | 'verified' | 'joined' | 'closed';
  isWaiting: boolean;
  decisionReason: string;
  /** Where it was joined to. */
  joinedSlug: string | null;
  own: 'claimed' | 'confirmed' | 'ended';
  ownReason: string;
  ownDecidedAt: Date | null;
  createdAt: Date;
}

/** Newest first; what ended for the account is kept in the list for a while. */
export async function listOwnCompanies(
  db: Db,
  accountId: string,
  since: Date,
  limit: number,
): Promise<OwnCompanyRow[]> {
  return db<OwnCompanyRow[]>`
    select c.id, c.slug, c.name, c.state, ${isCompanyWaiting(db)} as "isWaiting", c.decision_reason as "decisionReason",
           (select o.slug from company o where o.id = c.joined_to) as "joinedSlug", r.state as own, r.reason as "ownReason",
           r.decided_at as "ownDecidedAt", r.created_at as "createdAt"
      from company_representative r join company c on c.id = r.company_id
     where r.account_id = ${accountId} and (r.state <> 'ended' or r.decided_at > ${since})
     order by r.created_at desc, c.id desc limit ${limit}`;
}

/** Companies that nobody else speaks for: they close with the account. */
export async function listSolelyRepresented(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }[]>`
    select c.id, c.name from company_representative r join company c on c.id = r.company_id
     where r.account_id = ${accountId} and r.state = 'confirmed' and c.state not in ('joined', 'closed')
       and not exists (select 1 from company_representative o
                        where o.company_id = c.id and o.account_id <> r.account_id and o.state = 'confirmed')
     order by c.id limit 200`;
}

/** Closed ones that nobody wrote a review, an order, a message or a correction about, so that registering leaves nothing for ever. */
export async function deleteEmptyCompanies(db: Db, now: Date): Promise<void> {
  await db`
    with gone as (
      delete from company c
       where c.state = 'closed' and c.closed_at < ${now}::timestamptz - interval '30 days'
         and not exists (select 1 from review r where r.subject_type = 'company' and r.subject_id = c.id)
         and not exists (select 1 from task t where t.company_id = c.id)
         and not exists (select 1 from conversation v where v.company_id = c.id)
         and not exists (select 1 from change_proposal p where p.subject_type = 'company' and p.subject_id = c.id)
         and not exists (select 1 from company j where j.joined_to = c.id)
      returning c.id)
    delete from tagging where subject_type = 'company' and subject_id in (select id from gone)`;
}

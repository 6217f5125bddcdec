import type { Db } from '../../base/db/connect.ts';

/**
 * Conditions on `task t` for each party that `listTaskParties` in rules/task-states.ts gives an account, separate so that
 * lists can use one index each. A test compares rule and conditions for every role.
 */
const isMemberOfParcel = (db: Db, parcel: ReturnType<Db>, accountId: string) => db`
  exists (select 1 from membership b where b.parcel_id = ${parcel} and b.account_id = ${accountId} and b.state = 'confirmed')`;

export const isMemberOfTaskParcel = (db: Db, accountId: string) =>
  isMemberOfParcel(db, db`t.parcel_id`, accountId);

export const isMemberOfAddressedParcel = (db: Db, accountId: string) =>
  isMemberOfParcel(db, db`t.to_parcel_id`, accountId);

/** In addition to membership of the addressed plot: has not declined, and neither side has blocked the other. */
export const mayAcceptTask = (db: Db, account: ReturnType<Db>) => db`
  (not exists (select 1 from task_decline d where d.task_id = t.id and d.account_id = ${account})
   and not exists (select 1 from account_block k where (k.account_id = ${account} and k.blocked_id = t.author_id)
                                                    or (k.account_id = t.author_id and k.blocked_id = ${account})))`;

export const isAssignee = (db: Db, accountId: string) =>
  db`(t.assignee_id = ${accountId} or t.further_assignee_ids @> array[${accountId}::bigint])`;

export const isRepresentativeFor = (db: Db, accountId: string) => db`
  exists (select 1 from company_representative r
           where r.company_id = t.company_id and r.account_id = ${accountId} and r.state = 'confirmed')`;

/** As `isCompanyAlone` of the rules. */
export const isCompanyAlone = (db: Db, accountId: string) => db`
  (t.addressee = 'company' and t.author_id <> ${accountId} and ${isRepresentativeFor(db, accountId)}
   and not ${isMemberOfTaskParcel(db, accountId)}
   and not exists (select 1 from settlement_role e
                    where e.settlement_id = t.settlement_id and e.account_id = ${accountId} and e.role = 'editor'))`;

/**
 * Represents the company that the reported review grades, takes part in the conversation of the reported message, or has
 * reported the same: decides nothing about the report, neither on the board nor as a moderator.
 */
export const isPartyToReport = (db: Db, accountId: string) => db`
  (t.kind = 'report' and (
     exists (select 1 from review v join company_representative r on r.company_id = v.subject_id
              where v.id = t.review_id and v.subject_type = 'company' and r.account_id = ${accountId} and r.state = 'confirmed')
     or exists (select 1 from message x join conversation_member w on w.conversation_id = x.conversation_id
                 where x.id = t.message_id and w.account_id = ${accountId})
     or exists (select 1 from task o where o.message_id = t.message_id and o.author_id = ${accountId} and o.status <> 'cancelled')
     or exists (select 1 from task o where o.review_id = t.review_id and o.author_id = ${accountId} and o.status <> 'cancelled')))`;

/** Assignees take part as such; for a company or neighbour only while they belong to it, see the conditions below. */
export const isPersonalAssignment = (db: Db) => db`t.addressee not in ('company', 'neighbour')`;

export const isAssigneeOrMayAccept = (db: Db, accountId: string) =>
  db`(${isAssignee(db, accountId)} or ${mayAcceptTask(db, db`${accountId}::bigint`)})`;

/** Tasks to do: assigned in person, own ones, or addressed to its plot and not accepted yet. */
export const isToDoFor = (db: Db, accountId: string) => db`
  (${isAssignee(db, accountId)}
   or (t.author_id = ${accountId} and t.addressee in ('self', 'contact'))
   or (t.to_parcel_id is not null and t.assignee_id is null and t.author_id <> ${accountId}
       and ${isMemberOfAddressedParcel(db, accountId)} and ${mayAcceptTask(db, db`${accountId}::bigint`)}))`;

/** Participation other than as editor or moderator. */
export function takesPart(db: Db, accountId: string) {
  return db`(t.author_id = ${accountId}
             or (${isAssignee(db, accountId)} and ${isPersonalAssignment(db)})
             or (t.company_id is not null and ${isRepresentativeFor(db, accountId)})
             or (t.parcel_id is not null and ${isMemberOfTaskParcel(db, accountId)})
             or (t.to_parcel_id is not null and ${isMemberOfAddressedParcel(db, accountId)} and ${isAssigneeOrMayAccept(db, accountId)}))`;
}

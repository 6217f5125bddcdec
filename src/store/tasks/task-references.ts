import type { Db } from '../../base/db/connect.ts';
import type { CompanyState } from '../../domain/rules/company-states.ts';
import { tagNames } from '../journal/tags.ts';
import type { TaskChangeRow } from './task-changes.ts';
import type { TaskRow } from './tasks.ts';

/** Referenced rows of a new task, as far as they exist in the settlement. */
export interface TaskPlaces {
  parcelId: string | null;
  objectParcelId: string | null;
  isMember: boolean;
  /** Null: there is no such company. */
  companyState: CompanyState | null;
  hasContact: boolean;
}

export async function findTaskReferences(
  db: Db,
  settlementId: string,
  accountId: string,
  named: {
    parcelId: string | null;
    objectId: string | null;
    companyId: string | null;
    contactId: string | null;
  },
): Promise<TaskPlaces> {
  const [row] = await db<TaskPlaces[]>`
    with named as (
      select (select id from parcel where id = ${named.parcelId} and settlement_id = ${settlementId}) as parcel,
             (select p.id from parcel_object o join parcel p on p.id = o.parcel_id
               where o.id = ${named.objectId} and p.settlement_id = ${settlementId} and o.archived_at is null) as object_parcel)
    select parcel as "parcelId", object_parcel as "objectParcelId",
           exists (select 1 from membership m where m.parcel_id = coalesce(parcel, object_parcel) and m.account_id = ${accountId} and m.state = 'confirmed') as "isMember",
           (select state from company where id = ${named.companyId}) as "companyState",
           exists (select 1 from contact where id = ${named.contactId} and settlement_id = ${settlementId} and archived_at is null) as "hasContact"
      from named`;
  return row as TaskPlaces;
}

/** Keeps a company from closing or being refused while an order to it is written. */
export async function holdCompany(db: Db, companyId: string): Promise<void> {
  await db`select 1 from company where id = ${companyId} for share`;
}

/** Where an order is to be done. */
export interface OrderPlace {
  settlementSlug: string;
  settlementName: string;
  directions: string;
}

export async function findOrderPlace(db: Db, taskId: string): Promise<OrderPlace | undefined> {
  const [row] = await db<OrderPlace[]>`
    select s.slug as "settlementSlug", s.name as "settlementName", t.directions
      from task t join settlement s on s.id = t.settlement_id where t.id = ${taskId}`;
  return row;
}

/** Accounts among these that the task can be assigned to: those who take part in it. */
export async function listAssignable(
  db: Db,
  task: Pick<TaskRow, 'settlementId' | 'parcelId' | 'addressee' | 'companyId' | 'authorId'>,
  accountIds: readonly string[],
): Promise<string[]> {
  const anyAccount = db`any(${accountIds as string[]}::bigint[])`;
  const rows = await db<{ id: string }[]>`
    select a.id from account a where a.id = ${anyAccount} and a.deleted_at is null and ${
      task.addressee === 'company'
        ? db`exists (select 1 from company_representative r
                      where r.company_id = ${task.companyId} and r.account_id = a.id and r.state = 'confirmed')`
        : task.addressee === 'board'
          ? db`(exists (select 1 from settlement_role r where r.settlement_id = ${task.settlementId} and r.account_id = a.id)
                or exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                            where p.settlement_id = ${task.settlementId} and m.account_id = a.id and m.state = 'confirmed'))`
          : db`(a.id = ${task.authorId}
                or exists (select 1 from membership m
                            where m.parcel_id = ${task.parcelId} and m.account_id = a.id and m.state = 'confirmed'))`
    }`;
  return rows.map(({ id }) => id);
}

/** Account names and plot numbers that a task refers to. */
export interface TaskNames {
  authorName: string;
  /** In the order of `assigneeIds`. */
  assigneeNames: string[];
  parcelNumber: string | null;
  toParcelNumber: string | null;
}

/** Columns of TaskNames, of `task t`. */
export const taskNameColumns = (db: Db) => db`
  (select a.display_name from account a where a.id = t.author_id) as "authorName",
  array(select coalesce(a.display_name, '')
          from unnest(array_prepend(t.assignee_id, t.further_assignee_ids)) with ordinality named (id, place)
          left join account a on a.id = named.id
         where named.id is not null order by named.place) as "assigneeNames",
  (select p.number from parcel p where p.id = t.parcel_id) as "parcelNumber",
  (select p.number from parcel p where p.id = t.to_parcel_id) as "toParcelNumber"`;

/** What the page of one task shows beside its row. */
export interface TaskDetails extends TaskNames {
  tags: string[];
  /** The latest, in chronological order; times are ISO 8601 in UTC. */
  changes: (Omit<TaskChangeRow, 'createdAt'> & { createdAt: string })[];
  changesCount: number;
  hasMedia: boolean;
}

export async function findTaskDetails(db: Db, taskId: string, maxChanges: number): Promise<TaskDetails> {
  const [row] = await db<TaskDetails[]>`
    select ${taskNameColumns(db)}, ${tagNames(db, 'task', db`t.id`)} as tags,
           (select coalesce(json_agg(json_build_object(
                     'id', c.id::text, 'authorId', c.author_id::text, 'authorName', a.display_name, 'comment', c.comment,
                     'changes', c.changes, 'createdAt', c.created_at) order by c.id), '[]')
              from (select * from task_change c where c.task_id = t.id order by c.id desc limit ${maxChanges}) c
              join account a on a.id = c.author_id) as changes,
           (select count(*)::integer from task_change c where c.task_id = t.id) as "changesCount",
           exists (select 1 from media m where m.subject_type = 'task' and m.subject_id = t.id) as "hasMedia"
      from task t where t.id = ${taskId}`;
  return row as TaskDetails;
}

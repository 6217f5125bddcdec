import type { Db } from '../../db/connect.ts';
import type { Visibility } from '../../rules/standing.ts';
import type { TaskRepeats } from '../../rules/task-repeats.ts';
import type { TaskAddressee, TaskKind, TaskStatus } from '../../rules/task-states.ts';
import type { DoneMarks } from '../../rules/verified-work.ts';
import { seesTask, type View } from '../journal/visible-things.ts';

export interface TaskRow extends DoneMarks {
  id: string;
  settlementId: string;
  parcelId: string | null;
  objectId: string | null;
  kind: TaskKind;
  title: string;
  body: string;
  status: TaskStatus;
  visibility: Visibility;
  authorId: string;
  addressee: TaskAddressee;
  companyId: string | null;
  contactId: string | null;
  assigneeId: string | null;
  dueOn: string | null;
  repeats: TaskRepeats | null;
  /** The first day of the series. */
  repeatsFrom: string | null;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

const columns = (db: Db) => db`
  t.id, t.settlement_id as "settlementId", t.parcel_id as "parcelId", t.object_id as "objectId", t.kind, t.title, t.body,
  t.status, t.visibility, t.author_id as "authorId", t.addressee, t.company_id as "companyId", t.contact_id as "contactId",
  t.assignee_id as "assigneeId", t.due_on as "dueOn", t.repeats, t.repeats_from as "repeatsFrom",
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.closed_at as "closedAt",
  t.done_by_doer_at as "doneByDoerAt", t.done_by_author_at as "doneByAuthorAt", t.done_by_board_at as "doneByBoardAt"`;

export interface TaskInView extends TaskRow {
  isMember: boolean;
  isRepresentative: boolean;
}

export async function findTask(
  db: Db,
  id: string,
  accountId: string,
  lock: boolean,
): Promise<TaskInView | undefined> {
  const [row] = await db<TaskInView[]>`
    select ${columns(db)},
           exists (select 1 from membership m where m.parcel_id = t.parcel_id and m.account_id = ${accountId} and m.state = 'confirmed') as "isMember",
           exists (select 1 from company_representative c where c.company_id = t.company_id and c.account_id = ${accountId} and c.state = 'confirmed') as "isRepresentative"
      from task t where t.id = ${id} ${lock ? db`for update` : db``}`;
  return row;
}

export interface TaskFilter {
  kind?: string | undefined;
  status?: string | undefined;
  isOpen?: boolean | undefined;
  parcelId?: string | undefined;
  objectId?: string | undefined;
  companyId?: string | undefined;
  dueUntil?: string | undefined;
  before?: string | undefined;
}

/**
 * Newest first. In a settlement everything the caller sees there; without one what the caller has a part in, which is
 * one short range of an index for each part.
 */
export async function listTasks(
  db: Db,
  accountId: string,
  view: View | undefined,
  filter: TaskFilter,
  limit: number,
): Promise<TaskRow[]> {
  const { kind, status, isOpen, parcelId, objectId, companyId, dueUntil, before } = filter;
  const page = (part: ReturnType<Db>) => db`
    (select ${columns(db)} from task t
      where ${part}
        ${kind === undefined ? db`` : db`and t.kind = ${kind}`}
        ${status === undefined ? db`` : db`and t.status = ${status}`}
        ${isOpen === undefined ? db`` : isOpen ? db`and t.status in ('open', 'in_progress')` : db`and t.status in ('done', 'cancelled')`}
        ${parcelId === undefined ? db`` : db`and t.parcel_id = ${parcelId}`}
        ${objectId === undefined ? db`` : db`and t.object_id = ${objectId}`}
        ${companyId === undefined ? db`` : db`and t.company_id = ${companyId}`}
        ${dueUntil === undefined ? db`` : db`and t.due_on <= ${dueUntil}`}
        ${before === undefined ? db`` : db`and t.id < ${before}`}
      order by t.id desc limit ${limit})`;
  if (view !== undefined) {
    return db<TaskRow[]>`${page(db`t.settlement_id = ${view.settlementId} and ${seesTask(db, view)}`)}`;
  }
  return db<TaskRow[]>`
    select * from (
      ${page(db`t.author_id = ${accountId}`)} union
      ${page(db`t.assignee_id = ${accountId} and t.addressee <> 'company'`)} union
      ${page(db`t.parcel_id in (select m.parcel_id from membership m where m.account_id = ${accountId} and m.state = 'confirmed')`)} union
      ${page(db`t.addressee = 'board' and t.settlement_id in (select r.settlement_id from settlement_role r where r.account_id = ${accountId} and r.role = 'editor')`)} union
      ${page(db`t.company_id in (select c.company_id from company_representative c where c.account_id = ${accountId} and c.state = 'confirmed')`)}
    ) part order by id desc limit ${limit}`;
}

export type NewTask = Omit<TaskRow, 'updatedAt' | 'closedAt' | 'status' | keyof DoneMarks>;

export async function insertTask(db: Db, task: NewTask): Promise<void> {
  await db`
    insert into task (id, settlement_id, parcel_id, object_id, kind, title, body, visibility, author_id, addressee, company_id,
                      contact_id, assignee_id, due_on, repeats, repeats_from, created_at, updated_at)
    values (${task.id}, ${task.settlementId}, ${task.parcelId}, ${task.objectId}, ${task.kind}, ${task.title}, ${task.body},
            ${task.visibility}, ${task.authorId}, ${task.addressee}, ${task.companyId}, ${task.contactId}, ${task.assigneeId},
            ${task.dueOn}, ${task.repeats}, ${task.repeatsFrom}, ${task.createdAt}, ${task.createdAt})`;
}

export async function saveTask(db: Db, task: TaskRow): Promise<void> {
  await db`
    update task set title = ${task.title}, body = ${task.body}, status = ${task.status}, visibility = ${task.visibility},
                    assignee_id = ${task.assigneeId}, due_on = ${task.dueOn}, repeats = ${task.repeats},
                    repeats_from = ${task.repeatsFrom}, updated_at = ${task.updatedAt}, closed_at = ${task.closedAt},
                    done_by_doer_at = ${task.doneByDoerAt}, done_by_author_at = ${task.doneByAuthorAt},
                    done_by_board_at = ${task.doneByBoardAt}
     where id = ${task.id}`;
}

export interface TaskChangeRow {
  id: string;
  authorId: string;
  authorName: string;
  comment: string;
  changes: Record<string, [unknown, unknown]>;
  createdAt: Date;
}

export async function insertTaskChange(
  db: Db,
  taskId: string,
  change: Omit<TaskChangeRow, 'authorName'>,
): Promise<void> {
  await db`
    insert into task_change (id, task_id, author_id, comment, changes, created_at)
    values (${change.id}, ${taskId}, ${change.authorId}, ${change.comment}, ${db.json(change.changes as never)}, ${change.createdAt})`;
}

/** The latest ones, oldest of them first. */
export async function listTaskChanges(db: Db, taskId: string, limit: number): Promise<TaskChangeRow[]> {
  const rows = await db<TaskChangeRow[]>`
    select c.id, c.author_id as "authorId", a.display_name as "authorName", c.comment, c.changes, c.created_at as "createdAt"
      from task_change c join account a on a.id = c.author_id
     where c.task_id = ${taskId} order by c.id desc limit ${limit}`;
  return rows.reverse();
}

/** What a new task names, as far as it exists in the settlement. */
export interface TaskPlaces {
  parcelId: string | null;
  objectParcelId: string | null;
  isMember: boolean;
  hasCompany: boolean;
  hasContact: boolean;
}

export async function findTaskPlaces(
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
           exists (select 1 from company where id = ${named.companyId}) as "hasCompany",
           exists (select 1 from contact where id = ${named.contactId} and settlement_id = ${settlementId} and archived_at is null) as "hasContact"
      from named`;
  return row as TaskPlaces;
}

/** Whether a task can be given to this account in person: those who see it by their part in it. */
export async function canBeAssigned(
  db: Db,
  task: Pick<TaskRow, 'settlementId' | 'parcelId' | 'addressee' | 'companyId' | 'authorId'>,
  accountId: string,
): Promise<boolean> {
  if (task.addressee === 'company') {
    const rows = await db`
      select 1 from company_representative where company_id = ${task.companyId} and account_id = ${accountId} and state = 'confirmed'`;
    return rows.length > 0;
  }
  if (task.addressee !== 'board') {
    if (accountId === task.authorId) return true;
    const rows = await db`
      select 1 from membership where parcel_id = ${task.parcelId} and account_id = ${accountId} and state = 'confirmed'`;
    return rows.length > 0;
  }
  const rows = await db`
    select 1 from settlement_role where settlement_id = ${task.settlementId} and account_id = ${accountId}
    union all
    select 1 from membership m join parcel p on p.id = m.parcel_id
     where p.settlement_id = ${task.settlementId} and m.account_id = ${accountId} and m.state = 'confirmed' limit 1`;
  return rows.length > 0;
}

import type { Db } from '../../base/db/connect.ts';
import type { CompanyState } from '../../domain/rules/company-states.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import type { ReportOutcome } from '../../domain/rules/task-fields.ts';
import type { TaskRepeats } from '../../domain/rules/task-repeats.ts';
import type { TaskAddressee, TaskKind, TaskStatus } from '../../domain/rules/task-states.ts';
import type { DoneMarks } from '../../domain/rules/verified-work.ts';
import type { ReportReason } from '../../domain/rules/waiting-order.ts';
import {
  isMemberOfAddressedParcel,
  isMemberOfTaskParcel,
  isPartyToReport,
  isRepresentativeFor,
  mayAcceptTask,
} from '../visibility/task-participation.ts';

/** What lists show. */
export interface TaskEntryRow extends DoneMarks {
  id: string;
  /** Null for a report outside any settlement. */
  settlementId: string | null;
  parcelId: string | null;
  objectId: string | null;
  kind: TaskKind;
  title: string;
  status: TaskStatus;
  visibility: Visibility;
  authorId: string;
  addressee: TaskAddressee;
  companyId: string | null;
  contactId: string | null;
  /** Plot of the neighbour it is addressed to. */
  toParcelId: string | null;
  acceptedAt: Date | null;
  /** Assignees; the first one is the assignee in the API. */
  assigneeIds: string[];
  dueOn: string | null;
  /** Hours before the start of the due date. */
  remindBefore: number | null;
  repeats: TaskRepeats | null;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

export interface TaskRow extends TaskEntryRow {
  body: string;
  /** Only for reports: the reported item, its author and the decision. */
  reviewId: string | null;
  messageId: string | null;
  reportedId: string | null;
  outcome: ReportOutcome | null;
  /** First date of the series. */
  repeatsFrom: string | null;
}

export const taskEntryColumns = (db: Db) => db`
  t.id, t.settlement_id as "settlementId", t.parcel_id as "parcelId", t.object_id as "objectId", t.kind, t.title,
  t.status, t.visibility, t.author_id as "authorId", t.addressee, t.company_id as "companyId", t.contact_id as "contactId",
  t.to_parcel_id as "toParcelId", t.accepted_at as "acceptedAt",
  array_remove(array_prepend(t.assignee_id, t.further_assignee_ids), null) as "assigneeIds",
  t.due_on as "dueOn", t.remind_before as "remindBefore", t.repeats,
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.closed_at as "closedAt",
  t.done_by_doer_at as "doneByDoerAt", t.done_by_author_at as "doneByAuthorAt", t.done_by_board_at as "doneByBoardAt"`;

const taskColumns = (db: Db) => db`
  ${taskEntryColumns(db)}, t.body, t.review_id as "reviewId", t.message_id as "messageId", t.reported_id as "reportedId",
  t.outcome, t.repeats_from as "repeatsFrom"`;

export interface TaskWithParties extends TaskRow {
  isMember: boolean;
  isRepresentative: boolean;
  isOfParcelAsked: boolean;
  isAskable: boolean;
  /** Null: it is not given to a company. */
  companyState: CompanyState | null;
  isParty: boolean;
}

/** `change`: for update; `keep`: against deletion. */
export type TaskLock = 'change' | 'keep' | 'none';

export async function findTask(
  db: Db,
  id: string,
  accountId: string,
  lock: TaskLock,
): Promise<TaskWithParties | undefined> {
  const [row] = await db<TaskWithParties[]>`
    select ${taskColumns(db)}, ${isMemberOfTaskParcel(db, accountId)} as "isMember",
           ${isRepresentativeFor(db, accountId)} as "isRepresentative",
           (select f.state from company f where f.id = t.company_id) as "companyState",
           ${isMemberOfAddressedParcel(db, accountId)} as "isOfParcelAsked",
           ${isPartyToReport(db, accountId)} as "isParty",
           (${isMemberOfAddressedParcel(db, accountId)} and ${mayAcceptTask(db, db`${accountId}::bigint`)}) as "isAskable"
      from task t where t.id = ${id}
      ${lock === 'change' ? db`for update` : lock === 'keep' ? db`for key share` : db``}`;
  return row;
}

export type NewTask = Omit<TaskRow, 'updatedAt' | 'closedAt' | 'status' | 'outcome' | keyof DoneMarks> & {
  reportReason?: ReportReason | null;
  /** To a company: how to come. */
  directions?: string;
};

/** Time of the early reminder in the settlement's time zone; null when it is past. */
function earlyReminder(db: Db, task: Pick<TaskRow, 'settlementId' | 'dueOn' | 'remindBefore'>, now: Date) {
  return db`(
    select at from (select (${task.dueOn}::date::timestamp at time zone s.time_zone)
                           - make_interval(hours => ${task.remindBefore}::int) as at
                      from settlement s where s.id = ${task.settlementId}) early where at > ${now})`;
}

export async function insertTask(db: Db, task: NewTask): Promise<void> {
  const [first = null, ...further] = task.assigneeIds;
  await db`
    insert into task (id, settlement_id, parcel_id, object_id, kind, title, body, visibility, author_id, addressee, company_id,
                      contact_id, to_parcel_id, accepted_at, assignee_id, further_assignee_ids, due_on, remind_before,
                      remind_early_at, repeats, repeats_from, review_id, message_id, reported_id, report_reason, directions, created_at, updated_at)
    values (${task.id}, ${task.settlementId}, ${task.parcelId}, ${task.objectId}, ${task.kind}, ${task.title}, ${task.body},
            ${task.visibility}, ${task.authorId}, ${task.addressee}, ${task.companyId}, ${task.contactId}, ${task.toParcelId},
            ${task.acceptedAt}, ${first}, ${further}::bigint[], ${task.dueOn}, ${task.remindBefore},
            ${earlyReminder(db, task, task.createdAt)}, ${task.repeats}, ${task.repeatsFrom},
            ${task.reviewId}, ${task.messageId}, ${task.reportedId}, ${task.reportReason ?? null}, ${task.directions ?? ''}, ${task.createdAt}, ${task.createdAt})`;
}

export async function saveTask(db: Db, task: TaskRow): Promise<void> {
  const [first = null, ...further] = task.assigneeIds;
  await db`
    update task set title = ${task.title}, body = ${task.body}, status = ${task.status}, outcome = ${task.outcome}, visibility = ${task.visibility},
                    accepted_at = ${task.acceptedAt}, assignee_id = ${first}, further_assignee_ids = ${further}::bigint[],
                    due_on = ${task.dueOn}, remind_before = ${task.remindBefore},
                    remind_early_at = case when (due_on, remind_before) is not distinct from (${task.dueOn}::date, ${task.remindBefore}::smallint)
                                           then remind_early_at else ${earlyReminder(db, task, task.updatedAt)} end,
                    repeats = ${task.repeats}, repeats_from = ${task.repeatsFrom},
                    updated_at = ${task.updatedAt}, closed_at = ${task.closedAt},
                    done_by_doer_at = ${task.doneByDoerAt}, done_by_author_at = ${task.doneByAuthorAt},
                    done_by_board_at = ${task.doneByBoardAt}
     where id = ${task.id}`;
}

export async function insertDecline(db: Db, taskId: string, accountId: string, at: Date): Promise<void> {
  await db`
    insert into task_decline (task_id, account_id, created_at) values (${taskId}, ${accountId}, ${at})
    on conflict (task_id, account_id) do nothing`;
}

/** Members of the addressed plot who can still accept the task. */
export async function listPossibleAcceptors(db: Db, taskId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select m.account_id as id
      from task t join membership m on m.parcel_id = t.to_parcel_id and m.state = 'confirmed' and m.account_id <> t.author_id
      join account a on a.id = m.account_id and a.deleted_at is null
     where t.id = ${taskId} and ${mayAcceptTask(db, db`m.account_id`)}
     order by 1 limit 50`;
  return rows.map(({ id }) => id);
}

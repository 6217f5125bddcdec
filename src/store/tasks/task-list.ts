import type { Db } from '../../base/db/connect.ts';
import {
  isAssignee,
  isAssigneeOrMayAccept,
  isCompanyAlone,
  isPartyToReport,
  isPersonalAssignment,
  isToDoFor,
} from '../visibility/task-participation.ts';
import { seesTask } from '../visibility/task-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';
import { type TaskNames, taskNameColumns } from './task-references.ts';
import { type TaskEntryRow, taskEntryColumns } from './tasks.ts';

export interface ListedTaskRow extends TaskEntryRow, TaskNames {
  /** As `isCompanyAlone` of the rules. */
  isCompanyAlone: boolean;
}

export interface TaskFilter {
  kind?: string | undefined;
  status?: string | undefined;
  isOpen?: boolean | undefined;
  parcelId?: string | undefined;
  objectId?: string | undefined;
  companyId?: string | undefined;
  assigneeId?: string | undefined;
  authorId?: string | undefined;
  /** Only tasks this account has to do. */
  doerId?: string | undefined;
  /** All must occur in the title or body, in any form. */
  words?: readonly string[] | undefined;
  dueUntil?: string | undefined;
  before?: string | undefined;
}

/**
 * Newest first. In a settlement all visible tasks; without one the tasks the caller takes part in, one short index
 * range per kind of participation.
 */
export async function listTasks(
  db: Db,
  { accountId, isModerator }: { accountId: string; isModerator: boolean },
  view: Reader | undefined,
  filter: TaskFilter,
  limit: number,
): Promise<ListedTaskRow[]> {
  const columns = db`${taskEntryColumns(db)}, ${taskNameColumns(db)}, ${isCompanyAlone(db, accountId)} as "isCompanyAlone"`;
  const wanted = conditions(db, filter, accountId);
  const ids = (part: ReturnType<Db>) => db`
    (select t.id from task t where ${part} ${wanted} order by t.id desc limit ${limit})`;
  if (view !== undefined) {
    return db<ListedTaskRow[]>`
      select ${columns} from task t
       where t.settlement_id = ${view.settlementId} and ${seesTask(db, view)} ${wanted}
       order by t.id desc limit ${limit}`;
  }
  // Newest rows per plot, board and company: with a plain join the planner scanned all tasks for accounts without
  // any.
  const ofEach = (own: ReturnType<Db>, part: ReturnType<Db>) => db`
    (select newest.id from (${own}) own (id) cross join lateral ${ids(part)} newest order by newest.id desc limit ${limit})`;
  const parcels = db`select m.parcel_id from membership m where m.account_id = ${accountId} and m.state = 'confirmed'`;
  const boards = db`select r.settlement_id from settlement_role r where r.account_id = ${accountId} and r.role = 'editor'`;
  const companies = db`select c.company_id from company_representative c where c.account_id = ${accountId} and c.state = 'confirmed'`;
  return db<ListedTaskRow[]>`
    select task.* from (
      select id from (
        ${ids(db`t.author_id = ${accountId}`)} union
        ${ids(db`t.assignee_id = ${accountId} and ${isPersonalAssignment(db)}`)} union
        ${ids(db`t.further_assignee_ids <> '{}' and t.further_assignee_ids @> array[${accountId}::bigint] and ${isPersonalAssignment(db)}`)} union
        ${ofEach(parcels, db`t.parcel_id = own.id`)} union
        ${ofEach(parcels, db`t.to_parcel_id = own.id and ${isAssigneeOrMayAccept(db, accountId)}`)} union
        ${ofEach(companies, db`t.company_id = own.id`)}
        ${filter.doerId === undefined ? db`union ${ofEach(boards, db`t.settlement_id = own.id and t.addressee = 'board' and t.reported_id is distinct from ${accountId} and not ${isPartyToReport(db, accountId)}`)}` : db``}
        ${isModerator && filter.doerId === undefined ? db`union ${ids(db`t.addressee = 'platform' and t.reported_id <> ${accountId} and not ${isPartyToReport(db, accountId)}`)}` : db``}
      ) part order by id desc limit ${limit}
    ) page
     -- With a limit each is looked up by its id.
     cross join lateral (select ${columns} from task t where t.id = page.id limit 1) task
     order by task.id desc`;
}

function conditions(db: Db, filter: TaskFilter, accountId: string) {
  const {
    kind,
    status,
    isOpen,
    parcelId,
    objectId,
    companyId,
    assigneeId,
    authorId,
    doerId,
    dueUntil,
    before,
  } = filter;
  const words = (filter.words ?? []).reduce(
    (all, word) => db`${all} and t.words && name_words(${word})`,
    db``,
  );
  // Asking for a plot must not tell a company where an ended order was.
  const tellsPlace = db`not (t.status in ('done', 'cancelled') and ${isCompanyAlone(db, accountId)})`;
  return db`
    ${kind === undefined ? db`` : db`and t.kind = ${kind}`}
    ${status === undefined ? db`` : db`and t.status = ${status}`}
    ${isOpen === undefined ? db`` : isOpen ? db`and t.status in ('open', 'in_progress')` : db`and t.status in ('done', 'cancelled')`}
    ${parcelId === undefined ? db`` : db`and t.parcel_id = ${parcelId} and ${tellsPlace}`}
    ${objectId === undefined ? db`` : db`and t.object_id = ${objectId} and ${tellsPlace}`}
    ${companyId === undefined ? db`` : db`and t.company_id = ${companyId}`}
    ${assigneeId === undefined ? db`` : db`and ${isAssignee(db, assigneeId)}`}
    ${authorId === undefined ? db`` : db`and t.author_id = ${authorId}`}
    ${doerId === undefined ? db`` : db`and ${isToDoFor(db, doerId)}`}
    ${dueUntil === undefined ? db`` : db`and t.due_on <= ${dueUntil}`}
    ${words}
    ${before === undefined ? db`` : db`and t.id < ${before}`}`;
}

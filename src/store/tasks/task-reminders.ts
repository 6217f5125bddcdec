import type { Db } from '../../base/db/connect.ts';
import { mayAcceptTask } from '../visibility/task-participation.ts';

export interface DueTask {
  id: string;
  title: string;
  dueOn: string;
  addressee: string;
  authorId: string;
  assigneeIds: string[];
  /**
   * Responsible accounts when nobody is assigned: the board, representatives of the company, members of the addressed
   * plot.
   */
  handlerIds: string[];
}

const dueColumns = (db: Db) => db`
  t.id, t.title, t.due_on as "dueOn", t.addressee, t.author_id as "authorId",
  array_remove(array_prepend(t.assignee_id, t.further_assignee_ids), null) as "assigneeIds",
  case t.addressee
    when 'board' then array(select r.account_id::text from settlement_role r
                             where r.settlement_id = t.settlement_id and r.role = 'editor' order by 1 limit 100)
    when 'company' then array(select c.account_id::text from company_representative c
                               where c.company_id = t.company_id and c.state = 'confirmed' order by 1 limit 100)
    when 'neighbour' then array(select m.account_id::text from membership m
                                 where m.parcel_id = t.to_parcel_id and m.state = 'confirmed' and m.account_id <> t.author_id
                                   and ${mayAcceptTask(db, db`m.account_id`)} order by 1 limit 50)
    else '{}'::text[] end as "handlerIds"`;

/** Marks tasks due today or earlier as reminded and returns them; two instances never get the same. */
export async function claimDueTasks(db: Db, now: Date, limit: number): Promise<DueTask[]> {
  return db<DueTask[]>`
    update task t set reminded_on = t.due_on, remind_early_at = null
     where t.id in (
       select x.id from task x join settlement s on s.id = x.settlement_id
        where x.status in ('open', 'in_progress') and x.due_on is not null and x.reminded_on is distinct from x.due_on
          and x.due_on <= (${now}::timestamptz at time zone 'UTC')::date + 1
          and x.due_on <= (${now}::timestamptz at time zone s.time_zone)::date
        order by x.due_on, x.id limit ${limit} for update of x skip locked)
    returning ${dueColumns(db)}`;
}

/** The same for reminders ahead of the due date. */
export async function claimEarlyReminders(db: Db, now: Date, limit: number): Promise<DueTask[]> {
  return db<DueTask[]>`
    update task t set remind_early_at = null
     where t.id in (
       select x.id from task x
        where x.status in ('open', 'in_progress') and x.due_on is not null
          and x.remind_early_at is not null and x.remind_early_at <= ${now}
        order by x.remind_early_at, x.id limit ${limit} for update of x skip locked)
    returning ${dueColumns(db)}`;
}

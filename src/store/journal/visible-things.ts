import type { Db } from '../../db/connect.ts';
import { type SettlementRole, seenVisibilities } from '../../rules/settlement-role.ts';
import { takesPart } from '../tasks/task-parts.ts';

/** Whose eyes a query looks through: an account, or nobody, in one settlement. */
export interface View {
  settlementId: string;
  accountId: string | null;
  settlementRole: SettlementRole;
  /** Left out: whatever a moderator sees besides is not shown here. */
  isModerator?: boolean;
}

const is = (db: Db, column: ReturnType<Db>, accountId: string | null) =>
  accountId === null ? db`false` : db`${column} = ${accountId}`;

const isSeen = (db: Db, column: ReturnType<Db>, { settlementRole }: View) =>
  db`${column} = any(${seenVisibilities(settlementRole)}::text[])`;

/** Condition on `article a`. */
export function seesArticle(db: Db, view: View) {
  return db`((a.kind = 'diary' and ${is(db, db`a.author_id`, view.accountId)}) or ${view.settlementRole.isEditor}
             or (a.status = 'published' and ${isSeen(db, db`a.visibility`, view)}))`;
}

/**
 * Condition on `task t`, the same as `maySeeTask` in rules/task-states.ts: whoever takes part sees it, whatever its
 * visibility. The board sees a private one only when it was addressed to the board: a reminder to oneself is nobody else's.
 */
export function seesTask(db: Db, view: View) {
  const { accountId } = view;
  const isShown = db`(${isSeen(db, db`t.visibility`, view)} and (t.visibility <> 'private' or t.addressee = 'board'))`;
  if (accountId === null) return isShown;
  // Who is reported sees no report, wherever they sit.
  const isForReader = view.isModerator === true ? db`(${isShown} or t.addressee = 'platform')` : isShown;
  return db`((${isForReader} and t.reported_id is distinct from ${accountId}) or ${takesPart(db, accountId)})`;
}

/**
 * Condition on `media m`. A picture is never seen by more people than what it belongs to; a task's is seen by exactly
 * those who see the task.
 */
export function seesMedia(db: Db, view: View) {
  const isShown = isSeen(db, db`m.visibility`, view);
  // What somebody added in the settlement's name is the present board's.
  const isOwn = db`(${is(db, db`m.owner_id`, view.accountId)}
                    and (m.parcel_id is not null or m.subject_type in ('task', 'review', 'knowledge_article')))`;
  return db`(${isOwn}
             or case m.subject_type
                  when 'article' then ${isShown} and exists (select 1 from article a where a.id = m.subject_id and ${seesArticle(db, view)})
                  when 'task' then exists (select 1 from task t where t.id = m.subject_id and ${seesTask(db, view)})
                  when 'review' then ${isShown} and exists (
                    select 1 from review r where r.id = m.subject_id and r.moderation_status = 'visible' and ${isSeen(db, db`r.visibility`, view)})
                  else ${isShown} end)`;
}

/** Condition on `parcel_object o`: what stands in a garden is for those who live there, and the board. */
export function seesObject(db: Db, { accountId, settlementRole }: View) {
  if (settlementRole.isEditor) return db`true`;
  if (accountId === null) return db`false`;
  return db`exists (select 1 from membership b
                     where b.parcel_id = o.parcel_id and b.account_id = ${accountId} and b.state = 'confirmed')`;
}

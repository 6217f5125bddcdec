import type { Db } from '../../base/db/connect.ts';

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

/** The latest `limit` changes, in chronological order. */
export async function listTaskChanges(db: Db, taskId: string, limit: number): Promise<TaskChangeRow[]> {
  const rows = await db<TaskChangeRow[]>`
    select c.id, c.author_id as "authorId", a.display_name as "authorName", c.comment, c.changes, c.created_at as "createdAt"
      from task_change c join account a on a.id = c.author_id
     where c.task_id = ${taskId} order by c.id desc limit ${limit}`;
  return rows.reverse();
}

export async function countTaskChanges(db: Db, taskId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from task_change where task_id = ${taskId}`;
  return row?.count ?? 0;
}

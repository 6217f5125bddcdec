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

/** Whether a field was changed after the first `seen` changes and comments. */
export async function hasFurtherChanges(db: Db, taskId: string, seen: number): Promise<boolean> {
  const rows = await db`
    select 1 from (select changes from task_change where task_id = ${taskId} order by id offset ${seen}) later
     where changes <> '{}' limit 1`;
  return rows.length > 0;
}

/** Who last changed any of these fields of a task; undefined: they stand as the task was written. */
export async function findLastChangeOf(
  db: Db,
  taskId: string,
  fields: readonly string[],
): Promise<{ name: string; at: Date } | undefined> {
  const [row] = await db<{ name: string; at: Date }[]>`
    select a.display_name as name, c.created_at as at from task_change c join account a on a.id = c.author_id
     where c.task_id = ${taskId} and c.changes ?| ${[...fields]}::text[]
     order by c.id desc limit 1`;
  return row;
}

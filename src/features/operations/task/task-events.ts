import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { listPossibleAcceptors, type TaskRow } from '../../../store/tasks/tasks.ts';
import { publishEvent } from '../../notify/publish-event.ts';

type Writing = SignedInContext;

/** Notifies everybody it was given to. */
export async function notifyOfNewTask(
  context: Writing,
  task: Pick<
    TaskRow,
    'id' | 'settlementId' | 'title' | 'authorId' | 'addressee' | 'companyId' | 'assigneeIds' | 'acceptedAt'
  >,
): Promise<void> {
  const { addressee, companyId, authorId, settlementId, title, id: taskId, assigneeIds } = task;
  const aboutTask = { taskId, title };
  if (settlementId !== null && (addressee === 'board' || addressee === 'company'))
    await publishEvent(context, {
      type: 'task_written',
      ...aboutTask,
      settlementId,
      authorId,
      addressee,
      companyId,
      assigneeIds,
    });
  if (addressee === 'neighbour') {
    const accountIds = await listPossibleAcceptors(context.db, taskId);
    const type = task.acceptedAt === null ? 'task_offered' : 'task_assigned';
    await publishEvent(context, { type, accountIds, ...aboutTask, byId: authorId });
  }
  if (assigneeIds.length > 0)
    await publishEvent(context, {
      type: 'task_assigned',
      accountIds: assigneeIds,
      ...aboutTask,
      byId: authorId,
    });
}

/** Notifies new assignees, the author and the present assignees of what concerns them. */
export async function notifyOfTaskChange(context: Writing, task: TaskRow, saved: TaskRow): Promise<void> {
  const byId = context.caller.accountId;
  const aboutTask = { taskId: task.id, title: saved.title, byId };
  const added = saved.assigneeIds.filter((id) => !task.assigneeIds.includes(id));
  if (added.length > 0)
    await publishEvent(context, { type: 'task_assigned', accountIds: added, ...aboutTask });
  const isAccepted = task.acceptedAt === null && saved.acceptedAt !== null;
  if (saved.status !== task.status) {
    const accountIds = [...new Set([task.authorId, ...saved.assigneeIds])];
    await publishEvent(context, { type: 'task_changed', accountIds, status: saved.status, ...aboutTask });
  } else if (isAccepted) {
    await publishEvent(context, { type: 'task_accepted', accountId: task.authorId, ...aboutTask });
  }
}

/** Notifies the author once nobody is left who could accept. */
export async function notifyOfTaskDecline(context: Writing, task: TaskRow): Promise<void> {
  const left = await listPossibleAcceptors(context.db, task.id);
  if (left.length > 0) return;
  const { id: taskId, title, authorId: accountId } = task;
  await publishEvent(context, { type: 'task_declined', accountId, taskId, title });
}

import type { Db } from '../../db/connect.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import type { Visibility } from '../../rules/standing.ts';
import { nextDue, type TaskRepeats } from '../../rules/task-repeats.ts';
import {
  checkMove,
  isClosed,
  mayChangeField,
  mayMove,
  type TaskField,
  type TaskParty,
  type TaskStatus,
} from '../../rules/task-states.ts';
import { type DoneSide, markDone, missingSides, nobodySaidDone } from '../../rules/verified-work.ts';
import { setTags } from '../../store/journal/tags.ts';
import { insertTask, type TaskRow } from '../../store/tasks/tasks.ts';

export interface TaskEdit {
  title?: string | null | undefined;
  body?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  assignee_id?: string | null | undefined;
  due_on?: string | null | undefined;
  repeats?: TaskRepeats | null | undefined;
  visibility?: Visibility | null | undefined;
  comment?: string | null | undefined;
}

export type Changes = Record<string, [unknown, unknown]>;

const tracked = [
  ['title', 'title'],
  ['body', 'body'],
  ['status', 'status'],
  ['assignee_id', 'assigneeId'],
  ['due_on', 'dueOn'],
  ['repeats', 'repeats'],
  ['visibility', 'visibility'],
] as const;

/** The task as it would be, and what that changes. For a day, repeats and assignee null means none; elsewhere unchanged. */
export function applyEdit(
  task: TaskRow,
  edit: TaskEdit,
  sides: readonly DoneSide[],
  now: Date,
): { next: TaskRow; changes: Changes; comment: string } {
  const status = edit.status ?? task.status;
  const dueOn = edit.due_on === undefined ? task.dueOn : edit.due_on;
  const repeats = edit.repeats === undefined ? task.repeats : edit.repeats;
  const isSameSeries = dueOn === task.dueOn && task.repeatsFrom !== null;
  // Setting done what is done adds the word of the other side.
  const confirming = edit.status === 'done' ? missingSides(task, sides) : [];
  const saying = status === 'done' && task.status !== 'done' ? sides : confirming;
  const next: TaskRow = {
    ...task,
    ...(status === 'done' ? markDone(task, saying, now) : nobodySaidDone),
    title: edit.title?.trim() ?? task.title,
    body: edit.body ?? task.body,
    status,
    assigneeId: edit.assignee_id === undefined ? task.assigneeId : edit.assignee_id,
    dueOn,
    repeats,
    repeatsFrom: repeats === null ? null : isSameSeries ? task.repeatsFrom : dueOn,
    visibility: edit.visibility ?? task.visibility,
    updatedAt: now,
    closedAt: isClosed(status) ? (isClosed(task.status) ? task.closedAt : now) : null,
  };
  const changes: Changes = {};
  for (const [name, key] of tracked) if (next[key] !== task[key]) changes[name] = [task[key], next[key]];
  if (confirming.length > 0) changes.confirmed = [null, confirming.join(', ')];
  return { next, changes, comment: edit.comment?.trim() ?? '' };
}

export function permitEdit(
  task: TaskRow,
  next: TaskRow,
  edit: { changes: Changes; comment: string; isTagging: boolean },
  parties: readonly TaskParty[],
): void {
  const fields = Object.keys(edit.changes).filter(
    (name) => name !== 'status' && name !== 'confirmed',
  ) as TaskField[];
  if (edit.comment !== '') fields.push('comment');
  if (edit.isTagging) fields.push('tags');
  for (const field of fields) permit(mayChangeField(task.addressee, field, parties));
  if (next.status !== task.status) {
    const exists = checkMove(task.addressee, task.status, next.status);
    if (exists !== true) refuse.invalid('status', exists);
    permit(mayMove(task.addressee, task.status, next.status, parties));
  }
  const isStuck = isClosed(task.status) && isClosed(next.status);
  const late = (['assignee_id', 'due_on', 'repeats'] as const).find(
    (name) => edit.changes[name] !== undefined,
  );
  if (isStuck && late !== undefined) {
    refuse.invalid(late, {
      en: 'The task is closed. Set its status to open first.',
      ru: 'Задача закрыта. Сначала верните ей статус open.',
    });
  }
}

/** The next one of the series, for the same people and with the same tags. */
export async function openNextTask(
  db: Db,
  done: TaskRow,
  tags: readonly string[],
  today: string,
  { newId, now }: { newId(): string; now: Date },
): Promise<string> {
  const id = newId();
  const { repeats, repeatsFrom, dueOn } = done;
  if (repeats === null || repeatsFrom === null || dueOn === null)
    throw new Error('This task does not repeat.');
  await insertTask(db, { ...done, id, dueOn: nextDue(repeatsFrom, repeats, dueOn, today), createdAt: now });
  await setTags(db, { subjectType: 'task', subjectId: id, settlementId: done.settlementId }, tags, newId);
  return id;
}

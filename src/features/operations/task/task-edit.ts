import type { Db } from '../../../base/db/connect.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import type { CompanyState } from '../../../domain/rules/company-states.ts';
import { findReplaced } from '../../../domain/rules/edit-conflicts.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { decideAcceptance } from '../../../domain/rules/task-acceptance.ts';
import { mayChangeField, type ReportOutcome, type TaskField } from '../../../domain/rules/task-fields.ts';
import { parseLeadTime } from '../../../domain/rules/task-reminder.ts';
import { findNextDueDay, type TaskRepeats } from '../../../domain/rules/task-repeats.ts';
import {
  checkTransition,
  findTransitionRules,
  isClosed,
  mayChangeStatus,
  mayReopen,
  type TaskParty,
  type TaskStatus,
} from '../../../domain/rules/task-states.ts';
import {
  type DoneSide,
  findMissingSides,
  markDone,
  noDoneMarks,
} from '../../../domain/rules/verified-work.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { findLastChangeOf, hasFurtherChanges } from '../../../store/tasks/task-changes.ts';
import { findOrderPlace } from '../../../store/tasks/task-references.ts';
import { insertTask, type TaskRow } from '../../../store/tasks/tasks.ts';
import { showReplacedByCall } from '../shapes/replaced.ts';

export interface TaskEdit {
  title?: string | null | undefined;
  body?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  outcome?: ReportOutcome | null | undefined;
  accept?: boolean | null | undefined;
  assignee_id?: string | null | undefined;
  assignees?: string[] | null | undefined;
  due_on?: string | null | undefined;
  remind_before?: string | null | undefined;
  repeats?: TaskRepeats | null | undefined;
  visibility?: Visibility | null | undefined;
  comment?: string | null | undefined;
}

export type TaskChanges = Record<string, [unknown, unknown]>;

const trackedFields = [
  ['title', 'title'],
  ['body', 'body'],
  ['status', 'status'],
  ['outcome', 'outcome'],
  ['due_on', 'dueOn'],
  ['remind_before', 'remindBefore'],
  ['repeats', 'repeats'],
  ['visibility', 'visibility'],
] as const;

/** The editing user: their roles in the task and the sides they represent. */
export interface TaskEditor {
  accountId: string;
  parties: readonly TaskParty[];
  sides: readonly DoneSide[];
}

/**
 * The edited task and its changes. Null clears due day, repeats, reminder and assignee; elsewhere it means unchanged.
 */
export function applyTaskEdit(
  before: TaskRow,
  edit: TaskEdit,
  editor: TaskEditor,
  now: Date,
): { next: TaskRow; changes: TaskChanges; comment: string } {
  const task = { ...before, ...decideEditAcceptance(before, edit, editor, now) };
  const outcome = edit.outcome ?? task.outcome;
  const status = edit.outcome == null ? (edit.status ?? task.status) : 'done';
  const dueOn = edit.due_on === undefined ? task.dueOn : edit.due_on;
  const repeats = edit.repeats === undefined ? task.repeats : edit.repeats;
  const isSameSeries = dueOn === task.dueOn && task.repeatsFrom !== null;
  // Setting a done task to done again adds the confirmation of the other side.
  const confirming = edit.status === 'done' ? findMissingSides(task, editor.sides) : [];
  const saying = status === 'done' && task.status !== 'done' ? editor.sides : confirming;
  const next: TaskRow = {
    ...task,
    ...(status === 'done' ? markDone(task, saying, now) : noDoneMarks),
    title: edit.title?.trim() ?? task.title,
    body: edit.body ?? task.body,
    status,
    outcome,
    assigneeIds: readAssignees(edit) ?? task.assigneeIds,
    dueOn,
    remindBefore:
      edit.remind_before === undefined
        ? task.remindBefore
        : edit.remind_before === null
          ? null
          : parseLeadTime(edit.remind_before),
    repeats,
    repeatsFrom: repeats === null ? null : isSameSeries ? task.repeatsFrom : dueOn,
    visibility: edit.visibility ?? task.visibility,
    updatedAt: now,
    closedAt: isClosed(status) ? (isClosed(task.status) ? task.closedAt : now) : null,
  };
  const changes: TaskChanges = {};
  for (const [name, key] of trackedFields)
    if (next[key] !== before[key]) changes[name] = [before[key], next[key]];
  const [first, ...further] = next.assigneeIds;
  const [firstBefore, ...furtherBefore] = before.assigneeIds;
  if (first !== firstBefore) changes.assignee_id = [firstBefore ?? null, first ?? null];
  if (further.join() !== furtherBefore.join()) changes.assignees = [before.assigneeIds, next.assigneeIds];
  if (confirming.length > 0) changes.confirmed = [null, confirming.join(', ')];
  return { next, changes, comment: edit.comment?.trim() ?? '' };
}

/** By `accept`, or implicitly by starting or completing an offered task. */
function decideEditAcceptance(task: TaskRow, edit: TaskEdit, editor: TaskEditor, now: Date) {
  const isBegun = edit.status === 'in_progress' || edit.status === 'done';
  const accept = edit.accept ?? (isBegun && editor.parties.includes('invited') ? true : null);
  if (accept === null) return {};
  if (!accept && edit.status != null)
    refuse.invalid('accept', {
      en: 'Declining goes without a status.',
      ru: 'Отказ передаётся без статуса.',
    });
  const decided = decideAcceptance(task, accept, editor.parties, editor.accountId, now);
  return 'refusal' in decided ? refuse.invalid('accept', decided.refusal) : decided;
}

/** The new assignees, without duplicates; undefined: unchanged. */
export function readAssignees(edit: Pick<TaskEdit, 'assignees' | 'assignee_id'>): string[] | undefined {
  if (edit.assignees != null && edit.assignee_id != null)
    refuse.invalid('assignees', {
      en: 'Send either assignees or assignee_id.',
      ru: 'Укажите либо assignees, либо assignee_id.',
    });
  if (edit.assignees != null) return [...new Set(edit.assignees)];
  return edit.assignee_id === undefined ? undefined : edit.assignee_id === null ? [] : [edit.assignee_id];
}

/** Changes without an entry have rules of their own: status, acceptance and confirmation. */
const fieldOf: Record<string, TaskField | undefined> = {
  title: 'title',
  body: 'body',
  visibility: 'visibility',
  due_on: 'due_on',
  remind_before: 'remind_before',
  repeats: 'repeats',
};

export function permitTaskEdit(
  task: TaskRow & { companyState: CompanyState | null },
  next: TaskRow,
  edit: { changes: TaskChanges; comment: string; isTagging: boolean; isAssigning: boolean },
  parties: readonly TaskParty[],
): void {
  const rules = findTransitionRules(task);
  const fields = Object.keys(edit.changes).flatMap((name) => fieldOf[name] ?? []);
  if (edit.isAssigning && (edit.changes.assignee_id ?? edit.changes.assignees) !== undefined)
    fields.push('assignees');
  if (edit.comment !== '') fields.push('comment');
  if (edit.isTagging) fields.push('tags');
  for (const field of fields) permit(mayChangeField(rules, field, parties));
  // Giving back and deciding a report were permitted before.
  if (next.status !== task.status && !isGivenBack(task, next) && next.outcome === task.outcome) {
    const exists = checkTransition(rules, task.status, next.status);
    if (exists !== true) refuse.invalid('status', exists);
    permit(mayChangeStatus(rules, task.status, next.status, parties));
    if (isClosed(task.status) && !mayReopen(task))
      refuse.invalid('status', {
        en: 'The company takes no orders now, so this one cannot be opened again. Ask another one.',
        ru: 'Компания сейчас не берёт заказов, поэтому открыть этот снова нельзя. Обратитесь в другую.',
      });
  }
  const isStuck = isClosed(task.status) && isClosed(next.status);
  const late = (['assignee_id', 'assignees', 'due_on', 'remind_before', 'repeats'] as const).find(
    (name) => edit.changes[name] !== undefined,
  );
  if (isStuck && late !== undefined) {
    refuse.invalid(late, {
      en: 'The task is closed. Set its status to open first.',
      ru: 'Задача закрыта. Сначала верните ей статус open.',
    });
  }
}

function isGivenBack(task: TaskRow, next: TaskRow): boolean {
  return task.acceptedAt !== null && next.acceptedAt === null;
}

/** Optimistic locking: refuses when somebody changed a field since the caller's read; comments do not count. */
export async function refuseStaleTask(db: Db, task: TaskRow, seen: number): Promise<void> {
  if (!(await hasFurtherChanges(db, task.id, seen))) return;
  refuse.invalid(
    'seen_changes',
    {
      en: 'The task has been changed in the meantime. Look at it again, then send what should stay.',
      ru: 'Задачу за это время изменили. Посмотрите, что в ней теперь, и отправьте ещё раз.',
    },
    { now: Object.fromEntries(trackedFields.map(([name, key]) => [name, task[key]])) },
  );
}

/** Values that somebody had set after the task was written, and that this edit replaces without having seen them. */
export async function describeReplaced(db: Db, taskId: string, changes: TaskChanges) {
  const before = Object.fromEntries(Object.entries(changes).map(([field, [was]]) => [field, was]));
  const after = Object.fromEntries(Object.entries(changes).map(([field, [, now]]) => [field, now]));
  const unseen = findReplaced(before, after);
  if (unseen === null) return {};
  const writer = await findLastChangeOf(db, taskId, Object.keys(unseen));
  return writer === undefined ? {} : showReplacedByCall(unseen, writer);
}

/** Creates the next task of a series, with the same assignees and tags. */
export async function createNextTask(
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
  await insertTask(db, {
    ...done,
    id,
    directions: done.companyId === null ? '' : ((await findOrderPlace(db, done.id))?.directions ?? ''),
    dueOn: findNextDueDay(repeatsFrom, repeats, dueOn, today),
    createdAt: now,
  });
  await setTags(db, { subjectType: 'task', subjectId: id, settlementId: done.settlementId }, tags, newId);
  return id;
}

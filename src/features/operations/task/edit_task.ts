import { z } from 'zod';
import { onlyOnMcpServers, restOnly } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  enumField,
  id,
  integer,
  name,
  outId,
  tagChanges,
  tagNames,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { dayInZone } from '../../../domain/rules/days.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { changesTags } from '../../../domain/rules/tag-changes.ts';
import { reportOutcomes } from '../../../domain/rules/task-fields.ts';
import { taskRepeats } from '../../../domain/rules/task-repeats.ts';
import { listTaskParties, mayReopen, maySeeTask, taskStatuses } from '../../../domain/rules/task-states.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { insertTaskChange } from '../../../store/tasks/task-changes.ts';
import { insertDecline, saveTask, type TaskRow } from '../../../store/tasks/tasks.ts';
import { findPartiesAndSides, requireVisibleTask } from '../../loaders/visible-task.ts';
import { replacedByCall } from '../shapes/replaced.ts';
import { refuseMissingDueDay, refusePastDay, requireAssignable } from './checks.ts';
import { assigneeIds, remindBefore } from './fields.ts';
import { refuseVisibleOffer } from './neighbour-offer.ts';
import { applyReportOutcome, permitOutcome } from './reporting.ts';
import { fullTask, shortTaskReply, showFullTask, showTaskAsItStands, taskPagePath } from './shapes.ts';
import {
  applyTaskEdit,
  createNextTask,
  describeReplaced,
  permitTaskEdit,
  refuseStaleTask,
} from './task-edit.ts';
import { notifyOfTaskChange, notifyOfTaskDecline } from './task-events.ts';

export const edit_task = defineOperation({
  name: 'edit_task',
  tag: 'Task',
  route: 'PATCH /tasks/{task}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Assign, accept, correct or comment on a task, move its day or status.',
  description:
    'Title, body, visibility and repeats are the author’s. Doing one that repeats opens `next_task_id`. A company’s work is verified once it and the author set `done`.',
  input: z.object({
    task: id.describe('From list_tasks.'),
    title: name(200).nullish().describe('Up to 200 characters.'),
    body: text(10_000).nullish().describe('Up to 10,000 characters.'),
    status: enumField(taskStatuses).nullish().describe('One of show_task’s next_statuses.'),
    outcome: onlyOnMcpServers(
      ['settlement'],
      enumField(reportOutcomes).nullish().describe('Decides a report.'),
    ),
    accept: z.boolean().nullish().describe('Asked of your plot: true takes it, false declines.'),
    assignee_id: id.nullish().describe('Who has it; null: nobody.'),
    assignees: onlyOnMcpServers(['settlement', 'company'], assigneeIds.nullish()),
    due_on: day.nullish().describe('Today or later; null: no day.'),
    remind_before: restOnly(remindBefore.nullish()),
    repeats: enumField(taskRepeats).nullish().describe('null: once.'),
    visibility: enumField(visibilities).nullish().describe('Who sees it.'),
    tags: restOnly(tagNames.nullish()),
    add_tags: restOnly(tagChanges.add_tags),
    remove_tags: restOnly(tagChanges.remove_tags),
    seen_changes: integer(0, 1_000_000)
      .nullish()
      .describe('The history_count you saw; refused if more was changed since.'),
    comment: text(5000).nullish().describe('A remark.'),
  }),
  output: z.object({
    data: fullTask.extend({
      next_task_id: outId.nullable().describe('The next one of a series that this call opened; null: none.'),
    }),
    replaced: replacedByCall,
  }),
  shortReply: [...shortTaskReply, 'replaced'],
  pagePath: taskPagePath,
  head: ['task'],
  load: ({ task }, { db, caller }, lock) => requireVisibleTask(db, caller, task, lock ? 'change' : 'none'),
  // Taking one's own back without a word.
  writesIn: ({ task }, input) =>
    input?.status === 'cancelled' && !input.comment ? 'nowhere' : task.settlementId,
  async write(input, context, { task, parties, sides, who, settlementRole, timeZone }) {
    const { db, caller, services, newId } = context;
    const { accountId } = caller;
    const now = context.now();
    if (input.seen_changes != null) await refuseStaleTask(db, task, input.seen_changes);
    const today = dayInZone(now, timeZone);
    const oldTags = await findTags(db, 'task', task.id);
    const { next, changes, comment } = applyTaskEdit(task, input, { accountId, parties, sides }, now);
    const isAssigning = input.assignee_id !== undefined || input.assignees != null;
    if (input.outcome != null) await permitOutcome(db, task, comment, parties);
    permitTaskEdit(task, next, { changes, comment, isTagging: changesTags(input), isAssigning }, parties);
    refuseMissingDueDay(next);
    if (next.dueOn !== task.dueOn) refusePastDay(next.dueOn, today);
    refuseVisibleOffer(next.toParcelId, next.visibility);
    const added = next.assigneeIds.filter((one) => !task.assigneeIds.includes(one));
    if (isAssigning) await requireAssignable(db, task, added, true);
    const subject = { subjectType: 'task', subjectId: task.id, settlementId: task.settlementId } as const;
    const tags = await changeTags(db, subject, input, newId);
    if (tags.join('\n') !== oldTags.join('\n')) changes.tags = [oldTags, tags];
    const replaced = input.seen_changes == null ? await describeReplaced(db, task.id, changes) : {};
    let saved: TaskRow = next;
    let nextTaskId: string | null = null;
    if (next.status !== task.status && next.status === 'done' && next.repeats !== null && mayReopen(task)) {
      nextTaskId = await createNextTask(db, next, tags, today, { newId, now });
      // The series continues in the next task: reopening and completing this one again must not fork it.
      saved = { ...next, repeats: null, repeatsFrom: null };
      changes.repeats = [task.repeats, null];
    }
    if (Object.keys(changes).length > 0) await saveTask(db, saved);
    if (Object.keys(changes).length > 0 || comment !== '') {
      const change = { id: newId(), authorId: accountId, comment, changes, createdAt: now };
      await insertTaskChange(db, task.id, change);
    }
    if (input.outcome != null) await applyReportOutcome(context, saved, input.outcome, comment);
    else await notifyOfTaskChange(context, task, saved);
    if (input.accept === false) {
      await insertDecline(db, task.id, accountId, now);
      await notifyOfTaskDecline(context, saved);
    }
    const after = input.accept === false ? { ...who, isAskable: false } : who;
    if (maySeeTask(saved, listTaskParties(saved, after), settlementRole))
      return { id: task.id, nextTaskId, ...replaced };
    // Whoever gave it away or declined it sees it once more, and cannot read it again.
    const left = await showFullTask(
      db,
      services,
      saved,
      { who: after, ...findPartiesAndSides(saved, after) },
      now,
    );
    return { id: task.id, nextTaskId, left, ...replaced };
  },
  async show(_input, context, { id, nextTaskId, left, replaced }: EditedTask) {
    const data = left ?? (await showTaskAsItStands(context, id));
    return { data: { ...data, next_task_id: nextTaskId }, ...(replaced && { replaced }) };
  },
});

interface EditedTask {
  id: string;
  nextTaskId: string | null;
  left?: z.input<typeof fullTask>;
  replaced?: z.input<typeof replacedByCall>;
}

import { z } from 'zod';
import { day, id, named, parcelReference, reference, tagNames, text, words } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { announce } from '../../notify/announce.ts';
import { dayInZone } from '../../rules/days.ts';
import { visibilities } from '../../rules/standing.ts';
import { taskRepeats } from '../../rules/task-repeats.ts';
import { checkAddressee, mayWriteTask, taskAddressees, taskKinds } from '../../rules/task-states.ts';
import { setTags } from '../../store/journal/tags.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { canBeAssigned, findTaskPlaces, insertTask } from '../../store/tasks/tasks.ts';
import {
  checkTaskPlaces,
  findTaskPlot,
  refuseAssignee,
  refuseLonelyRepeats,
  refusePastDay,
} from './checks.ts';
import { requireTask } from './seeing.ts';
import { fullTask, showFullTask } from './shapes.ts';

export const write_task = defineOperation({
  name: 'write_task',
  tag: 'Task',
  route: 'POST /tasks',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Write a request to the board, a company or a contact, a work, or a reminder to oneself.',
  description:
    'For confirmed residents and the board. The board or the company is notified. A reminder comes as a notification on its due_on. Photographs are added with upload_media, subject_type task.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    kind: named(taskKinds)
      .default('request')
      .describe('request: somebody else is asked; work: something to be done; reminder: for oneself.'),
    title: words(200).describe('At most 200 characters.'),
    body: text(10_000).default('').describe('At most 10,000 characters.'),
    addressee: named(taskAddressees)
      .nullish()
      .describe(
        'Who is to do it. Left out: the company or contact named, else board for a request, else self.',
      ),
    company_id: id.nullish().describe('From list_companies.'),
    contact_id: id.nullish().describe('From list_contacts.'),
    parcel_id: parcelReference.nullish().describe('Number or identifier; its members see the task.'),
    object_id: id.nullish().describe('From list_parcel_objects.'),
    assignee_id: id.nullish().describe('An account: of the same plot; for the board a resident or editor.'),
    due_on: day.nullish().describe('Y-m-d, today or later.'),
    repeats: named(taskRepeats).nullish().describe('Needs due_on.'),
    visibility: named(visibilities).default('private').describe('Who sees it besides those who take part.'),
    tags: tagNames.nullish().describe('At most 30.'),
  }),
  output: z.object({ data: fullTask }),
  async handle(input, context) {
    const { db, caller, services, newId } = context;
    const now = context.now();
    const found = (await findSettlement(db, input.settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayWriteTask(found.standing));
    const companyId = input.company_id ?? null;
    const contactId = input.contact_id ?? null;
    const addressee =
      input.addressee ??
      (companyId !== null
        ? 'company'
        : contactId !== null
          ? 'contact'
          : input.kind === 'request'
            ? 'board'
            : 'self');
    const fits = checkAddressee(input.kind, addressee);
    if (fits !== true) refuse.invalid('addressee', fits);
    const dueOn = input.due_on ?? null;
    const repeats = input.repeats ?? null;
    refuseLonelyRepeats(repeats, dueOn);
    refusePastDay(dueOn, dayInZone(now, found.timeZone));
    const named = {
      parcelId: (await findTaskPlot(db, found, caller.accountId, input.parcel_id)) ?? null,
      objectId: input.object_id ?? null,
      companyId,
      contactId,
    };
    const places = await findTaskPlaces(db, found.id, caller.accountId, named);
    const parcelId = checkTaskPlaces({ ...named, addressee, isEditor: found.standing.isEditor }, places);
    const task = {
      id: newId(),
      settlementId: found.id,
      parcelId,
      objectId: named.objectId,
      kind: input.kind,
      title: input.title.trim(),
      body: input.body,
      visibility: input.visibility,
      authorId: caller.accountId,
      addressee,
      companyId,
      contactId,
      assigneeId: input.assignee_id ?? null,
      dueOn,
      repeats,
      repeatsFrom: repeats === null ? null : dueOn,
      createdAt: now,
    };
    if (task.assigneeId !== null) {
      const isDecider =
        addressee === 'self' || addressee === 'contact' || (addressee === 'board' && found.standing.isEditor);
      if (!isDecider || !(await canBeAssigned(db, task, task.assigneeId))) refuseAssignee();
    }
    await insertTask(db, task);
    await setTags(
      db,
      { subjectType: 'task', subjectId: task.id, settlementId: found.id },
      input.tags ?? [],
      newId,
    );
    const told = { settlementId: found.id, taskId: task.id, title: task.title, authorId: caller.accountId };
    if (addressee === 'board' || addressee === 'company') {
      await announce(context, { type: 'task_written', ...told, addressee, companyId });
    }
    if (task.assigneeId !== null) {
      const { id: taskId, title, assigneeId } = task;
      await announce(context, {
        type: 'task_assigned',
        accountId: assigneeId,
        taskId,
        title,
        byId: caller.accountId,
      });
    }
    const seen = await requireTask(db, caller, task.id, false);
    return { data: await showFullTask(db, services, seen.task, seen, now) };
  },
});

import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
import type { SignedInCaller } from '../../kernel/caller.ts';
import {
  outDay,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outValue,
  outWord,
  wireTime,
} from '../../kernel/fields.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { AddressSigner } from '../../media/media-path.ts';
import { shortenName } from '../../rules/short-name.ts';
import { visibilities } from '../../rules/standing.ts';
import { taskRepeats } from '../../rules/task-repeats.ts';
import {
  maySeeTask,
  nextStatuses,
  partiesOf,
  type TaskParty,
  taskAddressees,
  taskKinds,
  taskStatuses,
} from '../../rules/task-states.ts';
import { listTags } from '../../store/journal/tags.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { listMediaOf } from '../../store/media/media.ts';
import { findTask, listTaskChanges, type TaskInView, type TaskRow } from '../../store/tasks/tasks.ts';
import { mediaShape, showMedia } from '../media/shapes.ts';

const photosShown = 100;
const changesShown = 200;

export const taskEntry = z.object({
  id: outId,
  settlement_id: outId,
  parcel_id: outId.nullable().describe('The plot it is about; null when about none.'),
  object_id: outId.nullable().describe('The object it is about; null when about none.'),
  kind: outEnum(taskKinds),
  title: outText,
  status: outEnum(taskStatuses),
  visibility: outEnum(visibilities),
  author_user_id: outId,
  addressee: outEnum(taskAddressees).describe('Whom it was given to.'),
  company_id: outId.nullable().describe('Set when given to a company.'),
  contact_id: outId.nullable().describe('Set when given to a contact of the directory.'),
  assignee_user_id: outId.nullable().describe('Who has it in person; null: nobody yet.'),
  due_on: outDay.nullable().describe('The day it is due, where the settlement is; null: no day.'),
  repeats: outEnum(taskRepeats).nullable().describe('Doing it opens the next one; null: once.'),
  created_at: outTimestamp,
  updated_at: outTimestamp,
  closed_at: outTimestamp.nullable().describe('When it was done or cancelled; null while open.'),
});

const taskChange = z.object({
  id: outId,
  author_user_id: outId,
  author: outText.describe('Short name.'),
  comment: outText.describe('Empty when nothing was said.'),
  changes: z
    .record(outWord, z.array(outValue))
    .describe('Field to [before, after]; empty for a mere comment.'),
  created_at: outTimestamp,
});

export const fullTask = taskEntry.extend({
  body: outText,
  tags: z.array(outText),
  photos: z.array(mediaShape).describe('Its photographs and files, oldest first, at most 100.'),
  history: z.array(taskChange).describe('The latest 200 changes and comments, oldest first.'),
  next_statuses: z.array(outEnum(taskStatuses)).describe('What the caller may set as status now.'),
});

export function showTaskEntry(row: TaskRow): z.input<typeof taskEntry> {
  return {
    id: row.id,
    settlement_id: row.settlementId,
    parcel_id: row.parcelId,
    object_id: row.objectId,
    kind: row.kind,
    title: row.title,
    status: row.status,
    visibility: row.visibility,
    author_user_id: row.authorId,
    addressee: row.addressee,
    company_id: row.companyId,
    contact_id: row.contactId,
    assignee_user_id: row.assigneeId,
    due_on: row.dueOn,
    repeats: row.repeats,
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
    closed_at: wireTime(row.closedAt),
  };
}

/** A task as the caller finds it: the row, the parts the caller has in it, and where it is. */
export interface TaskSeen {
  task: TaskInView;
  parties: TaskParty[];
  /** The caller, for the parts they have once the task has changed. */
  who: Parameters<typeof partiesOf>[1];
  timeZone: string;
}

/** The task, locked when it is about to be changed; one the caller may not see does not exist. */
export async function requireTask(
  db: Db,
  caller: SignedInCaller,
  id: string,
  lock: boolean,
): Promise<TaskSeen> {
  const task = (await findTask(db, id, caller.accountId, lock)) ?? refuse.notFound('task');
  const settlement = (await findSettlement(db, task.settlementId, caller)) ?? refuse.notFound('task');
  const { standing, timeZone } = settlement;
  const { isMember, isRepresentative } = task;
  const who = { accountId: caller.accountId, isEditor: standing.isEditor, isRepresentative, isMember };
  const parties = partiesOf(task, who);
  if (!maySeeTask(task, parties, standing)) refuse.notFound('task');
  return { task, parties, who, timeZone };
}

export async function showFullTask(
  db: Db,
  services: AddressSigner,
  task: TaskRow,
  parties: readonly TaskParty[],
  now: Date,
): Promise<z.input<typeof fullTask>> {
  const [tags, photos, history] = await Promise.all([
    listTags(db, 'task', [task.id]),
    listMediaOf(db, 'task', task.id, photosShown),
    listTaskChanges(db, task.id, changesShown),
  ]);
  return {
    ...showTaskEntry(task),
    body: task.body,
    tags: tags.get(task.id) ?? [],
    photos: photos.map((photo) => showMedia(services, photo, [], now)),
    history: history.map((change) => ({
      id: change.id,
      author_user_id: change.authorId,
      author: shortenName(change.authorName),
      comment: change.comment,
      changes: change.changes,
      created_at: wireTime(change.createdAt),
    })),
    next_statuses: nextStatuses(task.addressee, task.status, parties),
  };
}

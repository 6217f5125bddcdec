import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
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
import type { AddressSigner } from '../../media/media-path.ts';
import { shortenName } from '../../rules/short-name.ts';
import { visibilities } from '../../rules/standing.ts';
import { taskRepeats } from '../../rules/task-repeats.ts';
import { nextStatuses, taskAddressees, taskKinds, taskStatuses } from '../../rules/task-states.ts';
import { missingSides } from '../../rules/verified-work.ts';
import { listTags } from '../../store/journal/tags.ts';
import { listMediaOf } from '../../store/media/media.ts';
import { listTaskChanges, type TaskRow } from '../../store/tasks/tasks.ts';
import { mediaShape, showMedia } from '../media/shapes.ts';
import type { TaskParts } from './seeing.ts';

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
  done_by_doer_at: outTimestamp.nullable().describe('When the company said it is done; null: not yet.'),
  done_by_author_at: outTimestamp.nullable().describe('When whoever asked said so.'),
  done_by_board_at: outTimestamp.nullable().describe('When the board said so.'),
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
  next_statuses: z
    .array(outEnum(taskStatuses))
    .describe(
      'What the caller may set as status now; done on a task that is done: your word is still missing.',
    ),
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
    done_by_doer_at: wireTime(row.doneByDoerAt),
    done_by_author_at: wireTime(row.doneByAuthorAt),
    done_by_board_at: wireTime(row.doneByBoardAt),
  };
}

export async function showFullTask(
  db: Db,
  services: AddressSigner,
  task: TaskRow,
  parts: TaskParts,
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
    next_statuses: [
      ...nextStatuses(task.addressee, task.status, parts.parties),
      ...(missingSides(task, parts.sides).length > 0 ? (['done'] as const) : []),
    ],
  };
}

import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import {
  formatTimestamp,
  outDay,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outValue,
  outWord,
} from '../../../domain/kernel/fields.ts';
import type { CompanyState } from '../../../domain/rules/company-states.ts';
import { medals } from '../../../domain/rules/medals.ts';
import { maxMessageMedia } from '../../../domain/rules/media-access.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { reportOutcomes } from '../../../domain/rules/task-fields.ts';
import { formatLeadTime } from '../../../domain/rules/task-reminder.ts';
import { taskRepeats } from '../../../domain/rules/task-repeats.ts';
import {
  findTransitionRules,
  isClosed,
  isCompanyAlone,
  listNextStatuses,
  mayReopen,
  type TaskViewer,
  taskAddressees,
  taskKinds,
  taskStatuses,
} from '../../../domain/rules/task-states.ts';
import { findMissingSides } from '../../../domain/rules/verified-work.ts';
import type { MediaUrlSigner } from '../../../engines/media/signed-media-path.ts';
import { listMediaBySubject } from '../../../store/media/media.ts';
import { findReportedThing } from '../../../store/tasks/reports.ts';
import { findOrderPlace, findTaskDetails, type TaskNames } from '../../../store/tasks/task-references.ts';
import type { TaskEntryRow, TaskRow } from '../../../store/tasks/tasks.ts';
import { type PartiesAndSides, requireVisibleTask } from '../../loaders/visible-task.ts';
import { mediaShape, sentFile, showMedia } from '../media/shapes.ts';

const photosShown = 100;
const changesShown = 50;

export const taskEntry = z.object({
  id: outId,
  settlement_id: outId.nullable().describe('Null: a report that concerns no settlement.'),
  parcel_id: outId.nullable().describe('The plot it is about; null when about none.'),
  parcel_number: outText.nullable().describe('Its plot number.'),
  object_id: outId.nullable().describe('The object it is about; null when about none.'),
  kind: outEnum(taskKinds),
  title: outText,
  status: outEnum(taskStatuses),
  visibility: outEnum(visibilities),
  author_user_id: outId,
  author_name: outText.describe('Short name.'),
  addressee: outEnum(taskAddressees).describe('Whom it was given to.'),
  company_id: outId.nullable().describe('Set when given to a company.'),
  contact_id: outId.nullable().describe('Set when given to a contact of the directory.'),
  to_parcel_id: outId.nullable().describe('Set when given to a neighbour: the plot asked.'),
  to_parcel_number: outText.nullable().describe('Its plot number.'),
  accepted_at: outTimestamp
    .nullable()
    .describe('Given to a neighbour: when it was accepted; null: it waits, or is of another sort.'),
  assignee_user_id: outId.nullable().describe('Who has it in person; null: nobody yet.'),
  assignees: z
    .array(z.object({ id: outId, name: outText.describe('Short name.') }))
    .describe('Everybody who has it in person, assignee_user_id first; done by any.'),
  due_on: outDay.nullable().describe('The day it is due, where the settlement is; null: no day.'),
  remind_before: outWord.nullable().describe('Reminded that long before, too: 2d, 12h; null: on the day.'),
  repeats: outEnum(taskRepeats).nullable().describe('Doing it opens the next one; null: once.'),
  created_at: outTimestamp,
  updated_at: outTimestamp,
  closed_at: outTimestamp.nullable().describe('When it was done or cancelled; null while open.'),
  done_by_doer_at: outTimestamp.nullable().describe('When the company said it is done; null: not yet.'),
  done_by_author_at: outTimestamp.nullable().describe('When whoever asked said so.'),
  done_by_board_at: outTimestamp.nullable().describe('When the board said so.'),
});

type TaskEntry = z.input<typeof taskEntry>;

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

const reportShape = z.object({
  about: outEnum(['message', 'review']),
  outcome: outEnum(reportOutcomes).nullable().describe('Null: not decided.'),
  thing: z
    .object({
      id: outId,
      author: outText.describe('Short name, or a plot number where the name is not told.'),
      body: outText.nullable(),
      medal: outEnum(medals).nullable().describe('Of a review.'),
      is_hidden: z.boolean(),
      media: z.array(sentFile).describe('Of a message: what was sent with it.'),
      created_at: outTimestamp,
    })
    .nullable()
    .describe('For those who decide; null for the reporter, or when it is gone.'),
});

export const fullTask = taskEntry.extend({
  body: outText,
  place: z
    .object({
      settlement: outSlug,
      settlement_name: outText,
      directions: outText.describe('How to come and whom to call; empty: not said.'),
    })
    .nullable()
    .describe('Of an order to a company: where to come. Null for the company once it is done or cancelled.'),
  tags: z.array(outText),
  report: reportShape.nullable().describe('Of a report: what was reported.'),
  photos: z.array(mediaShape).describe('Its photographs and files, oldest first, at most 100.'),
  history: z.array(taskChange).describe('The latest 50 changes and comments, oldest first.'),
  history_count: z.int().describe('How many there are in all.'),
  next_statuses: z
    .array(outEnum(taskStatuses))
    .describe(
      'What the caller may set as status now; done on a task that is done: your word is still missing.',
    ),
});

/** What an assistant needs after a write. */
export const shortTaskReply = [
  'data.id',
  'data.status',
  'data.kind',
  'data.due_on',
  'data.assignee_user_id',
  'data.accepted_at',
  'data.next_statuses',
  'data.next_task_id',
  'data.history_count',
];

export const taskPagePath = ({ data }: { data: { id: string } }) => fillPath(paths.task, { task: data.id });

/** `isStranger`: of the company it is given to, and nobody of the plot. Where an ended order was is not theirs to know. */
export function showTaskEntry(row: TaskEntryRow, names: TaskNames, isStranger: boolean): TaskEntry {
  const hidesPlace = isStranger && isClosed(row.status);
  const assignees = row.assigneeIds.map((id, index) => ({
    id,
    name: shortenName(names.assigneeNames[index] ?? ''),
  }));
  return {
    id: row.id,
    settlement_id: row.settlementId,
    parcel_id: hidesPlace ? null : row.parcelId,
    parcel_number: hidesPlace ? null : names.parcelNumber,
    object_id: hidesPlace ? null : row.objectId,
    kind: row.kind,
    title: row.title,
    status: row.status,
    visibility: row.visibility,
    author_user_id: row.authorId,
    author_name: shortenName(names.authorName),
    addressee: row.addressee,
    company_id: row.companyId,
    contact_id: row.contactId,
    to_parcel_id: row.toParcelId,
    to_parcel_number: names.toParcelNumber,
    accepted_at: formatTimestamp(row.acceptedAt),
    assignee_user_id: row.assigneeIds[0] ?? null,
    assignees,
    due_on: row.dueOn,
    remind_before: row.remindBefore === null ? null : formatLeadTime(row.remindBefore),
    repeats: row.repeats,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
    closed_at: formatTimestamp(row.closedAt),
    done_by_doer_at: formatTimestamp(row.doneByDoerAt),
    done_by_author_at: formatTimestamp(row.doneByAuthorAt),
    done_by_board_at: formatTimestamp(row.doneByBoardAt),
  };
}

async function showReport(
  db: Db,
  services: MediaUrlSigner,
  task: TaskRow,
  { parties }: PartiesAndSides,
  now: Date,
) {
  if (task.kind !== 'report') return null;
  const thing = parties.includes('handler') ? await findReportedThing(db, task) : undefined;
  const media = thing?.hasMedia ? await listMediaBySubject(db, 'message', thing.id, maxMessageMedia) : [];
  return {
    about: task.messageId === null ? ('review' as const) : ('message' as const),
    outcome: task.outcome,
    thing:
      thing === undefined
        ? null
        : {
            id: thing.id,
            author: thing.plotNumber === null ? shortenName(thing.authorName) : `№ ${thing.plotNumber}`,
            body: thing.body,
            medal: thing.medal,
            is_hidden: thing.isHidden,
            media: media.map((row) => showMedia(services, row, [], now)),
            created_at: formatTimestamp(thing.createdAt),
          },
  };
}

export async function showFullTask(
  db: Db,
  services: MediaUrlSigner,
  task: TaskRow & { companyState?: CompanyState | null },
  parts: PartiesAndSides & { who: TaskViewer },
  now: Date,
): Promise<z.input<typeof fullTask>> {
  const isStranger = isCompanyAlone(task, parts.who);
  const hasPlace = task.companyId !== null && !(isStranger && isClosed(task.status));
  const [details, report, place] = await Promise.all([
    findTaskDetails(db, task.id, changesShown),
    showReport(db, services, task, parts, now),
    hasPlace ? findOrderPlace(db, task.id) : undefined,
  ]);
  const photos = details.hasMedia ? await listMediaBySubject(db, 'task', task.id, photosShown) : [];
  return {
    ...showTaskEntry(task, details, isStranger),
    body: task.body,
    place: place
      ? {
          settlement: place.settlementSlug,
          settlement_name: place.settlementName,
          directions: place.directions,
        }
      : null,
    tags: details.tags,
    report,
    photos: photos.map((photo) => showMedia(services, photo, [], now)),
    history: details.changes.map((change) => ({
      id: change.id,
      author_user_id: change.authorId,
      author: shortenName(change.authorName),
      comment: change.comment,
      changes: change.changes,
      created_at: formatTimestamp(new Date(change.createdAt)),
    })),
    history_count: details.changesCount,
    next_statuses: [
      ...listNextStatuses(findTransitionRules(task), task.status, parts.parties).filter(
        () => !isClosed(task.status) || mayReopen({ companyState: task.companyState ?? null }),
      ),
      ...(findMissingSides(task, parts.sides).length > 0 ? (['done'] as const) : []),
    ],
  };
}

/** The whole task as this caller sees it now. */
export async function showTaskAsItStands(
  { db, caller, services, now }: Pick<SignedInContext, 'db' | 'caller' | 'services' | 'now'>,
  id: string,
): Promise<z.input<typeof fullTask>> {
  const { task, ...parts } = await requireVisibleTask(db, caller, id, 'none');
  return showFullTask(db, services, task, parts, now());
}

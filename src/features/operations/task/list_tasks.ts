import { z } from 'zod';
import { onlyOnMcpServers, restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  enumField,
  flag,
  id,
  opaqueCursor,
  outCursor,
  pageLimit,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { taskKinds, taskStatuses } from '../../../domain/rules/task-states.ts';
import { splitWords } from '../../../engines/search/words.ts';
import { listTasks } from '../../../store/tasks/task-list.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { findTaskParcel } from './checks.ts';
import { accountOrMe } from './fields.ts';
import { showTaskEntry, taskEntry } from './shapes.ts';

/** Further search words are ignored. */
const maxSearchWords = 8;

export const list_tasks = defineOperation({
  name: 'list_tasks',
  tag: 'Task',
  route: 'GET /tasks',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Requests, works and reminders, newest first.',
  description: 'With `settlement` all you may see there, else what you have a part in.',
  input: z.object({
    settlement: reference.optional().describe('Slug or id.'),
    kind: enumField(taskKinds).optional().describe('Only this kind.'),
    status: enumField(taskStatuses).optional().describe('Only these.'),
    open: flag.optional().describe('true: not done yet; false: the others.'),
    parcel_id: parcelReference.optional().describe('Plot: number or id.'),
    object_id: restOnly(id.optional().describe('Only about this object.')),
    company_id: onlyOnMcpServers(
      ['settlement', 'company'],
      id.optional().describe('Only given to this company.'),
    ),
    assignee: onlyOnMcpServers(
      ['settlement', 'company'],
      accountOrMe.optional().describe('Who has it: me or an account.'),
    ),
    given_by: accountOrMe.optional().describe('Who wrote it: me or an account.'),
    mine: stateDefault(false, flag.optional().describe('true: only yours to do.')),
    q: text(200).optional().describe('Words to find.'),
    due_until: day.optional().describe('Due up to this day.'),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'tasks.id',
    'tasks.kind',
    'tasks.title',
    'tasks.status',
    'tasks.due_on',
    'tasks.addressee',
    'tasks.author_name',
    'tasks.parcel_number',
    'cursor',
  ],
  output: z.object({ tasks: z.array(taskEntry), cursor: outCursor }),
  async show({ settlement, limit, cursor, ...filter }, { db, caller, cursors }) {
    const found = settlement === undefined ? undefined : await loadSettlement(settlement, { db, caller });
    const { accountId, isModerator } = caller;
    const view = found && {
      settlementId: found.id,
      accountId,
      settlementRole: found.settlementRole,
      isModerator,
    };
    const parcelId = await findTaskParcel(db, found, caller, filter.parcel_id);
    const bound = { account: caller.accountId, settlement: found?.id, ...filter, parcel_id: parcelId };
    const position = cursors.parse('list_tasks', bound, cursor);
    const [before] = position.key;
    const wanted = {
      kind: filter.kind,
      status: filter.status,
      isOpen: filter.open,
      parcelId,
      objectId: filter.object_id,
      companyId: filter.company_id,
      assigneeId: filter.assignee === 'me' ? caller.accountId : filter.assignee,
      authorId: filter.given_by === 'me' ? caller.accountId : filter.given_by,
      doerId: filter.mine ? caller.accountId : undefined,
      words: filter.q === undefined ? [] : [...new Set(splitWords(filter.q))].slice(0, maxSearchWords),
      dueUntil: filter.due_until,
      before,
    };
    const rows = await listTasks(db, caller, view, wanted, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { tasks: page.map((row) => showTaskEntry(row, row, row.isCompanyAlone)), cursor: next };
  },
});

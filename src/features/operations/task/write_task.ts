import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { onlyOnMcpServers, restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  enumField,
  id,
  name,
  parcelReference,
  reference,
  tagNames,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { dayInZone } from '../../../domain/rules/days.ts';
import { refuseOverQuota } from '../../../domain/rules/quotas.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { checkAddressee, mayWriteTask } from '../../../domain/rules/task-fields.ts';
import { parseLeadTime } from '../../../domain/rules/task-reminder.ts';
import { taskRepeats } from '../../../domain/rules/task-repeats.ts';
import { taskAddressees, taskKinds } from '../../../domain/rules/task-states.ts';
import { reportReasons } from '../../../domain/rules/waiting-order.ts';
import { countQuotaUsage, lockQuotas } from '../../../store/accounts/quotas.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { findSimilarTasks } from '../../../store/search/similar-things.ts';
import { findTaskReferences, holdCompany } from '../../../store/tasks/task-references.ts';
import { insertTask } from '../../../store/tasks/tasks.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { similarReply, tellSimilar, unlessSimilarField } from '../shapes/similar.ts';
import {
  checkReport,
  checkTaskReferences,
  chooseAddressee,
  findTaskParcel,
  refuseMissingDueDay,
  refuseNoSettlement,
  refusePastDay,
  requireAssignable,
} from './checks.ts';
import { assigneeIds, remindBefore } from './fields.ts';
import { findOfferedParcel, refuseVisibleOffer } from './neighbour-offer.ts';
import { reportById } from './reporting.ts';
import { fullTask, shortTaskReply, showTaskAsItStands, taskPagePath } from './shapes.ts';
import { readAssignees } from './task-edit.ts';
import { notifyOfNewTask } from './task-events.ts';

export const write_task = defineOperation({
  name: 'write_task',
  tag: 'Task',
  route: 'POST /tasks',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Write a request to the board, a company, a contact or a neighbour, a reminder, or a report.',
  description: 'For residents and the board; who is asked is told. Photographs: upload_media.',
  input: z.object({
    settlement: reference.optional().describe('Slug or id.'),
    kind: enumField(taskKinds)
      .default('request')
      .describe('Default request; reminder: for oneself; report: of a review.'),
    title: name(200).describe('Up to 200 characters.'),
    body: text(10_000).default('').describe('Up to 10,000 characters.'),
    addressee: enumField(taskAddressees)
      .nullish()
      .describe('Default: who is named below, else board for a request, else self.'),
    company_id: id.nullish().describe('From list_companies.'),
    contact_id: id.nullish().describe('From list_contacts.'),
    message_id: restOnly(id.nullish().describe('Report this message.')),
    review_id: id.nullish().describe('Report this review.'),
    report_about: enumField(reportReasons).nullish().describe('Of a report: threats come first.'),
    to_parcel: parcelReference.nullish().describe('Asks a neighbour’s plot.'),
    parcel_id: parcelReference.nullish().describe('Plot: number or id.'),
    object_id: id.nullish().describe('From list_parcel_objects.'),
    assignee_id: id.nullish().describe('An account.'),
    assignees: onlyOnMcpServers(['settlement'], assigneeIds.nullish()),
    due_on: day.nullish().describe('Today or later.'),
    remind_before: remindBefore.nullish(),
    repeats: enumField(taskRepeats).nullish().describe('Needs due_on.'),
    directions: restOnly(
      text(500)
        .trim()
        .nullish()
        .describe('To a company: how to come and whom to call; it reads this until the order ends.'),
    ),
    visibility: enumField(visibilities).default('private').describe('Who sees it.'),
    tags: restOnly(stateDefault([], tagNames.nullish().describe('Up to 30.'))),
    unless_similar: unlessSimilarField,
  }),
  output: z.object({ data: fullTask, similar: similarReply }),
  shortReply: [...shortTaskReply, 'similar'],
  pagePath: taskPagePath,
  async load(input, context, lock) {
    if (isReport(input)) return null;
    if (input.settlement === undefined) return refuseNoSettlement();
    if (lock) await lockQuotas(context.db, context.caller.accountId);
    return loadSettlement(input.settlement, context);
  },
  permit(found) {
    if (found !== null) permit(mayWriteTask(found.settlementRole));
  },
  writesIn: (found) => (found === null ? 'nowhere' : found.id),
  async write(input, context, found) {
    const { db, caller, services, newId } = context;
    const now = context.now();
    if (found === null) {
      checkReport(input);
      const reportId = await reportById(context, input, {
        title: input.title.trim(),
        body: input.body,
        reportReason: input.report_about ?? null,
      });
      return { id: reportId };
    }
    if (input.report_about != null) refuse.invalid('report_about', onlyOfReports);
    const open = await countQuotaUsage(db, 'open_tasks', caller, now);
    refuseOverQuota('title', 'open_tasks', open, services.quotas);
    const { isEditor } = found.settlementRole;
    const addressee = input.addressee ?? chooseAddressee(input);
    const fits = checkAddressee(input.kind, addressee);
    if (fits !== true) refuse.invalid('addressee', fits);
    const dueOn = input.due_on ?? null;
    const repeats = input.repeats ?? null;
    const remind = input.remind_before == null ? null : parseLeadTime(input.remind_before);
    refuseMissingDueDay({ repeats, remindBefore: remind, dueOn });
    refusePastDay(dueOn, dayInZone(now, found.timeZone));
    const named = {
      parcelId: (await findTaskParcel(db, found, caller, input.parcel_id)) ?? null,
      objectId: input.object_id ?? null,
      companyId: input.company_id ?? null,
      contactId: input.contact_id ?? null,
    };
    if (input.directions && addressee !== 'company') refuse.invalid('directions', onlyToCompanies);
    if (named.companyId !== null) await holdCompany(db, named.companyId);
    const places = await findTaskReferences(db, found.id, caller.accountId, named);
    const toParcel = input.to_parcel ?? null;
    const parcelId = checkTaskReferences({ ...named, toParcel, addressee, isEditor }, places);
    const toParcelId =
      toParcel === null ? null : await findOfferedParcel(db, found, caller.accountId, toParcel);
    refuseVisibleOffer(toParcelId, input.visibility);
    const task = {
      ...named,
      id: newId(),
      settlementId: found.id,
      parcelId,
      toParcelId,
      // A task from the board needs no acceptance.
      acceptedAt: toParcelId !== null && isEditor ? now : null,
      kind: input.kind,
      title: input.title.trim(),
      body: input.body,
      visibility: input.visibility,
      authorId: caller.accountId,
      reviewId: null,
      messageId: null,
      reportedId: null,
      directions: input.directions ?? '',
      addressee,
      assigneeIds: readAssignees(input) ?? [],
      dueOn,
      remindBefore: remind,
      repeats,
      repeatsFrom: repeats === null ? null : dueOn,
      createdAt: now,
    };
    const isDecider = addressee === 'self' || addressee === 'contact' || (addressee === 'board' && isEditor);
    await requireAssignable(db, task, task.assigneeIds, isDecider);
    const similar = tellSimilar(
      context,
      await findSimilarTasks(db, task),
      ({ id: similarTask }) => fillPath(paths.task, { task: similarTask }),
      input.unless_similar,
    );
    await insertTask(db, task);
    const subject = { subjectType: 'task', subjectId: task.id, settlementId: found.id } as const;
    if (input.tags?.length) await setTags(db, subject, input.tags, newId);
    await notifyOfNewTask(context, task);
    return { id: task.id, ...similar };
  },
  show: async (_input, context, { id, ...similar }: WrittenTask) => ({
    data: await showTaskAsItStands(context, id),
    ...similar,
  }),
});

/** Whose settlement it concerns is known from what is reported. */
const isReport = ({ kind, message_id, review_id }: Readonly<Record<string, unknown>>) =>
  kind === 'report' || message_id != null || review_id != null;

interface WrittenTask {
  id: string;
  similar?: z.input<typeof similarReply>;
}

const onlyToCompanies = {
  en: 'Only a request to a company has this field.',
  ru: 'Это поле есть только у заказа компании.',
};
const onlyOfReports = { en: 'Only a report has this field.', ru: 'Это поле есть только у жалобы.' };

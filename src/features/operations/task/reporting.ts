import type { Db } from '../../../base/db/connect.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { chooseReportDecider } from '../../../domain/rules/messaging.ts';
import { maySeeReportedReview } from '../../../domain/rules/review-moderation.ts';
import { mayDecideReport, type ReportOutcome } from '../../../domain/rules/task-fields.ts';
import type { TaskParty } from '../../../domain/rules/task-states.ts';
import type { ReportReason } from '../../../domain/rules/waiting-order.ts';
import { listRepresentativeIds } from '../../../store/directory/company-representatives.ts';
import { findReviewSubject } from '../../../store/directory/review-subjects.ts';
import { findReviewById } from '../../../store/directory/reviews.ts';
import { listBoardMemberIds } from '../../../store/land/settlement-roles.ts';
import { findMessage, lockThread, type ThreadRow } from '../../../store/messaging/conversations.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import {
  findMessageLocation,
  findReportDecider,
  hasReported,
  hideMessage,
  listReporterIds,
  passReportsToPlatform,
} from '../../../store/tasks/reports.ts';
import { insertTask, type TaskRow } from '../../../store/tasks/tasks.ts';
import { findSettlement } from '../../loaders/memberships.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { setReviewHidden } from '../review/hiding.ts';

type Writing = SignedInContext;

export interface ReportWords {
  title: string;
  body: string;
  /** What it is about, if the reporter chose that. */
  reportReason: ReportReason | null;
}

interface Reported {
  kind: 'person' | 'board' | 'company';
  settlementId: string | null;
  messageId: string | null;
  reviewId: string | null;
  authorId: string;
  /** Who represents whom a review grades, or takes part in the conversation: none of them decides. */
  concernedIds: readonly string[];
}

/** The identifier of the report; null when this user has already reported the same thing. */
async function fileReport(
  context: Writing,
  { kind, ...thing }: Reported,
  reportText: ReportWords,
): Promise<string | null> {
  const { db, caller, newId, now } = context;
  const { settlementId, authorId: reportedId, messageId, reviewId, concernedIds } = thing;
  if (await hasReported(db, caller.accountId, thing)) return null;
  const board = settlementId === null || reviewId !== null ? [] : await listBoardMemberIds(db, settlementId);
  const partyIds = [caller.accountId, reportedId, ...concernedIds, ...(await listReporterIds(db, thing))];
  const addressee = chooseReportDecider({
    kind,
    settlementId,
    isReview: reviewId !== null,
    isBoardConcerned: board.length === 0 || partyIds.some((party) => board.includes(party)),
  });
  // Others of the same message must not stay with a board that it concerns now.
  if (addressee === 'platform' && messageId !== null && board.includes(caller.accountId))
    await passReportsToPlatform(db, messageId);
  const id = newId();
  await insertTask(db, {
    ...reportText,
    id,
    settlementId,
    messageId,
    reviewId,
    reportedId,
    addressee,
    kind: 'report',
    visibility: 'private',
    authorId: caller.accountId,
    parcelId: null,
    objectId: null,
    companyId: null,
    contactId: null,
    toParcelId: null,
    acceptedAt: null,
    assigneeIds: [],
    dueOn: null,
    remindBefore: null,
    repeats: null,
    repeatsFrom: null,
    createdAt: now(),
  });
  await publishEvent(context, {
    type: messageId === null ? 'review_reported' : 'message_reported',
    settlementId: addressee === 'board' ? settlementId : null,
    taskId: id,
    partyIds,
  });
  return id;
}

/** The conversation must be locked, with the caller in it. `field`: the input field to refuse. */
export async function reportMessage(
  context: Writing,
  thread: ThreadRow,
  number: string,
  reportText: ReportWords,
  field: string,
): Promise<string | null> {
  const message =
    (await findMessage(context.db, thread.id, number)) ??
    refuse.invalid(field, {
      en: 'There is no message with this number in the conversation.',
      ru: 'Сообщения с таким номером в этой переписке нет.',
    });
  if (message.authorId === context.caller.accountId)
    refuse.invalid(field, { en: 'This is your own message.', ru: 'Это ваше собственное сообщение.' });
  const { kind, settlementId } = thread;
  const { id: messageId, authorId } = message;
  return fileReport(
    context,
    {
      kind,
      settlementId,
      messageId,
      reviewId: null,
      authorId,
      concernedIds: thread.members.map((member) => member.accountId),
    },
    reportText,
  );
}

/** By identifier, as in write_task; 404 for what the caller cannot see. */
export async function reportById(
  context: Writing,
  thing: { message_id?: string | null | undefined; review_id?: string | null | undefined },
  reportText: ReportWords,
): Promise<string> {
  const field = thing.message_id == null ? 'review_id' : 'message_id';
  const id =
    thing.message_id == null
      ? await reportReview(context, thing.review_id as string, reportText)
      : await reportMessageById(context, thing.message_id, reportText);
  return (
    id ??
    refuse.invalid(field, {
      en: 'You have reported this already; list_tasks with kind report shows what became of it.',
      ru: 'Вы уже жаловались на это; что решено, видно в list_tasks с kind report.',
    })
  );
}

async function reportMessageById(context: Writing, id: string, reportText: ReportWords) {
  const { db, caller } = context;
  const place = (await findMessageLocation(db, id)) ?? refuse.notFound('message');
  const thread = (await lockThread(db, place.conversationId, caller.accountId)) ?? refuse.notFound('message');
  return reportMessage(context, thread, place.number, reportText, 'message_id');
}

async function reportReview(context: Writing, id: string, reportText: ReportWords) {
  const { db, caller } = context;
  const review = (await findReviewById(db, id)) ?? refuse.notFound('review');
  const { settlementId, subjectType, subjectId, authorId } = review;
  const { settlementRole } = (await findSettlement(db, settlementId, caller)) ?? refuse.notFound('review');
  const subject =
    (await findReviewSubject(db, settlementId, subjectType, subjectId, caller.accountId, true)) ??
    refuse.notFound('review');
  const isSeen = maySeeReportedReview(
    { visibility: review.visibility, isHidden: review.moderationStatus === 'hidden' },
    { settlementRole, isModerator: caller.isModerator, representsSubject: subject.isRepresented },
  );
  if (authorId === caller.accountId)
    refuse.invalid('review_id', { en: 'This is your own review.', ru: 'Это ваш собственный отзыв.' });
  if (!isSeen) refuse.notFound('review');
  const kind = subjectType === 'company' ? 'company' : 'person';
  const concernedIds = subjectType === 'company' ? await listRepresentativeIds(db, subjectId) : [];
  return fileReport(
    context,
    { kind, settlementId, messageId: null, reviewId: id, authorId, concernedIds },
    reportText,
  );
}

export async function permitOutcome(
  db: Db,
  task: TaskRow,
  comment: string,
  parties: readonly TaskParty[],
): Promise<void> {
  if (task.kind !== 'report')
    refuse.invalid('outcome', { en: 'Only a report has an outcome.', ru: 'Решение бывает только у жалобы.' });
  permit(mayDecideReport(parties));
  if (task.status !== 'open') await refuseClosedReport(db, task);
  if (task.reviewId !== null && comment === '')
    refuse.invalid('comment', {
      en: 'Say why: the author of the review, whom it grades and whoever reported it will read that.',
      ru: 'Напишите почему: это прочтут автор отзыва, тот, о ком он, и кто пожаловался.',
    });
}

async function refuseClosedReport(db: Db, { id, outcome, closedAt }: TaskRow): Promise<never> {
  if (outcome === null)
    return refuseDecided('outcome', { outcome: 'withdrawn', by: null, at: closedAt, reason: null });
  const decider = await findReportDecider(db, id);
  return refuseDecided('outcome', {
    outcome: outcome === 'hidden' ? 'hidden' : 'left',
    by: toDecider(decider?.id ?? null, decider?.name ?? null),
    at: decider?.at ?? closedAt,
    reason: decider?.comment || null,
  });
}

/** Applies the outcome to the reported thing and notifies the reporter. */
export async function applyReportOutcome(
  context: Writing,
  task: TaskRow,
  outcome: ReportOutcome,
  comment: string,
): Promise<void> {
  if (outcome === 'hidden') await hideReportedThing(context, task, comment);
  await recordDecision(context, {
    action: 'edit_task',
    subject: { type: 'task', id: task.id },
    // What moderators decide, a board does not read: it may speak for whom the review grades.
    settlementId: task.addressee === 'board' ? task.settlementId : null,
    after: { outcome, about: task.messageId === null ? 'review' : 'message', reason: comment.slice(0, 500) },
  });
  const { id: taskId, title, authorId: accountId } = task;
  const hidden = outcome === 'hidden';
  const reason = comment.slice(0, 500);
  await publishEvent(context, { type: 'report_decided', accountId, taskId, title, hidden, reason });
  if (task.reviewId !== null) await tellBothSides(context, task, hidden, reason);
}

/** The author of a reported review, where it stays (of hiding they are told anyway), and whom it grades. */
async function tellBothSides(
  context: Writing,
  { reviewId, authorId: reporterId }: TaskRow,
  hidden: boolean,
  reason: string,
): Promise<void> {
  const { db, caller } = context;
  const review = await findReviewById(db, reviewId as string);
  if (review === undefined || reporterId === null) return;
  const { settlementId, subjectType, subjectId, authorId, visibility } = review;
  const subject = await findReviewSubject(db, settlementId, subjectType, subjectId, caller.accountId, false);
  if (subject === undefined) return;
  const decided = {
    ...({ type: 'reported_review_decided', reporterId, reviewId: review.id, settlementId } as const),
    ...{ subjectType, subjectId, subjectName: subject.name, hidden, reason },
  };
  if (!hidden) await publishEvent(context, { ...decided, to: { accountId: authorId } });
  if (visibility === 'private') return;
  await publishEvent(context, {
    ...decided,
    to: subjectType === 'company' ? { companyId: subjectId } : { settlementId },
  });
}

async function hideReportedThing(context: Writing, task: TaskRow, reason: string): Promise<void> {
  if (task.messageId !== null) return hideMessage(context.db, task.messageId, context.now());
  const review = await findReviewById(context.db, task.reviewId as string);
  // Whoever hid it has told its author why.
  if (review?.moderationStatus === 'hidden') return;
  if (review === undefined || (await setReviewHidden(context, review, reason.slice(0, 500))) === undefined)
    refuse.invalid('outcome', {
      en: 'The review has been withdrawn: there is nothing left to hide.',
      ru: 'Отзыв уже отозван, скрывать нечего.',
    });
}

import { fillPath, paths } from '../../base/site/paths.ts';
import { reviewedSubjectPath } from './event-paths.ts';
import {
  notify,
  oneAccount,
  quoteReason,
  type Recipients,
  type RoutedEvent,
} from './notification-builder.ts';
import type { ReportEvent, SanctionEvent } from './report-events.ts';

type EventOf<Type> = Extract<ReportEvent | SanctionEvent, { type: Type }>;

export function routeReportEvent(event: ReportEvent): RoutedEvent {
  switch (event.type) {
    case 'message_reported':
    case 'review_reported':
      return notify('review_queue', `notifications.${event.type}`, {})
        .to(
          event.settlementId === null
            ? { kind: 'moderators' }
            : { kind: 'board', settlementId: event.settlementId },
          event.partyIds,
        )
        .at(fillPath(paths.task, { task: event.taskId }), { about: `task:${event.taskId}` });
    case 'report_decided':
      return routeOutcome(event)
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'report_joined':
      return notify('my_requests', 'notifications.report_joined', { title: event.title, into: event.into })
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'reported_review_decided':
      return routeReviewDecision(event);
  }
}

function routeOutcome({ hidden, title, reason }: EventOf<'report_decided'>) {
  const outcome = hidden ? 'hidden' : 'nothing';
  return reason === ''
    ? notify('my_requests', `notifications.report_${outcome}`, { title })
    : notify('my_requests', `notifications.report_${outcome}_explained`, {
        title,
        reason: quoteReason(reason),
      });
}

function routeReviewDecision(event: EventOf<'reported_review_decided'>): RoutedEvent {
  const { to, hidden, reason, subjectName, reporterId } = event;
  const said = { subject: subjectName, reason: quoteReason(reason) };
  const told =
    'accountId' in to
      ? notify('my_requests', 'notifications.own_review_left', said)
      : notify('my_requests', `notifications.reported_review_${hidden ? 'hidden' : 'left'}`, said);
  const audience: Recipients =
    'accountId' in to
      ? oneAccount(to.accountId)
      : 'companyId' in to
        ? { kind: 'company', companyId: to.companyId }
        : { kind: 'board', settlementId: to.settlementId };
  return told.to(audience, [reporterId]).at(reviewedSubjectPath(event));
}

const imposedKeys = {
  warning: { board: 'notifications.warned_by_board', platform: 'notifications.warned_by_moderators' },
  silence: { board: 'notifications.silenced_by_board', platform: 'notifications.silenced_by_moderators' },
  exclusion: { board: 'notifications.excluded_by_board', platform: 'notifications.excluded_by_moderators' },
} as const;

export function routeSanctionEvent(event: SanctionEvent): RoutedEvent {
  const at = fillPath(paths.sanction, { sanction: event.sanctionId });
  switch (event.type) {
    case 'sanction_imposed':
      return routeImposed(event).to(oneAccount(event.accountId)).at(at);
    case 'sanction_lifted':
      return notify('my_requests', 'notifications.sanction_lifted', { reason: quoteReason(event.reason) })
        .to(oneAccount(event.accountId))
        .at(at);
    case 'sanction_over':
      return notify('my_requests', 'notifications.sanction_over', {}).to(oneAccount(event.accountId)).at(at);
    case 'sanction_appealed':
      return notify('review_queue', 'notifications.sanction_appealed', {})
        .to({ kind: 'moderators' }, event.except)
        .at(at, { about: `appeal:${event.sanctionId}` });
    case 'appeal_decided': {
      const said = { reason: quoteReason(event.reason) };
      if (event.to === 'person')
        return notify('my_requests', `notifications.appeal_${event.outcome}`, said)
          .to(oneAccount(event.accountId))
          .at(at);
      const { imposedBy } = event;
      return notify('my_requests', `notifications.decision_${event.outcome}`, said)
        .to(
          'settlementId' in imposedBy
            ? { kind: 'board', settlementId: imposedBy.settlementId }
            : oneAccount(imposedBy.accountId),
          [event.byId, event.accountId],
        )
        .at(at);
    }
  }
}

function routeImposed({ kind, office, days, reason }: EventOf<'sanction_imposed'>) {
  const said = { reason: quoteReason(reason) };
  return kind === 'silence'
    ? notify('my_requests', imposedKeys.silence[office], { ...said, days: String(days ?? 0) })
    : notify('my_requests', imposedKeys[kind][office], said);
}

import { fillPath, paths } from '../../base/site/paths.ts';
import { routeBoardEvent } from './board-change-routing.ts';
import { routeCompanyEvent } from './company-routing.ts';
import { conversationPath, mediaPath, reviewedSubjectPath } from './event-paths.ts';
import type { ProductEvent } from './events.ts';
import { notify, oneAccount, quoteReason, type RoutedEvent } from './notification-builder.ts';
import { routeReportEvent, routeSanctionEvent } from './report-routing.ts';
import { routeResidencyDecision } from './residency-routing.ts';

/** Delivered by a job in batches, because a settlement may have more readers than one transaction should hold. */
export type AnnouncementEvent = Extract<ProductEvent, { type: 'announcement_published' }>;
type EventOf<Type extends ProductEvent['type']> = Extract<ProductEvent, { type: Type }>;
export type DirectEvent = Exclude<ProductEvent, AnnouncementEvent>;

/** Decides the recipients, topic, text and URL of every event. */
export function routeEvent(event: DirectEvent): RoutedEvent {
  switch (event.type) {
    case 'proposal_waiting':
      return notify('review_queue', 'notifications.proposal_waiting', { subject: event.subjectName })
        .to({ kind: 'board', settlementId: event.settlementId }, [event.authorId])
        .at(fillPath(paths.correction, { settlement: event.settlementId, proposal: event.proposalId }), {
          canWait: true,
          about: `proposal:${event.proposalId}`,
        });
    case 'proposal_decided':
      return (
        event.approved
          ? notify('my_requests', 'notifications.proposal_approved', { subject: event.subjectName })
          : notify('my_requests', 'notifications.proposal_refused', {
              subject: event.subjectName,
              reason: quoteReason(event.reason),
            })
      )
        .to(oneAccount(event.accountId))
        .at(paths.myRequests);
    case 'knowledge_waiting':
      return notify('review_queue', 'notifications.knowledge_waiting', { title: event.title })
        .to({ kind: 'moderators' }, [event.authorId])
        .at(fillPath(paths.moderationText, { revision: event.revisionId }), {
          canWait: true,
          about: `revision:${event.revisionId}`,
        });
    case 'knowledge_decided':
      return (
        event.passed
          ? notify('my_requests', 'notifications.knowledge_passed', { title: event.title })
          : notify('my_requests', 'notifications.knowledge_returned', {
              title: event.title,
              reason: quoteReason(event.reason),
            })
      )
        .to(oneAccount(event.accountId))
        .at(
          event.passed
            ? fillPath(paths.knowledgeArticle, { article: event.slug })
            : `${paths.myEdits}?state=rejected`,
        );
    case 'residency_waiting':
    case 'residency_reminded':
      return notify('review_queue', `notifications.${event.type}`, { plot: event.plotNumber })
        .to({ kind: 'board', settlementId: event.settlementId }, [event.accountId])
        .at(fillPath(paths.claim, { settlement: event.settlementId, resident: event.membershipId }), {
          about: `claim:${event.membershipId}`,
        });
    case 'residency_asked':
      return notify('review_queue', 'notifications.residency_asked', { plot: event.plotNumber })
        .to({ kind: 'owners', parcelId: event.parcelId }, [event.accountId])
        .at(fillPath(paths.inviteToPlot, { plot: event.parcelId }), { about: `claim:${event.membershipId}` });
    case 'residency_decided':
      return routeResidencyDecision(event);
    case 'residency_restored':
      return notify('my_requests', 'notifications.residency_restored', { plot: event.plotNumber })
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.settlement, { settlement: event.settlementId }));
    case 'review_posted':
      return notify('review_queue', 'notifications.review_posted', {
        subject: event.companyName,
        settlement: event.settlementName,
      })
        .to({ kind: 'company', companyId: event.companyId }, [event.authorId])
        .at(fillPath(paths.company, { company: event.companyId }), {
          canWait: true,
          collapses: true,
          about: `reviews:${event.companyId}`,
        });
    case 'residency_joined':
      return notify('my_requests', 'notifications.residency_joined', { plot: event.plotNumber })
        .to({ kind: 'accounts', ids: event.invitedBy === null ? [] : [event.invitedBy] })
        .at(fillPath(paths.plot, { plot: event.parcelId }));
    case 'review_answered':
      return notify('my_requests', 'notifications.review_answered', { subject: event.subjectName })
        .to(oneAccount(event.accountId))
        .at(reviewedSubjectPath(event), { canWait: true });
    case 'review_moderated':
      return (
        event.hidden
          ? notify('my_requests', 'notifications.review_hidden', {
              subject: event.subjectName,
              reason: quoteReason(event.reason),
            })
          : notify('my_requests', 'notifications.review_restored', { subject: event.subjectName })
      )
        .to(oneAccount(event.accountId))
        .at(reviewedSubjectPath(event));
    case 'article_hidden':
    case 'article_shown':
    case 'article_published':
      return (
        event.type !== 'article_hidden'
          ? notify('my_requests', `notifications.${event.type}`, { title: event.title })
          : event.reason === null
            ? notify('my_requests', 'notifications.article_hidden_unexplained', { title: event.title })
            : notify('my_requests', 'notifications.article_hidden', {
                title: event.title,
                reason: quoteReason(event.reason),
              })
      )
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.article, { settlement: event.settlementId, article: event.slug }));
    case 'media_hidden':
    case 'media_shown':
    case 'media_removed':
      return (
        event.type !== 'media_hidden'
          ? notify('my_requests', `notifications.${event.type}`, { caption: event.caption || '—' })
          : event.reason === null
            ? notify('my_requests', 'notifications.media_hidden_unexplained', {
                caption: event.caption || '—',
              })
            : notify('my_requests', 'notifications.media_hidden', {
                caption: event.caption || '—',
                reason: quoteReason(event.reason),
              })
      )
        .to(oneAccount(event.accountId))
        .at(mediaPath(event));
    case 'task_written':
      return notify('review_queue', 'notifications.task_written', { title: event.title })
        .to(
          event.addressee === 'company' && event.companyId !== null
            ? { kind: 'company', companyId: event.companyId }
            : { kind: 'board', settlementId: event.settlementId },
          [event.authorId, ...event.assigneeIds],
        )
        .at(fillPath(paths.task, { task: event.taskId }), { about: `offer:${event.taskId}` });
    case 'task_assigned':
    case 'task_offered':
      return notify('review_queue', `notifications.${event.type}`, { title: event.title })
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }), {
          about: `${event.type === 'task_offered' ? 'offer' : 'task'}:${event.taskId}`,
        });
    case 'task_accepted':
      return notify('my_requests', 'notifications.task_accepted', { title: event.title })
        .to(oneAccount(event.accountId), [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_declined':
      return notify('my_requests', 'notifications.task_declined', { title: event.title })
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_changed':
      return notify('my_requests', `notifications.task_${event.status}`, { title: event.title })
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_due':
      return notify('reminders', 'notifications.task_due', { title: event.title, day: event.dueOn })
        .to({ kind: 'accounts', ids: event.accountIds })
        .at(fillPath(paths.task, { task: event.taskId }), { about: `task:${event.taskId}` });
    case 'meter_due':
      return notify('reminders', 'notifications.meter_due', { day: event.day })
        .to({ kind: 'accounts', ids: event.accountIds })
        .at(fillPath(paths.plotMeters, { plot: event.parcelId }), {
          about: `meter_reading:${event.parcelId}.${event.kind}`,
        });
    case 'company_claimed':
    case 'company_asks_again':
    case 'company_decided':
    case 'company_joined':
    case 'company_orders_ended':
    case 'representative_decided':
    case 'representatives_changed':
      return routeCompanyEvent(event);
    case 'settlement_asked':
      return notify('review_queue', 'notifications.settlement_asked', { settlement: event.name })
        .to({ kind: 'moderators' }, [event.authorId])
        .at(fillPath(paths.platformSettlementRequest, { request: event.requestId }), {
          canWait: true,
          about: `settlement_request:${event.requestId}`,
        });
    case 'settlement_decided':
      return routeSettlementDecision(event);
    case 'role_changed':
      return notify('reminders', `notifications.role_${event.role}_${event.isGiven ? 'given' : 'taken'}`, {
        reason: quoteReason(event.reason),
      })
        .to(oneAccount(event.accountId), [event.byId])
        .at(
          event.isGiven ? (event.role === 'moderator' ? paths.platform : paths.platformRoles) : paths.more,
          {
            isSecurity: true,
          },
        );
    case 'role_of_another_changed':
      return notify(
        'reminders',
        `notifications.role_of_another_${event.role}_${event.isGiven ? 'given' : 'taken'}`,
        {
          name: event.name,
          reason: quoteReason(event.reason),
        },
      )
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(paths.platformRoles, { isSecurity: true });
    case 'board_changed':
    case 'board_invitation':
    case 'board_invitation_declined':
    case 'motion_waiting':
    case 'motion_answered':
      return routeBoardEvent(event);
    case 'device_trouble':
      return notify('reminders', 'notifications.device_trouble', { name: event.name })
        .to(oneAccount(event.accountId))
        .at(fillPath(paths.deviceConnection, { connection: event.connectionId }), { collapses: true });
    case 'sensor_alert':
      return notifySensorAlert(event)
        .to({ kind: 'sensor', sensorId: event.sensorId })
        .at(fillPath(paths.sensor, { sensor: event.sensorId }));
    case 'message_received':
      return notify('reminders', 'notifications.message_received', { sender: event.senderName })
        .to({ kind: 'accounts', ids: event.accountIds })
        .at(conversationPath(event.conversationId), { collapses: true });
    case 'message_reported':
    case 'review_reported':
    case 'report_decided':
    case 'report_joined':
    case 'reported_review_decided':
      return routeReportEvent(event);
    case 'sanction_imposed':
    case 'sanction_lifted':
    case 'sanction_over':
    case 'sanction_appealed':
    case 'appeal_decided':
      return routeSanctionEvent(event);
  }
}

function routeSettlementDecision({
  accountId,
  name,
  accepted,
  reason,
}: EventOf<'settlement_decided'>): RoutedEvent {
  if (accepted === null)
    return notify('my_requests', 'notifications.settlement_returned', {
      settlement: name,
      reason: quoteReason(reason),
    })
      .to(oneAccount(accountId))
      .at(paths.myRequests);
  const address = { settlement: accepted.slug };
  return notify(
    'my_requests',
    accepted.isBoard ? 'notifications.settlement_accepted_as_board' : 'notifications.settlement_accepted',
    { settlement: name },
  )
    .to(oneAccount(accountId))
    .at(fillPath(accepted.isBoard ? paths.board : paths.settlement, address));
}

/** The kind of the sensor becomes words in the reader's language: “Too cold”. */
function notifySensorAlert({ alert, sensorName, part, kind, value, bound, since }: EventOf<'sensor_alert'>) {
  const told = { sensor: sensorName, part, since };
  if (alert === 'silent') return notify('reminders', 'notifications.sensor_silent', told);
  if (alert === 'on') return notify('reminders', 'notifications.sensor_on', { ...told, is_on: kind });
  return alert === 'below'
    ? notify('reminders', 'notifications.sensor_below', { ...told, too_low: kind, value, bound })
    : notify('reminders', 'notifications.sensor_above', { ...told, too_high: kind, value, bound });
}

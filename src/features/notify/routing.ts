import { fillPath, paths } from '../../base/site/paths.ts';
import type { ProductEvent } from './events.ts';
import { person, type RoutedEvent, said, tell } from './tell.ts';

/** Delivered by a job in batches, because a settlement may have more readers than one transaction should hold. */
export type AnnouncementEvent = Extract<ProductEvent, { type: 'announcement_published' }>;
type EventOf<Type extends ProductEvent['type']> = Extract<ProductEvent, { type: Type }>;
export type DirectEvent = Exclude<ProductEvent, AnnouncementEvent>;

/** Decides the recipients, topic, text and URL of every event. */
export function routeEvent(event: DirectEvent): RoutedEvent {
  switch (event.type) {
    case 'proposal_waiting':
      return tell('review_queue', 'notifications.proposal_waiting', { subject: event.subjectName })
        .to({ kind: 'board', settlementId: event.settlementId }, [event.authorId])
        .at(fillPath(paths.correction, { settlement: event.settlementId, proposal: event.proposalId }), {
          canWait: true,
        });
    case 'proposal_decided':
      return (
        event.approved
          ? tell('my_requests', 'notifications.proposal_approved', { subject: event.subjectName })
          : tell('my_requests', 'notifications.proposal_refused', {
              subject: event.subjectName,
              reason: said(event.reason),
            })
      )
        .to(person(event.accountId))
        .at(paths.myRequests);
    case 'knowledge_waiting':
      return tell('review_queue', 'notifications.knowledge_waiting', { title: event.title })
        .to({ kind: 'moderators' }, [event.authorId])
        .at(fillPath(paths.moderationText, { revision: event.revisionId }), { canWait: true });
    case 'knowledge_decided':
      return (
        event.passed
          ? tell('my_requests', 'notifications.knowledge_passed', { title: event.title })
          : tell('my_requests', 'notifications.knowledge_returned', {
              title: event.title,
              reason: said(event.reason),
            })
      )
        .to(person(event.accountId))
        .at(
          event.passed
            ? fillPath(paths.knowledgeArticle, { article: event.slug })
            : `${paths.myEdits}?state=rejected`,
        );
    case 'residency_waiting':
      return tell('review_queue', 'notifications.residency_waiting', { plot: event.plotNumber })
        .to({ kind: 'board', settlementId: event.settlementId }, [event.accountId])
        .at(fillPath(paths.claim, { settlement: event.settlementId, resident: event.membershipId }));
    case 'residency_asked':
      return tell('review_queue', 'notifications.residency_asked', { plot: event.plotNumber })
        .to({ kind: 'owners', parcelId: event.parcelId }, [event.accountId])
        .at(fillPath(paths.inviteToPlot, { plot: event.parcelId }), { collapses: true });
    case 'residency_decided':
      return (
        event.outcome === 'confirmed'
          ? event.reason === null
            ? tell('my_requests', 'notifications.residency_confirmed', { plot: event.plotNumber })
            : tell('my_requests', 'notifications.residency_confirmed_with_note', {
                plot: event.plotNumber,
                note: said(event.reason),
              })
          : tell('my_requests', `notifications.residency_${event.outcome}`, {
              plot: event.plotNumber,
              reason: said(event.reason),
            })
      )
        .to(person(event.accountId))
        .at(
          event.outcome === 'confirmed'
            ? fillPath(paths.settlement, { settlement: event.settlementId })
            : paths.myRequests,
        );
    case 'review_posted':
      return tell('review_queue', 'notifications.review_posted', {
        subject: event.companyName,
        settlement: event.settlementName,
      })
        .to({ kind: 'company', companyId: event.companyId }, [event.authorId])
        .at(fillPath(paths.company, { company: event.companyId }), {
          canWait: true,
          collapses: true,
        });
    case 'residency_joined':
      return tell('my_requests', 'notifications.residency_joined', { plot: event.plotNumber })
        .to({ kind: 'accounts', ids: event.invitedBy === null ? [] : [event.invitedBy] })
        .at(fillPath(paths.plot, { plot: event.parcelId }));
    case 'review_answered':
      return tell('my_requests', 'notifications.review_answered', { subject: event.subjectName })
        .to(person(event.accountId))
        .at(gradedPage(event), {
          canWait: true,
        });
    case 'review_moderated':
      return (
        event.hidden
          ? tell('my_requests', 'notifications.review_hidden', {
              subject: event.subjectName,
              reason: said(event.reason),
            })
          : tell('my_requests', 'notifications.review_restored', { subject: event.subjectName })
      )
        .to(person(event.accountId))
        .at(gradedPage(event));
    case 'task_written':
      return tell('review_queue', 'notifications.task_written', { title: event.title })
        .to(
          event.addressee === 'company' && event.companyId !== null
            ? { kind: 'company', companyId: event.companyId }
            : { kind: 'board', settlementId: event.settlementId },
          [event.authorId],
        )
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_assigned':
    case 'task_offered':
      return tell('review_queue', `notifications.${event.type}`, { title: event.title })
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_accepted':
      return tell('my_requests', 'notifications.task_accepted', { title: event.title })
        .to(person(event.accountId), [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_declined':
      return tell('my_requests', 'notifications.task_declined', { title: event.title })
        .to(person(event.accountId))
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_changed':
      return tell('my_requests', `notifications.task_${event.status}`, { title: event.title })
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'task_due':
      return tell('reminders', 'notifications.task_due', { title: event.title, day: event.dueOn })
        .to({ kind: 'accounts', ids: event.accountIds })
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'company_claimed':
      return tell('review_queue', 'notifications.company_claimed', { company: event.name })
        .to({ kind: 'moderators' }, [event.accountId])
        .at(fillPath(paths.platformCompany, { company: event.companyId }), { canWait: true });
    case 'settlement_asked':
      return tell('review_queue', 'notifications.settlement_asked', { settlement: event.name })
        .to({ kind: 'moderators' }, [event.authorId])
        .at(fillPath(paths.platformVillage, { request: event.requestId }), { canWait: true });
    case 'settlement_decided':
      return tellOfSettlement(event);
    case 'role_changed':
      return tell('reminders', `notifications.role_${event.role}_${event.isGiven ? 'given' : 'taken'}`, {
        reason: said(event.reason),
      })
        .to(person(event.accountId), [event.byId])
        .at(
          event.isGiven ? (event.role === 'moderator' ? paths.platform : paths.platformRoles) : paths.more,
          {
            isSecurity: true,
          },
        );
    case 'role_of_another_changed':
      return tell(
        'reminders',
        `notifications.role_of_another_${event.role}_${event.isGiven ? 'given' : 'taken'}`,
        {
          name: event.name,
          reason: said(event.reason),
        },
      )
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(paths.platformRoles, { isSecurity: true });
    case 'device_trouble':
      return tell('reminders', 'notifications.device_trouble', { name: event.name })
        .to(person(event.accountId))
        .at(fillPath(paths.deviceConnection, { connection: event.connectionId }), { collapses: true });
    case 'sensor_alert':
      return tellAlert(event)
        .to({ kind: 'sensor', sensorId: event.sensorId })
        .at(fillPath(paths.deviceConnection, { connection: event.connectionId }));
    case 'message_received':
      return tell('reminders', 'notifications.message_received', { sender: event.senderName })
        .to({ kind: 'accounts', ids: event.accountIds })
        .at(conversationPage(event.conversationId), { collapses: true });
    case 'report_decided':
      return tell('my_requests', `notifications.report_${event.hidden ? 'hidden' : 'nothing'}`, {
        title: event.title,
      })
        .to(person(event.accountId))
        .at(fillPath(paths.task, { task: event.taskId }));
    case 'message_reported':
    case 'review_reported':
      return tell('review_queue', `notifications.${event.type}`, {})
        .to(
          event.settlementId === null
            ? { kind: 'moderators' }
            : { kind: 'board', settlementId: event.settlementId },
          event.partyIds,
        )
        .at(fillPath(paths.task, { task: event.taskId }));
  }
}

function tellOfSettlement({ accountId, name, accepted, reason }: EventOf<'settlement_decided'>): RoutedEvent {
  if (accepted === null)
    return tell('my_requests', 'notifications.settlement_returned', {
      settlement: name,
      reason: said(reason),
    })
      .to(person(accountId))
      .at(paths.myRequests);
  const address = { settlement: accepted.slug };
  return tell(
    'my_requests',
    accepted.isBoard ? 'notifications.settlement_accepted_as_board' : 'notifications.settlement_accepted',
    { settlement: name },
  )
    .to(person(accountId))
    .at(fillPath(accepted.isBoard ? paths.board : paths.settlement, address));
}

function tellAlert({ alert, sensorName: sensor, value, bound, since }: EventOf<'sensor_alert'>) {
  return alert === 'below' || alert === 'above'
    ? tell('reminders', `notifications.sensor_${alert}`, { sensor, value, bound, since })
    : tell('reminders', `notifications.sensor_${alert}`, { sensor, since });
}

/** An announcement as a notification; its readers depend on its visibility when the job runs. */
export function routeAnnouncement(article: {
  settlementId: string;
  slug: string;
  title: string;
}): Omit<RoutedEvent, 'audience' | 'except' | 'collapses' | 'isSecurity'> {
  return {
    topic: 'reminders',
    key: 'notifications.announcement_published',
    replacements: { title: article.title },
    url: fillPath(paths.article, { settlement: article.settlementId, article: article.slug }),
    canWait: false,
  };
}

/** Also used by read_conversation to find the notifications about the conversation. */
export function conversationPage(conversation: string): string {
  return fillPath(paths.conversation, { conversation });
}

function gradedPage(event: {
  settlementId: string;
  subjectType: 'contact' | 'company';
  subjectId: string;
}): string {
  return event.subjectType === 'company'
    ? fillPath(paths.company, { company: event.subjectId })
    : fillPath(paths.contact, { settlement: event.settlementId, contact: event.subjectId });
}

import { fillPath, paths } from '../../base/site/paths.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import type { ProductEvent } from './events.ts';
import { notify, oneAccount, quoteReason, type RoutedEvent } from './notification-builder.ts';

type BoardEvent = Extract<
  ProductEvent,
  {
    type:
      | 'board_changed'
      | 'board_invitation'
      | 'board_invitation_declined'
      | 'motion_waiting'
      | 'motion_answered';
  }
>;

export function routeBoardEvent(event: BoardEvent): RoutedEvent {
  if (event.type === 'board_invitation') return routeInvitation(event);
  if (event.type === 'motion_waiting') return routeMotion(event);
  if (event.type === 'motion_answered') return routeMotionAnswer(event);
  return event.type === 'board_changed' ? routeChange(event) : routeDeclinedInvitation(event);
}

/** Told to the person, and to the rest of the board. */
function routeChange({
  settlementId,
  settlementName,
  person,
  role,
  change,
  by,
  reason,
  to,
}: Extract<ProductEvent, { type: 'board_changed' }>): RoutedEvent {
  const place = { settlement: settlementId };
  const [name, decider, why] = [shortenName(person.name), shortenName(by.name), quoteReason(reason)];
  if (to === 'board') {
    const told =
      change === 'left'
        ? notify('reminders', 'notifications.board_member_left', { name })
        : change === 'dismissed'
          ? notify('reminders', 'notifications.board_member_dismissed', { name, by: decider, reason: why })
          : role === 'auditor'
            ? notify('reminders', 'notifications.board_auditor_taken', { name, by: decider, reason: why })
            : notify('reminders', 'notifications.board_member_taken', { name, by: decider, reason: why });
    // Who asked somebody is told that they agreed.
    return told
      .to({ kind: 'board', settlementId }, change === 'taken' ? [person.id] : [person.id, by.id])
      .at(fillPath(paths.boardMembers, place));
  }
  const said = { village: settlementName, by: decider, reason: why };
  return notify('reminders', 'notifications.board_dismissed', said)
    .to(oneAccount(person.id), [by.id])
    .at(fillPath(paths.settlement, place));
}

function routeInvitation({
  invitationId,
  accountId,
  role,
  village,
  by,
  reason,
}: Extract<ProductEvent, { type: 'board_invitation' }>): RoutedEvent {
  const said = { village, by: shortenName(by.name), reason: quoteReason(reason) };
  return (
    role === 'auditor'
      ? notify('reminders', 'notifications.board_auditor_invited', said)
      : notify('reminders', 'notifications.board_invited', said)
  )
    .to(oneAccount(accountId))
    .at(fillPath(paths.boardInvitation, { invitation: invitationId }), {
      about: `board_invitation:${invitationId}`,
    });
}

function routeDeclinedInvitation({
  settlementId,
  person,
  inviterId,
}: Extract<ProductEvent, { type: 'board_invitation_declined' }>): RoutedEvent {
  return notify('reminders', 'notifications.board_invitation_declined', { name: shortenName(person.name) })
    .to(oneAccount(inviterId))
    .at(fillPath(paths.boardMembers, { settlement: settlementId }));
}

function routeMotion({
  settlementId,
  motionId,
  kind,
  by,
  subjectId,
  village,
}: Extract<ProductEvent, { type: 'motion_waiting' }>): RoutedEvent {
  return notify('review_queue', `notifications.motion_${kind}`, { name: shortenName(by.name), village })
    .to({ kind: 'board', settlementId }, [by.id, ...(subjectId === null ? [] : [subjectId])])
    .at(fillPath(paths.motion, { settlement: settlementId, motion: motionId }), {
      about: `board_motion:${motionId}`,
    });
}

function routeMotionAnswer({
  settlementId,
  motionId,
  answer,
  accountId,
  by,
  reason,
}: Extract<ProductEvent, { type: 'motion_answered' }>): RoutedEvent {
  const name = shortenName(by.name);
  return (
    answer === 'seconded'
      ? notify('my_requests', 'notifications.motion_seconded', { name })
      : notify('my_requests', 'notifications.motion_refused', { name, reason: quoteReason(reason) })
  )
    .to(oneAccount(accountId))
    .at(fillPath(paths.motion, { settlement: settlementId, motion: motionId }));
}

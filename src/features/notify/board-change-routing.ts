import { fillPath, paths } from '../../base/site/paths.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import type { ProductEvent } from './events.ts';
import { notify, oneAccount, quoteReason, type RoutedEvent } from './notification-builder.ts';

/** Told to the person, and to the rest of the board. */
export function routeBoardChange({
  settlementId,
  settlementName,
  person,
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
        : change === 'taken'
          ? notify('reminders', 'notifications.board_member_taken', { name, by: decider, reason: why })
          : notify('reminders', 'notifications.board_member_dismissed', { name, by: decider, reason: why });
    return told
      .to({ kind: 'board', settlementId }, [person.id, by.id])
      .at(fillPath(paths.boardMembers, place));
  }
  const said = { village: settlementName, by: decider, reason: why };
  return (
    change === 'taken'
      ? notify('reminders', 'notifications.board_taken', said)
      : notify('reminders', 'notifications.board_dismissed', said)
  )
    .to(oneAccount(person.id), [by.id])
    .at(fillPath(change === 'taken' ? paths.board : paths.settlement, place));
}

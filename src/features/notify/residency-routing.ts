import { fillPath, paths } from '../../base/site/paths.ts';
import type { EndingKind } from '../../domain/rules/residency-ending.ts';
import type { ProductEvent } from './events.ts';
import { notify, oneAccount, quoteReason, type RoutedEvent } from './notification-builder.ts';

/** Of who died nobody is told. */
const endingKeys = {
  sold: 'notifications.residency_sold',
  died: 'notifications.residency_ended_on',
  moved: 'notifications.residency_moved',
  mistake: 'notifications.residency_mistake',
  other: 'notifications.residency_ended_on',
} as const satisfies Record<EndingKind, string>;

/** What the board or an owner decided about a claim or a membership, told to the person. */
export function routeResidencyDecision(
  event: Extract<ProductEvent, { type: 'residency_decided' }>,
): RoutedEvent {
  return (
    event.outcome === 'confirmed'
      ? event.reason === null
        ? notify('my_requests', 'notifications.residency_confirmed', { plot: event.plotNumber })
        : notify('my_requests', 'notifications.residency_confirmed_with_note', {
            plot: event.plotNumber,
            note: quoteReason(event.reason),
          })
      : event.ended && event.reason === null
        ? notify('my_requests', endingKeys[event.ended.kind], {
            plot: event.plotNumber,
            day: event.ended.on,
          })
        : notify('my_requests', `notifications.residency_${event.outcome}`, {
            plot: event.plotNumber,
            reason: quoteReason(event.reason),
          })
  )
    .to(oneAccount(event.accountId))
    .at(
      event.outcome === 'confirmed'
        ? fillPath(paths.settlement, { settlement: event.settlementId })
        : paths.myRequests,
    );
}

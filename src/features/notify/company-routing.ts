import { fillPath, paths } from '../../base/site/paths.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import type { CompanyEvent } from './company-events.ts';
import { notify, oneAccount, quoteReason, type RoutedEvent } from './notification-builder.ts';

type EventOf<Type extends CompanyEvent['type']> = Extract<CompanyEvent, { type: Type }>;

export function routeCompanyEvent(event: CompanyEvent): RoutedEvent {
  const { companyId, name: company } = event;
  const at = { company: companyId };
  switch (event.type) {
    case 'company_claimed':
    case 'company_asks_again':
      return notify('review_queue', `notifications.${event.type}`, { company })
        .to({ kind: 'moderators' }, [event.accountId])
        .at(fillPath(paths.platformCompany, at), { canWait: true, about: `company:${companyId}` });
    case 'company_decided':
      return routeDecision(event);
    case 'company_joined':
      return notify(
        'my_requests',
        event.isAsking ? 'notifications.company_joined_asking' : 'notifications.company_joined',
        { company, into: event.into },
      )
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(fillPath(paths.company, at));
    case 'company_orders_ended':
      return notify('my_requests', `notifications.company_orders_${event.why}`, { company })
        .to({ kind: 'accounts', ids: event.accountIds }, [event.byId])
        .at(paths.myRequests);
    case 'representative_decided':
      return routeRepresentation(event);
    case 'representatives_changed':
      return notify(
        'reminders',
        event.isTaken ? 'notifications.representative_taken' : 'notifications.representative_left',
        { company, name: shortenName(event.person.name) },
      )
        .to({ kind: 'company', companyId }, [event.person.id, event.byId])
        .at(fillPath(paths.companyDashboard, at));
  }
}

function routeDecision({ companyId, name, outcome, reason, accountIds, byId }: EventOf<'company_decided'>) {
  const company = { company: name };
  const explained = { ...company, reason: quoteReason(reason) };
  const told =
    outcome === 'verified'
      ? notify('my_requests', 'notifications.company_verified', company)
      : reason === ''
        ? notify('my_requests', `notifications.company_${outcome}_unexplained`, company)
        : notify('my_requests', `notifications.company_${outcome}`, explained);
  return told
    .to({ kind: 'accounts', ids: accountIds }, [byId])
    .at(outcome === 'closed' ? paths.myRequests : fillPath(paths.companyDashboard, { company: companyId }));
}

function routeRepresentation(event: EventOf<'representative_decided'>): RoutedEvent {
  const { companyId, outcome, reason } = event;
  const company = { company: event.name };
  const told =
    outcome === 'confirmed'
      ? notify('my_requests', 'notifications.representative_confirmed', company)
      : reason === ''
        ? notify('my_requests', `notifications.representative_${outcome}_unexplained`, company)
        : notify('my_requests', `notifications.representative_${outcome}`, {
            ...company,
            reason: quoteReason(reason),
          });
  return told
    .to(oneAccount(event.accountId), [event.byId])
    .at(
      outcome === 'confirmed' ? fillPath(paths.companyDashboard, { company: companyId }) : paths.myRequests,
    );
}

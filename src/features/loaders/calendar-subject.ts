import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { loadSettlement } from './settlement.ts';

/** What an address for calendars shows: the days of a settlement, or with none one's own tasks. */
export async function loadCalendarSubject(
  { settlement }: { readonly settlement?: string | undefined },
  context: Pick<SignedInContext, 'db' | 'caller'>,
) {
  return settlement === undefined ? null : await loadSettlement(settlement, context);
}

type CalendarSubject = Awaited<ReturnType<typeof loadCalendarSubject>>;

/** For who belongs to the settlement in some way; its public days are on the page for everybody else. */
export function permitCalendarLink(subject: CalendarSubject): void {
  if (subject !== null && !subject.settlementRole.isRelated) refuse.forbidden(belongsNowhere);
}

const belongsNowhere = {
  en: 'This address is for people of the village.',
  ru: 'Такой адрес\u00a0— для тех, кто связан с посёлком.',
};

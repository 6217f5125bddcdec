import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { dayMs } from '../../domain/rules/days.ts';
import { fitCalendar } from '../../domain/rules/event-calendar.ts';
import { listEventsByNearness } from '../../store/journal/events.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const maxEvents = 300;
const pastDays = 180;
const aheadDays = 5 * 366;

export const list_calendar_events = defineOperation({
  name: 'list_calendar_events',
  summary:
    'Announcements with a day as calendars take them: what lies ahead, then of the last half year, as many as fit. For who belongs there.',
  scope: 'public',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    // Its address ends with what tied the account to the settlement.
    if (!settlementRole.isRelated) refuse.notFound('calendar');
  },
  async show(_, { db, now }, { id, slug, name, settlementRole, timeZone }) {
    const at = now().getTime();
    const span = { from: new Date(at - pastDays * dayMs), until: new Date(at + aheadDays * dayMs) };
    const reader = { settlementId: id, settlementRole };
    const found = await listEventsByNearness(db, reader, span, { now: now(), limit: maxEvents });
    // In one order, whatever lies nearest today: an unchanged calendar is not sent again.
    const events = fitCalendar(found, 'feed').sort((one, other) =>
      BigInt(one.id) < BigInt(other.id) ? -1 : 1,
    );
    return { slug, name, timeZone, events };
  },
});

import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { dayMs } from '../../domain/rules/days.ts';
import { listEvents } from '../../store/journal/events.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const maxEvents = 300;
const pastDays = 180;
const aheadDays = 5 * 366;

export const list_calendar_events = defineOperation({
  name: 'list_calendar_events',
  summary:
    'Announcements with a day as calendars take them: of the last half year, and what lies ahead. For who belongs there.',
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
    const events = await listEvents(db, { settlementId: id, settlementRole }, span, maxEvents);
    return { slug, name, timeZone, events };
  },
});

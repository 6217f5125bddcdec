import { z } from 'zod';
import { flag, reference, timestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { dayMs } from '../../domain/rules/days.ts';
import { listEvents } from '../../store/journal/events.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { showOccurrences } from './event-occurrences.ts';

/** As many announcements as a span shows. */
const maxEvents = 200;
const maxSpanDays = 370;

export const list_events = defineOperation({
  name: 'list_events',
  summary:
    'What takes place in a settlement in a span of time, day by day. For everybody, by who may read it.',
  scope: 'public',
  input: z.object({
    settlement: reference,
    from: timestamp,
    until: timestamp,
    /** For the notice board: days of the board alone are left out, whoever prints it. */
    on_paper: flag.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit(_, _caller, { from, until }) {
    const days = (Date.parse(until) - Date.parse(from)) / dayMs;
    if (!(days > 0 && days <= maxSpanDays)) refuse.invalid('until', spanTexts);
  },
  async show({ from, until, on_paper }, { db }, { id, settlementRole: own, timeZone }) {
    const settlementRole = on_paper ? { ...own, isEditor: false } : own;
    const span = { from: new Date(from), until: new Date(until) };
    const rows = await listEvents(db, { settlementId: id, settlementRole }, span, maxEvents + 1);
    const events = showOccurrences(rows.slice(0, maxEvents), timeZone, span);
    return { events, isWhole: rows.length <= maxEvents };
  },
});

const spanTexts = {
  en: 'Ask for a year at most.',
  ru: 'За раз можно показать не больше года.',
};

import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findCalendarLink } from '../../store/accounts/calendar-links.ts';
import { loadCalendarSubject, permitCalendarLink } from '../loaders/calendar-subject.ts';

export const show_calendar_link = defineOperation({
  name: 'show_calendar_link',
  summary:
    'Whether one’s own tasks, or the days of a settlement, can be read by a calendar, since when and until when. For oneself.',
  scope: 'session',
  input: z.object({ settlement: reference.optional() }),
  load: loadCalendarSubject,
  permit: permitCalendarLink,
  async show(_, { db, caller, now }, settlement) {
    const shown = { accountId: caller.accountId, settlementId: settlement?.id ?? null };
    return (await findCalendarLink(db, shown, now())) ?? null;
  },
});

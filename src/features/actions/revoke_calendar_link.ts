import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { deleteCalendarLink } from '../../store/accounts/calendar-links.ts';
import { loadCalendarSubject } from '../loaders/calendar-subject.ts';

export const revoke_calendar_link = defineOperation({
  name: 'revoke_calendar_link',
  summary:
    'End the address that calendars read one’s own tasks, or the days of a settlement, from. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ settlement: reference.optional() }),
  load: loadCalendarSubject,
  async write(_, { db, caller }, settlement) {
    await deleteCalendarLink(db, { accountId: caller.accountId, settlementId: settlement?.id ?? null });
  },
});

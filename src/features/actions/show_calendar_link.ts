import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findCalendarLink } from '../../store/accounts/calendar-links.ts';

export const show_calendar_link = defineOperation({
  name: 'show_calendar_link',
  summary: 'Whether one’s own tasks can be read by a calendar, since when and until when. For oneself.',
  scope: 'session',
  input: z.object({}),
  load: async () => undefined,
  async show(_, { db, caller, now }) {
    return (await findCalendarLink(db, caller.accountId, now())) ?? null;
  },
});

import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { findCalendarLink } from '../../store/accounts/calendar-links.ts';

export const show_calendar_link = defineAction({
  name: 'show_calendar_link',
  summary: 'Whether one’s own tasks can be read by a calendar, since when and until when. For oneself.',
  isReadOnly: true,
  input: z.object({}),
  permit: async () => undefined,
  async handle(_, { db, caller, now }) {
    return (await findCalendarLink(db, caller.accountId, now())) ?? null;
  },
});

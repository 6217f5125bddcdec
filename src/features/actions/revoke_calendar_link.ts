import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { deleteCalendarLink } from '../../store/accounts/calendar-links.ts';

export const revoke_calendar_link = defineAction({
  name: 'revoke_calendar_link',
  summary: 'End the address that calendars read one’s own tasks from. For oneself.',
  input: z.object({}),
  permit: async () => undefined,
  async handle(_, { db, caller }) {
    await deleteCalendarLink(db, caller.accountId);
  },
});

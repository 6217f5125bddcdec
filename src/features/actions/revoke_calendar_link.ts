import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { deleteCalendarLink } from '../../store/accounts/calendar-links.ts';

export const revoke_calendar_link = defineOperation({
  name: 'revoke_calendar_link',
  summary: 'End the address that calendars read one’s own tasks from. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({}),
  load: async () => undefined,
  async write(_, { db, caller }) {
    await deleteCalendarLink(db, caller.accountId);
  },
});

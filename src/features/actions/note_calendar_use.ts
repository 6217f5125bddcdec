import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { touchCalendarLink } from '../../store/accounts/calendar-links.ts';

export const note_calendar_use = defineOperation({
  name: 'note_calendar_use',
  summary: 'Note that the address of a calendar was used now. The feed has verified it.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ account: id, settlement: id.nullable() }),
  write: ({ account, settlement }, { db, now }) =>
    touchCalendarLink(db, { accountId: account, settlementId: settlement }, now()),
});

import { z } from 'zod';
import { fillPath, paths } from '../../base/site/paths.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { saveCalendarLink } from '../../store/accounts/calendar-links.ts';
import { createToken, hashToken } from '../oauth/secret-token.ts';

const yearMilliseconds = 365 * 86_400_000;

export const make_calendar_link = defineOperation({
  name: 'make_calendar_link',
  summary: 'A new address for calendars, good for a year; the one before stops working. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({}),
  load: async () => undefined,
  async write(_, { db, caller, now, origin }) {
    const token = createToken('calendar');
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + yearMilliseconds);
    await saveCalendarLink(db, { accountId: caller.accountId, hash: hashToken(token), createdAt, expiresAt });
    return { url: origin + fillPath(paths.calendar, { token }), expiresAt };
  },
});

import { z } from 'zod';
import { fillPath, paths } from '../../base/site/paths.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { countSettlementCalendarLinks, saveCalendarLink } from '../../store/accounts/calendar-links.ts';
import { loadCalendarSubject, permitCalendarLink } from '../loaders/calendar-subject.ts';
import { createToken, hashToken } from '../oauth/secret-token.ts';

const yearMilliseconds = 365 * 86_400_000;
/** Settlements whose days one account may have in calendars. */
const maxSettlements = 10;

export const make_calendar_link = defineOperation({
  name: 'make_calendar_link',
  summary:
    'A new address for calendars, of one’s own tasks or the days of a settlement, good for a year; the one before stops working. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ settlement: reference.optional() }),
  load: loadCalendarSubject,
  permit: permitCalendarLink,
  async write(_, { db, caller, now, origin }, settlement) {
    const { accountId } = caller;
    const settlementId = settlement?.id ?? null;
    if (
      settlementId !== null &&
      (await countSettlementCalendarLinks(db, accountId, settlementId)) >= maxSettlements
    )
      refuse.invalid('settlement', tooMany);
    const token = createToken('calendar');
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + yearMilliseconds);
    await saveCalendarLink(db, { accountId, settlementId, hash: hashToken(token), createdAt, expiresAt });
    return { url: origin + fillPath(paths.calendar, { token }), expiresAt };
  },
});

const tooMany = {
  en: `You have addresses for ${maxSettlements} villages. Switch one of them off first.`,
  ru: `У вас уже есть адреса для ${maxSettlements} посёлков. Сначала отключите один из них.`,
};

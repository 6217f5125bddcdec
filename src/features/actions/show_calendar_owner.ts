import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findCalendarOwner } from '../../store/accounts/calendar-links.ts';
import { findTokenKind, hashToken } from '../oauth/secret-token.ts';

const noteIntervalMs = 5 * 60_000;

export const show_calendar_owner = defineOperation({
  name: 'show_calendar_owner',
  summary:
    'What the address of a calendar shows: whose tasks, or the days of which settlement. For whoever has the address.',
  scope: 'public',
  input: z.object({ token: z.string().max(1000) }),
  async show({ token }, { db, now }) {
    const isToken = findTokenKind(token) === 'calendar';
    const owner = isToken ? await findCalendarOwner(db, hashToken(token), now()) : undefined;
    const { accountId, settlementId, language, lastUsedAt } = owner ?? refuse.notFound('calendar');
    return {
      accountId,
      /** Null: one’s own tasks. */
      settlementId,
      language,
      /** Its last use was noted long ago. */
      isUseDue: lastUsedAt === null || now().getTime() - lastUsedAt.getTime() > noteIntervalMs,
    };
  },
});

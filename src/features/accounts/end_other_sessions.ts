import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { deleteOtherSessions } from '../../store/accounts/sessions.ts';

export const end_other_sessions = defineOperation({
  name: 'end_other_sessions',
  summary: 'Sign out everywhere but here. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({}),
  async write(_, { db, caller }) {
    await deleteOtherSessions(db, caller.accountId, caller.sessionId ?? null);
  },
});

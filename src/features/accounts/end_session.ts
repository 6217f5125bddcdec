import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { deleteSession } from '../../store/accounts/sessions.ts';

export const end_session = defineOperation({
  name: 'end_session',
  summary: 'Sign out here or in another browser. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ session: id }),
  async write({ session }, { db, caller }) {
    await deleteSession(db, caller.accountId, session);
  },
});

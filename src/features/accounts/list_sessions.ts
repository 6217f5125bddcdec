import { z } from 'zod';
import { formatTimestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listSessions } from '../../store/accounts/sessions.ts';

export const list_sessions = defineOperation({
  name: 'list_sessions',
  summary: 'Where the account is signed in. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller, now }) {
    const rows = await listSessions(db, caller.accountId, now());
    return rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      address: row.address || null,
      last_seen_at: formatTimestamp(row.lastUsedAt),
      current: row.id === caller.sessionId,
    }));
  },
});

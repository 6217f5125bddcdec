import { z } from 'zod';
import { formatTimestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listApplications } from '../../store/accounts/oauth.ts';

export const list_applications = defineOperation({
  name: 'list_applications',
  summary: 'Assistants and other programs that act in the account’s name. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller }) {
    const rows = await listApplications(db, caller.accountId);
    return rows.map((row) => ({
      id: row.grantId,
      name: row.name,
      host: row.host,
      verified: row.kind === 'document',
      scopes: row.scopes,
      since: formatTimestamp(row.since),
      last_used_at: formatTimestamp(row.lastUsedAt),
    }));
  },
});

import { z } from 'zod';
import { formatTimestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listPersonalTokens } from '../../store/accounts/tokens.ts';

export const list_tokens = defineOperation({
  name: 'list_tokens',
  summary: 'The access tokens of the account, without the secrets. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller, now }) {
    const rows = await listPersonalTokens(db, caller.accountId, now());
    return rows.map((row) => ({
      id: row.id,
      name: `${row.name} (${row.fingerprint})`,
      scopes: row.scopes,
      created_at: formatTimestamp(row.createdAt),
      expires_at: formatTimestamp(row.expiresAt),
      last_used_at: formatTimestamp(row.lastUsedAt),
    }));
  },
});

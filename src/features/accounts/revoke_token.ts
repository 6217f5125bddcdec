import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { revokePersonalToken } from '../../store/accounts/tokens.ts';

export const revoke_token = defineOperation({
  name: 'revoke_token',
  summary: 'End an access token. Returns the hash of its secret, null when there was none. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ token: id }),
  async write({ token }, { db, caller, now }) {
    return { hash: (await revokePersonalToken(db, caller.accountId, token, now())) ?? null };
  },
});

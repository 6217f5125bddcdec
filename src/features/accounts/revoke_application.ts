import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { revokeApplication } from '../../store/accounts/oauth.ts';

export const revoke_application = defineOperation({
  name: 'revoke_application',
  summary: 'Take back what an assistant or another program was allowed. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ application: id }),
  async write({ application }, { db, caller, now }) {
    await revokeApplication(db, caller.accountId, application, now());
  },
});

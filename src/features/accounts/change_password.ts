import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { lockEmail } from '../../store/accounts/credentials.ts';
import { givenPassword, newPassword } from './account-fields.ts';
import { changePassword } from './account-recovery.ts';
import { refuseWrongPassword } from './own-password.ts';
import { hashPassword } from './password.ts';
import { requireSession } from './require-session.ts';

export const change_password = defineOperation({
  name: 'change_password',
  summary:
    'Set another password, with the present one: other sessions end, and tokens if wished. Returns the hash of the new one. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ current_password: givenPassword, new_password: newPassword, revoke_keys: z.boolean() }),
  async prepare({ current_password: current, new_password: wanted }, context) {
    await refuseWrongPassword(context, current, 'current_password');
    return hashPassword(wanted);
  },
  async write({ revoke_keys: revokeKeys }, context, _, passwordHash) {
    const { db, caller, services, now, newId } = context;
    const origin = services.emailLinkOrigin(context.origin);
    const { accountId, sessionId = '0' } = caller;
    await lockEmail(db, accountId);
    await requireSession(context);
    await changePassword(db, { accountId, sessionId, passwordHash, revokeKeys }, { origin, now, newId });
    return { id: accountId, passwordHash };
  },
});

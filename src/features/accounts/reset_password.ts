import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken, newPassword } from './account-fields.ts';
import { resetPassword } from './account-recovery.ts';
import { refuseExpiredLink } from './expired-link.ts';
import { hashPassword } from './password.ts';

export const reset_password = defineOperation({
  name: 'reset_password',
  summary:
    'Set a new password by an emailed link, which ends every session, token and other link. Returns the account, and the hash of the password.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ token: linkToken, password: newPassword }),
  prepare: ({ password }) => hashPassword(password),
  async write({ token }, { db, services, origin, now, newId }, _, passwordHash) {
    const confirmation = { codeHash: hashToken(token), passwordHash };
    const recovery = { origin: services.emailLinkOrigin(origin), now, newId };
    const id = await resetPassword(db, confirmation, recovery);
    return { id: id ?? refuseExpiredLink(), passwordHash };
  },
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken, newPassword } from './account-fields.ts';
import { restoreEmail } from './account-recovery.ts';
import { refuseExpiredLink, refuseIfTaken } from './expired-link.ts';
import { hashPassword } from './password.ts';

export const restore_email = defineOperation({
  name: 'restore_email',
  summary:
    'Take the former address back by the link that was sent to it, with a new password; ends every session, token and other link.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ token: linkToken, password: newPassword }),
  prepare: ({ password }) => hashPassword(password),
  async write({ token }, { db, services, origin, now, newId }, _, passwordHash) {
    const confirmation = { codeHash: hashToken(token), passwordHash };
    const recovery = { origin: services.emailLinkOrigin(origin), now, newId };
    const id = await restoreEmail(db, confirmation, recovery).catch(refuseIfTaken);
    return { id: id ?? refuseExpiredLink(), passwordHash };
  },
});

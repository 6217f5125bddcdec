import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken } from './account-fields.ts';
import { confirmNewEmail } from './account-recovery.ts';
import { refuseExpiredLink, refuseIfTaken } from './expired-link.ts';

export const confirm_new_email = defineOperation({
  name: 'confirm_new_email',
  summary:
    'Make the address that a link was sent to the account’s; the former one is told and can take it back. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ token: linkToken }),
  async write({ token }, { db, caller, services, origin, now, newId }) {
    const confirmation = { codeHash: hashToken(token), accountId: caller.accountId };
    const recovery = { origin: services.emailLinkOrigin(origin), now, newId };
    if (!(await confirmNewEmail(db, confirmation, recovery).catch(refuseIfTaken))) refuseExpiredLink();
  },
});

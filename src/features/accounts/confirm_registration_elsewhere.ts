import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { browser, consent, displayName, linkToken, newPassword } from './account-fields.ts';
import { confirmRegistration } from './account-requests.ts';
import { refuseExpiredLink, refuseIfTaken } from './expired-link.ts';
import { startSession } from './new-session.ts';
import { hashPassword } from './password.ts';

export const confirm_registration_elsewhere = defineOperation({
  name: 'confirm_registration_elsewhere',
  summary:
    'Create the account by the emailed link in another browser than the one that registered, with a name and password chosen there, and sign in.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({
    token: linkToken,
    display_name: displayName,
    password: newPassword,
    ...consent,
    browser,
  }),
  prepare: ({ password }) => hashPassword(password),
  async write(input, context, _, passwordHash) {
    const { token, display_name: name, policy_version: policyVersion, browser: where } = input;
    const person = { displayName: name, passwordHash, policyVersion };
    const confirmation = { codeHash: hashToken(token), choose: () => person };
    const confirmed = await confirmRegistration(context.db, confirmation, context).catch(refuseIfTaken);
    const { accountId, next } = confirmed ?? refuseExpiredLink();
    return { next, session: await startSession(context, { id: accountId }, where) };
  },
});

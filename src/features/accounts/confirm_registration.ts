import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { browser, linkToken } from './account-fields.ts';
import { confirmRegistration } from './account-requests.ts';
import { refuseExpiredLink, refuseIfTaken } from './expired-link.ts';
import { startSession } from './new-session.ts';
import { isRegisteringBrowser } from './registering-browser.ts';

export const confirm_registration = defineOperation({
  name: 'confirm_registration',
  summary:
    'Create the account by the emailed link, with the name and password typed in this browser, and sign in. Returns the secret for the cookie.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ token: linkToken, browser_secret: linkToken, browser }),
  async write({ token, browser_secret: secret, browser: where }, context) {
    const confirmation = {
      codeHash: hashToken(token),
      choose: (registration: Parameters<typeof isRegisteringBrowser>[1]) =>
        isRegisteringBrowser(secret, registration) ? registration : null,
    };
    const confirmed = await confirmRegistration(context.db, confirmation, context).catch(refuseIfTaken);
    const { accountId, next } = confirmed ?? refuseExpiredLink();
    return { next, session: await startSession(context, { id: accountId }, where) };
  },
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findAccountCode } from '../../store/accounts/credentials.ts';
import { findRegistration } from '../../store/accounts/registrations.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken } from './account-fields.ts';
import { isRegisteringBrowser } from './registering-browser.ts';

export const show_confirmation = defineOperation({
  name: 'show_confirmation',
  summary:
    'What following a link that confirms an address would do: create an account, or change the address of one. For whoever has it.',
  scope: 'public',
  input: z.object({ token: linkToken, browser_secret: linkToken }),
  async show({ token, browser_secret: secret }, { db, caller, now }) {
    const registration = await findRegistration(db, hashToken(token), now());
    if (registration !== undefined)
      return { of: 'registration', isSameBrowser: isRegisteringBrowser(secret, registration) } as const;
    const change = await findAccountCode(db, hashToken(token), 'change_email', now());
    return change === undefined
      ? ({ of: 'nothing' } as const)
      : ({ of: 'change', isOwn: change.accountId === caller.accountId } as const);
  },
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { consent, displayName, email, newPassword } from './account-fields.ts';
import { requestAccountEmail } from './account-requests.ts';
import { hashPassword } from './password.ts';

export const register_account = defineOperation({
  name: 'register_account',
  summary:
    'Ask for an account: a link that creates it is sent to the address, whatever is known of that. For everybody.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({
    email,
    display_name: displayName,
    password: newPassword,
    ...consent,
    /** Base64, of the secret that the browser keeps. */
    browser_hash: z.string().max(100),
    /** The page to go on to. */
    next: z.string().max(4000).nullable(),
  }),
  prepare: ({ password }) => hashPassword(password),
  async write(input, context, _, passwordHash) {
    await requestAccountEmail(
      {
        kind: 'register',
        email: input.email,
        displayName: input.display_name,
        passwordHash,
        browserHash: input.browser_hash,
        next: input.next,
        policyVersion: input.policy_version,
        language: context.language,
      },
      context,
    );
  },
});

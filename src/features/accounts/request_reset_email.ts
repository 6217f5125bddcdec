import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { email } from './account-fields.ts';
import { requestAccountEmail } from './account-requests.ts';

export const request_reset_email = defineOperation({
  name: 'request_reset_email',
  summary: 'Have a link sent that sets a new password, if the address has an account. For everybody.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ email }),
  write: ({ email: to }, context) =>
    requestAccountEmail({ kind: 'reset', email: to, language: context.language }, context),
});

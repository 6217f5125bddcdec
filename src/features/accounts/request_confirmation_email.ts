import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { email } from './account-fields.ts';
import { requestAccountEmail } from './account-requests.ts';

export const request_confirmation_email = defineOperation({
  name: 'request_confirmation_email',
  summary: 'Have the link that confirms an address sent again, if it was registered. For everybody.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ email }),
  write: ({ email: to }, context) =>
    requestAccountEmail({ kind: 'confirm_again', email: to, language: context.language }, context),
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findAccount } from '../../store/accounts/accounts.ts';
import { email, givenPassword } from './account-fields.ts';
import { requestAccountEmail } from './account-requests.ts';
import { refuseWrongPassword } from './own-password.ts';

export const change_email = defineOperation({
  name: 'change_email',
  summary:
    'Have a link sent to another address, which becomes the account’s when it is followed; with the password. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ email, current_password: givenPassword }),
  prepare: ({ current_password: password }, context) =>
    refuseWrongPassword(context, password, 'current_password'),
  async write({ email: wanted }, context) {
    const { accountId } = context.caller;
    const { language } = (await findAccount(context.db, accountId)) ?? refuse.notFound('session');
    await requestAccountEmail({ kind: 'change_email', accountId, email: wanted, language }, context);
  },
});

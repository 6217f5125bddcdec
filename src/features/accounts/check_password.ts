import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { givenPassword } from './account-fields.ts';
import { refuseWrongPassword } from './own-password.ts';

export const check_password = defineOperation({
  name: 'check_password',
  summary: 'Refuse unless this is the account’s password; attempts are counted. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ password: givenPassword }),
  prepare: ({ password }, context) => refuseWrongPassword(context, password, 'password'),
  write: async () => undefined,
});

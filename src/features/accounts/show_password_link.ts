import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findAccountCode } from '../../store/accounts/credentials.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken } from './account-fields.ts';

export const show_password_link = defineOperation({
  name: 'show_password_link',
  summary: 'Whether an emailed link that sets a password still works. For whoever has it.',
  scope: 'public',
  input: z.object({ token: linkToken, purpose: z.enum(['reset_password', 'restore_email']) }),
  async show({ token, purpose }, { db, now }) {
    return { isValid: (await findAccountCode(db, hashToken(token), purpose, now())) !== undefined };
  },
});

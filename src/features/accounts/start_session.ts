import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { browser } from './account-fields.ts';
import { startSession } from './new-session.ts';

export const start_session = defineOperation({
  name: 'start_session',
  summary:
    'Sign in, once the password was compared with this hash; returns the secret for the cookie, null when the password has changed since.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ account: id, password_hash: z.string().min(1).max(500), browser }),
  async write({ account, password_hash: passwordHash, browser: where }, context) {
    return { token: await startSession(context, { id: account, passwordHash }, where) };
  },
});

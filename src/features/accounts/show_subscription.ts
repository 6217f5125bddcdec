import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findAccount } from '../../store/accounts/accounts.ts';

export const show_subscription = defineOperation({
  name: 'show_subscription',
  summary:
    'Whether there is an account that emails of a topic could be stopped for. The page verifies the signed link.',
  scope: 'public',
  input: z.object({ account: id }),
  async show({ account }, { db }) {
    return { isKnown: (await findAccount(db, account)) !== undefined };
  },
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hasOperator } from '../../store/system/installation.ts';
import { linkToken } from '../accounts/account-fields.ts';
import { maySetUp } from '../installation/setup.ts';

export const show_setup = defineOperation({
  name: 'show_setup',
  summary:
    'Whether the installation has an operator, and whether this link may still create the first one. For everybody.',
  scope: 'public',
  input: z.object({ token: linkToken.optional() }),
  async show({ token }, { db, now }) {
    if (await hasOperator(db)) return { hasOperator: true, isLinkValid: false };
    return { hasOperator: false, isLinkValid: token !== undefined && (await maySetUp(db, token, now())) };
  },
});

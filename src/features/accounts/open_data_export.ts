import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findLatestExport } from '../../store/accounts/data-export.ts';
import { givenPassword } from './account-fields.ts';
import { refuseWrongPassword } from './own-password.ts';

export const open_data_export = defineOperation({
  name: 'open_data_export',
  summary:
    'Where the file of the latest copy is, with the password: a stolen session alone must not get it. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ password: givenPassword }),
  prepare: ({ password }, context) => refuseWrongPassword(context, password, 'password'),
  async write(_, { db, caller, now }) {
    const found = await findLatestExport(db, caller.accountId, now());
    if (found?.state !== 'ready' || found.sha256 === null) return refuse.notFound('address');
    return { id: found.id, sha256: found.sha256, bytes: found.bytes };
  },
});

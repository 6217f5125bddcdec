import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { mayRequestExport } from '../../domain/rules/data-export.ts';
import { findLatestExport } from '../../store/accounts/data-export.ts';

export const show_data_export = defineOperation({
  name: 'show_data_export',
  summary:
    'The latest copy of everything the account has here, and whether another may be asked for. For oneself.',
  scope: 'session',
  input: z.object({}),
  async show(_, { db, caller, now }) {
    const latest = await findLatestExport(db, caller.accountId, now());
    return {
      state: latest?.state ?? null,
      until: latest?.expiresAt?.toISOString() ?? null,
      mayAsk: mayRequestExport(latest, now()) === true,
    };
  },
});

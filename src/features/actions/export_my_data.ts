import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayRequestExport } from '../../domain/rules/data-export.ts';
import { lockEmail } from '../../store/accounts/credentials.ts';
import { findLatestExport, insertExport } from '../../store/accounts/data-export.ts';

export const export_my_data = defineOperation({
  name: 'export_my_data',
  summary: 'Have a copy made of everything the account has here. The page asks for the password first.',
  scope: 'session',
  input: z.object({}),
  async load(_, { db, caller }) {
    return (await lockEmail(db, caller.accountId)) ?? refuse.notFound('address');
  },
  async write(_, { db, caller, services, origin, now, newId }) {
    const refusal = mayRequestExport(await findLatestExport(db, caller.accountId, now()), now());
    if (refusal !== true) refuse.invalid('password', refusal);
    const id = newId();
    await insertExport(db, { id, accountId: caller.accountId, requestedAt: now() });
    await services.jobs.add(db, {
      queue: 'data_export',
      payload: { export: id, origin: services.emailLinkOrigin(origin) },
    });
  },
});

import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayRequestExport } from '../../domain/rules/data-export.ts';
import { lockEmail } from '../../store/accounts/credentials.ts';
import { findLatestExport, insertExport } from '../../store/accounts/data-export.ts';

export const export_my_data = defineAction({
  name: 'export_my_data',
  summary: 'Have a copy made of everything the account has here. The page asks for the password first.',
  input: z.object({}),
  async permit(_, { db, caller }) {
    return (await lockEmail(db, caller.accountId)) ?? refuse.notFound('address');
  },
  async handle(_, { db, caller, services, origin, now, newId }) {
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

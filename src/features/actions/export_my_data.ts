import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayRequestExport } from '../../domain/rules/data-export.ts';
import { timeZoneName } from '../../domain/rules/time-zone.ts';
import { lockEmail } from '../../store/accounts/credentials.ts';
import { findLatestExport, insertExport } from '../../store/accounts/data-export.ts';
import { givenPassword } from '../accounts/account-fields.ts';
import { refuseWrongPassword } from '../accounts/own-password.ts';

export const export_my_data = defineOperation({
  name: 'export_my_data',
  summary: 'Have a copy made of everything the account has here. With the password.',
  scope: 'session',
  writesIn: 'nowhere',
  /** `time_zone`: of the browser, for somebody who lives in no settlement. */
  input: z.object({ password: givenPassword, time_zone: timeZoneName.optional().catch(undefined) }),
  prepare: ({ password }, context) => refuseWrongPassword(context, password, 'password'),
  async write({ time_zone }, { db, caller, services, origin, now, newId }) {
    if ((await lockEmail(db, caller.accountId)) === undefined) refuse.notFound('address');
    const refusal = mayRequestExport(await findLatestExport(db, caller.accountId, now()), now());
    if (refusal !== true) refuse.invalid('password', refusal);
    const id = newId();
    await insertExport(db, { id, accountId: caller.accountId, requestedAt: now() });
    await services.jobs.add(db, {
      queue: 'data_export',
      payload: { export: id, origin: services.emailLinkOrigin(origin), time_zone },
    });
  },
});

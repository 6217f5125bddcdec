import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findCurrentPolicy, insertPolicyConsent } from '../../store/accounts/policies.ts';

export const accept_policies = defineOperation({
  name: 'accept_policies',
  summary: 'Agree to the version of privacy policy and terms that was shown. For everybody who is signed in.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ version: z.coerce.number().int() }),
  load: async () => undefined,
  async write({ version }, { db, caller, now }) {
    const current = await findCurrentPolicy(db);
    if (current?.version !== version)
      refuse.invalid('version', {
        en: 'The texts have changed in the meantime. Please read them once more.',
        ru: 'Тем временем текст изменили. Прочитайте его, пожалуйста, ещё раз.',
      });
    await insertPolicyConsent(db, { accountId: caller.accountId, version, now: now() });
    return {};
  },
});

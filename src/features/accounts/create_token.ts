import { z } from 'zod';
import { scopes } from '../../domain/kernel/caller.ts';
import { errorText, isStorable } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuseOverQuota } from '../../domain/rules/quotas.ts';
import { countQuotaUsage, lockQuotas } from '../../store/accounts/quotas.ts';
import { createPersonalToken } from '../oauth/personal-tokens.ts';
import { requireSession } from './require-session.ts';

const wrongName = errorText({
  en: 'Write what the key is for, in at most 100 characters.',
  ru: 'Напишите, для чего ключ: не больше 100 знаков.',
});

export const create_token = defineOperation({
  name: 'create_token',
  summary: 'Make an access token for a program of one’s own; only this reply has its secret. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({
    name: z
      .string()
      .trim()
      .refine((name) => name !== '' && name.length <= 100 && isStorable(name), wrongName),
    scopes: z.array(z.enum(scopes)).max(scopes.length),
    days: z.int(),
  }),
  async load(_, context) {
    await lockQuotas(context.db, context.caller.accountId);
    await requireSession(context);
  },
  async write({ name, scopes: wanted, days }, { db, caller, services, now, newId }) {
    const { accountId } = caller;
    const tokens = await countQuotaUsage(db, 'tokens', { accountId }, now());
    refuseOverQuota('name', 'tokens', tokens, services.quotas);
    const made = await createPersonalToken(db, { accountId, name, scopes: wanted, days }, newId(), now());
    return { name, token: made.token };
  },
});

import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { id } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { endSettlementRequest, lockSettlementRequest } from '../../store/land/settlement-requests.ts';

export const withdraw_settlement_request = defineAction({
  name: 'withdraw_settlement_request',
  summary: 'Take back what one asked moderators for, while it waits. For who asked.',
  input: z.object({ request: id }),
  async permit({ request }, { db, caller }) {
    const found = await lockSettlementRequest(db, request);
    return found?.accountId === caller.accountId ? found : refuse.notFound('request');
  },
  async handle({ request }, { db, now }, found) {
    if (found.state === 'withdrawn') return;
    if (found.state !== 'waiting')
      refuse.invalid('request', {
        en: 'Moderators have decided already.',
        ru: 'Модераторы уже решили.',
      });
    await endSettlementRequest(db, request, { state: 'withdrawn', by: null, now: now() });
  },
});

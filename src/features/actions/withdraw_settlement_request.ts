import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { endSettlementRequest, lockSettlementRequest } from '../../store/land/settlement-requests.ts';

export const withdraw_settlement_request = defineOperation({
  name: 'withdraw_settlement_request',
  summary: 'Take back what one asked moderators for, while it waits. For who asked.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ request: id }),
  async load({ request }, { db, caller }) {
    const found = await lockSettlementRequest(db, request);
    return found?.accountId === caller.accountId ? found : refuse.notFound('request');
  },
  async write({ request }, { db, now }, found) {
    if (found.state === 'withdrawn') return;
    if (found.state !== 'waiting')
      refuse.invalid('request', {
        en: 'Moderators have decided already.',
        ru: 'Модераторы уже решили.',
      });
    await endSettlementRequest(db, request, { state: 'withdrawn', by: null, now: now() });
  },
});

import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listOwnSettlementRequests } from '../../store/land/settlement-requests.ts';

export const list_my_settlement_requests = defineOperation({
  name: 'list_my_settlement_requests',
  summary: 'Settlements the caller asked to be taken in and what became of that, newest first.',
  scope: 'session',
  input: z.object({}),
  load: async () => undefined,
  show: (_, { db, caller }) => listOwnSettlementRequests(db, caller.accountId),
});

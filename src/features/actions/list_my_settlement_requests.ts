import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { listOwnSettlementRequests } from '../../store/land/settlement-requests.ts';

export const list_my_settlement_requests = defineAction({
  name: 'list_my_settlement_requests',
  summary: 'Settlements the caller asked to be taken in and what became of that, newest first.',
  isReadOnly: true,
  input: z.object({}),
  permit: async () => undefined,
  handle: (_, { db, caller }) => listOwnSettlementRequests(db, caller.accountId),
});

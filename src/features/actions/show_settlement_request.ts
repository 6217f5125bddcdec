import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { id } from '../../domain/kernel/fields.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import { listRegionNames } from '../../store/land/register.ts';
import { findSettlementRequest } from '../../store/land/settlement-requests.ts';

export const show_settlement_request = defineAction({
  name: 'show_settlement_request',
  summary: 'What somebody asks to be taken into the register, decided or not. For moderators.',
  isReadOnly: true,
  input: z.object({ request: id }),
  async permit({ request }, { db, caller }) {
    permit(mayAddSettlements(caller));
    return (await findSettlementRequest(db, request)) ?? refuse.notFound('request');
  },
  handle: async (_, { db }, request) => ({ request, regions: await listRegionNames(db) }),
});

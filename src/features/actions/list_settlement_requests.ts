import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { id } from '../../domain/kernel/fields.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import { listWaitingSettlementRequests } from '../../store/land/settlement-requests.ts';

const pageSize = 20;

export const list_settlement_requests = defineAction({
  name: 'list_settlement_requests',
  summary: 'Settlements that wait to be taken into the register, longest first. For moderators.',
  isReadOnly: true,
  input: z.object({ after: id.optional() }),
  async permit(_, { caller }) {
    permit(mayAddSettlements(caller));
  },
  async handle({ after }, { db }) {
    const rows = await listWaitingSettlementRequests(db, after, pageSize + 1);
    const requests = rows.slice(0, pageSize);
    return { requests, next: rows.length > pageSize ? (requests.at(-1)?.id ?? null) : null };
  },
});

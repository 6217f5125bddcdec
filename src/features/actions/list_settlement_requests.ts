import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import { listWaitingSettlementRequests } from '../../store/land/settlement-requests.ts';

const pageSize = 20;

export const list_settlement_requests = defineOperation({
  name: 'list_settlement_requests',
  summary: 'Settlements that wait to be taken into the register, longest first. For moderators.',
  scope: 'session',
  input: z.object({ after: id.optional() }),
  permit(_subject, caller) {
    permit(mayAddSettlements(caller));
  },
  async show({ after }, { db }) {
    const rows = await listWaitingSettlementRequests(db, after, pageSize + 1);
    const requests = rows.slice(0, pageSize);
    return { requests, next: rows.length > pageSize ? (requests.at(-1)?.id ?? null) : null };
  },
});

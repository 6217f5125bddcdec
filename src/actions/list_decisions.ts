import { z } from 'zod';
import { id, reference } from '../kernel/fields.ts';
import { permit, refuse } from '../kernel/refusal.ts';
import { mayEditSettlement } from '../rules/settlement-role.ts';
import { findSettlement } from '../store/land/settlements.ts';
import { listAudit } from '../store/system/audit.ts';
import { defineAction } from './define-action.ts';

const pageSize = 50;

export const list_decisions = defineAction({
  name: 'list_decisions',
  summary: 'Who decided what in a settlement, newest first. For its board.',
  input: z.object({ settlement: reference, before: id.optional() }),
  async permit({ settlement }, { db, caller }) {
    const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayEditSettlement(found.settlementRole));
    return found.id;
  },
  async handle({ before }, { db }, settlementId) {
    const rows = await listAudit(db, { kind: 'board', settlementId }, { before, limit: pageSize + 1 });
    const decisions = rows.slice(0, pageSize);
    return { decisions, next: rows.length > pageSize ? (decisions.at(-1)?.id ?? null) : null };
  },
});

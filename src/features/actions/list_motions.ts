import { z } from 'zod';
import { id, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maxOpenMotions } from '../../domain/rules/board-motions.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { listMotions } from '../../store/land/board-motions.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_motions = defineOperation({
  name: 'list_motions',
  summary:
    'What waits for a second member of the board, and what became of what did. For the board and its auditors.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    /** Of those that were answered: after this one. */
    before: id.optional(),
    limit: integer(1, 50).default(20),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayReadAsBoard(settlementRole)),
  async show({ before = null, limit }, { db, caller, now }, settlement) {
    const [open, answered] = [
      await listMotions(db, settlement.id, { isOpen: true, before: null, limit: maxOpenMotions, now: now() }),
      await listMotions(db, settlement.id, { isOpen: false, before, limit: limit + 1, now: now() }),
    ];
    return {
      open: open.map((one) => ({ ...one, isOwn: one.proposedBy === caller.accountId })),
      answered: answered.slice(0, limit),
      next: answered.length > limit ? (answered[limit - 1]?.id ?? null) : null,
    };
  },
});

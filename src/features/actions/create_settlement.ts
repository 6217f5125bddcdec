import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import { insertSettlementRole } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { insertRegisterEntry, registerEntry } from './register-entry.ts';

export const create_settlement = defineOperation({
  name: 'create_settlement',
  summary: 'Enter a settlement into the register without a request, on its board if wished. For moderators.',
  scope: 'session',
  writesIn: 'platform',
  keepsReply: true,
  input: z.object({ entry: registerEntry, is_board: z.boolean() }),
  permit(_subject, caller) {
    permit(mayAddSettlements(caller));
  },
  async write({ entry, is_board }, context) {
    const { db, caller, now } = context;
    const { id, slug } = await insertRegisterEntry(entry, context);
    if (is_board) await insertSettlementRole(db, id, caller.accountId, 'editor', now());
    await recordDecision(context, {
      action: 'create_settlement',
      subject: { type: 'settlement', id },
      settlementId: null,
      after: { title: entry.name, slug, is_board },
    });
    return { slug };
  },
});

import { z } from 'zod';
import { id, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { findAppointableAccount } from '../../store/land/boards.ts';
import { insertSettlementRole, isRelatedTo } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const appoint_editor = defineOperation({
  name: 'appoint_editor',
  summary:
    'Take somebody onto the board. For the board, of those who belong to the settlement; for moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id.optional(), email: text(254, 3).optional() }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayManageBoard({ isEditor: found.settlementRole.isEditor, isModerator: caller.isModerator }));
    return found.id;
  },
  async write({ account, email }, context, settlementId) {
    const { db, caller, now } = context;
    const field = account === undefined ? 'email' : 'account';
    const person = await findAppointableAccount(db, { account, email });
    // Accounts not tied to the settlement look unknown: the board must not learn who has an account.
    if (person === undefined || (!caller.isModerator && !(await isRelatedTo(db, settlementId, person.id))))
      return refuse.invalid(field, {
        en: 'Nobody who belongs to the settlement is known by this.',
        ru: 'Среди связанных с посёлком такого человека нет.',
      });
    if (await insertSettlementRole(db, settlementId, person.id, 'editor', now())) {
      await recordDecision(context, {
        action: 'appoint_editor',
        subject: { type: 'account', id: person.id },
        settlementId,
        after: { role: 'editor' },
      });
    }
    return { account: person.id };
  },
});

import { z } from 'zod';
import { id, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { findAppointableAccount } from '../../store/land/boards.ts';
import { insertSettlementRole, isRelatedTo } from '../../store/land/settlement-roles.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { boardReason, recordBoardChange } from './board-change.ts';

export const appoint_editor = defineOperation({
  name: 'appoint_editor',
  summary:
    'Take somebody onto the board. For the board, of those who belong to the settlement; for moderators.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    account: id.optional(),
    email: text(254, 3).optional(),
    reason: boardReason,
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, caller) {
    permit(mayManageBoard({ isEditor: settlementRole.isEditor, isModerator: caller.isModerator }));
  },
  async write({ account, email, reason }, context, settlement) {
    const { db, caller, now } = context;
    const field = account === undefined ? 'email' : 'account';
    const person = await findAppointableAccount(db, { account, email });
    // Accounts not tied to the settlement look unknown: the board must not learn who has an account.
    if (person === undefined || (!caller.isModerator && !(await isRelatedTo(db, settlement.id, person.id))))
      return refuse.invalid(field, {
        en: 'Nobody who belongs to the settlement is known by this.',
        ru: 'Среди связанных с посёлком такого человека нет.',
      });
    const isNew = await insertSettlementRole(db, settlement.id, person.id, 'editor', now());
    if (isNew)
      await recordBoardChange(context, { settlement, accountId: person.id, change: 'taken', reason });
    return { account: person.id, isNew };
  },
});

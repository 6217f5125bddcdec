import { z } from 'zod';
import { flag, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayWantSecondMember } from '../../domain/rules/board-motions.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { findSecondMember, setSecondMember } from '../../store/land/board-motions.ts';
import { lockBoard } from '../../store/land/boards.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const set_second_member = defineOperation({
  name: 'set_second_member',
  summary:
    'Whether boundary, files of land and dismissals need a second member of the board. Switching it off needs one, too, while there is one. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, wanted: flag }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ wanted }, context, { id, settlementRole }) {
    const { db, caller } = context;
    const board = await lockBoard(db, id);
    permit(mayEditSettlement({ ...settlementRole, isEditor: board.includes(caller.accountId) }));
    const { isOn } = await findSecondMember(db, id);
    if (isOn === wanted) return;
    const refusal = mayWantSecondMember(board.length);
    if (wanted && refusal !== true) refuse.invalid('wanted', refusal);
    if (!wanted && board.length > 1) refuse.invalid('wanted', needsSecond);
    await setSecondMember(db, id, wanted);
    await recordDecision(context, {
      action: 'set_second_member',
      subject: { type: 'settlement', id },
      settlementId: id,
      before: { isOn },
      after: { isOn: wanted },
    });
  },
});

const needsSecond = {
  en: 'Another member of the board has to agree to that, too: propose it.',
  ru: 'На это тоже нужно согласие второго: предложите это.',
};

import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import { listOpenBoardInvitations } from '../../store/land/board-invitations.ts';
import { listBoard } from '../../store/land/boards.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_board = defineOperation({
  name: 'list_board',
  summary: 'The board, its auditors and who is asked onto it. For them and for moderators.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole: { readsAsBoard } }, { isModerator }) =>
    permit(mayManageBoard({ isEditor: readsAsBoard, isModerator })),
  async show(_, { db, caller, now }, { id, slug, name, settlementRole }) {
    const [members, invitations] = await Promise.all([
      listBoard(db, id),
      listOpenBoardInvitations(db, id, now()),
    ]);
    return {
      settlement: { id, slug, name },
      isBoard: settlementRole.isEditor,
      members: members.map((one) => ({
        ...one,
        name: shortenName(one.name),
        isOwn: one.id === caller.accountId,
      })),
      invitations,
    };
  },
});

import { z } from 'zod';
import { enumField, id, integer, opaqueCursor, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { boardQueueKinds } from '../../domain/rules/board.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { rankWaiting } from '../../domain/rules/waiting-order.ts';
import { findQueuePosition, listBoardQueue } from '../../store/land/board-queue.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_board_queue = defineOperation({
  name: 'list_board_queue',
  summary: 'Everything that waits for the board of a settlement, worst first, then longest. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    kind: enumField(boardQueueKinds).optional(),
    /** With `kind`: entries after this one, even if it has been decided since. */
    after: id.optional(),
    limit: integer(1, 100).default(50),
    cursor: opaqueCursor.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async show({ kind, after, limit, cursor }, { db, caller, cursors }, { id: settlementId }) {
    const bound = { settlement: settlementId, kind };
    const position = cursors.parse('board_queue', bound, cursor);
    const [rank, since, last] = position.key;
    const begin =
      rank !== undefined && since !== undefined && last !== undefined
        ? { rank: Number(rank), since: new Date(Number(since)), id: last }
        : kind && after
          ? await findQueuePosition(db, kind, after)
          : undefined;
    const rows = await listBoardQueue(db, settlementId, caller.accountId, { kind, after: begin }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (row) => [
      String(rankWaiting(row)),
      String(row.since.getTime()),
      row.id,
    ]);
    return { waiting: page, cursor: next };
  },
});

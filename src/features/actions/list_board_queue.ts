import { z } from 'zod';
import { enumField, id, integer, opaqueCursor, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { boardQueueKinds } from '../../domain/rules/board.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { findQueuedSince, listBoardQueue } from '../../store/land/board-queue.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_board_queue = defineOperation({
  name: 'list_board_queue',
  summary: 'Everything that waits for the board of a settlement, longest first. For the board.',
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
    const [since, last] = position.key;
    const looked = kind && after && (await findQueuedSince(db, kind, after));
    const begin =
      since !== undefined && last !== undefined
        ? { since: new Date(Number(since)), id: last }
        : looked && after
          ? { since: looked, id: after }
          : undefined;
    const rows = await listBoardQueue(db, settlementId, caller.accountId, { kind, after: begin }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (row) => [
      String(row.since.getTime()),
      row.id,
    ]);
    return { waiting: page, cursor: next };
  },
});

import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { id, reference } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { type BoardRole, mayLeaveBoard } from '../../domain/rules/board.ts';
import { findPersonName } from '../../store/land/boards.ts';
import { deleteSettlementRole } from '../../store/land/settlement-roles.ts';
import { boardReason, recordBoardChange } from './board-change.ts';

export const dismissalInput = z.object({ settlement: reference, account: id, reason: boardReason.nullish() });

interface Dismissal {
  account: string;
  /** The roles of the account, and the editors; both locked. */
  roles: readonly BoardRole[];
  board: readonly string[];
  reason: string | null;
}

/** Refuses to put the last member off the board, and anybody else without a reason. */
export function checkDismissal({ account, board, reason }: Dismissal, byAccount: string): void {
  const refusal = mayLeaveBoard(board, account);
  if (refusal !== true) refuse.invalid('account', refusal);
  if (account !== byAccount && reason === null)
    refuse.invalid('reason', {
      en: 'Say why: the person will read it.',
      ru: 'Напишите причину: человек её прочтёт.',
    });
}

/** Ends somebody's place on the board or as its auditor, records it and tells them and the board. */
export async function dismissFromBoard(
  context: SignedInContext,
  settlement: { id: string; name: string },
  dismissal: Dismissal,
): Promise<void> {
  const { db, caller } = context;
  const { account, roles, reason } = dismissal;
  const [person, by] = [await findPersonName(db, account), await findPersonName(db, caller.accountId)];
  if (by === undefined) return refuse.notFound('session');
  if (roles.length === 0 || person === undefined) return;
  checkDismissal(dismissal, caller.accountId);
  for (const role of roles) {
    await deleteSettlementRole(db, settlement.id, account, role);
    await recordBoardChange(context, { settlement, person, role, change: 'dismissed', by, reason });
  }
}

import type { SignedInContext } from '../../domain/kernel/context.ts';
import { line, nonBlank } from '../../domain/kernel/fields.ts';
import type { BoardRole } from '../../domain/rules/board.ts';
import type { BoardMember } from '../../store/land/boards.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const boardReason = nonBlank(500).trim();
export const boardTitle = line(60).trim();

export interface BoardChange {
  settlement: { id: string; name: string };
  person: BoardMember;
  role: BoardRole;
  change: 'taken' | 'dismissed';
  /** Who asked them onto the board, or put them off it. */
  by: BoardMember;
  /** Null: somebody left of their own. */
  reason: string | null;
}

/** Recorded, and told to the person and to the rest of the board: who did it and why. */
export async function recordBoardChange(
  context: SignedInContext,
  { settlement, person, role, change, by, reason }: BoardChange,
): Promise<void> {
  const isTaken = change === 'taken';
  await recordDecision(context, {
    action: isTaken ? 'appoint_editor' : 'dismiss_editor',
    subject: { type: 'account', id: person.id },
    settlementId: settlement.id,
    ...(!isTaken && { before: { role } }),
    after: { role: isTaken ? role : null, ...(reason !== null && { reason }) },
  });
  const event = {
    type: 'board_changed',
    settlementId: settlement.id,
    settlementName: settlement.name,
    person,
    role,
    change: person.id === by.id ? 'left' : change,
    by,
    reason,
  } as const;
  // Who agreed knows it.
  if (!isTaken) await publishEvent(context, { ...event, to: 'person' });
  await publishEvent(context, { ...event, to: 'board' });
}

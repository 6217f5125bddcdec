import type { SignedInContext } from '../../domain/kernel/context.ts';
import { nonBlank } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findPersonName } from '../../store/land/boards.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const boardReason = nonBlank(500).trim();

export interface BoardChange {
  settlement: { id: string; name: string };
  accountId: string;
  change: 'taken' | 'dismissed';
  /** Null: somebody left of their own. */
  reason: string | null;
}

/** Recorded, and told to the person and to the rest of the board: who did it and why. */
export async function recordBoardChange(
  context: SignedInContext,
  { settlement, accountId, change, reason }: BoardChange,
): Promise<void> {
  const { db, caller } = context;
  const [person, by] = [await findPersonName(db, accountId), await findPersonName(db, caller.accountId)];
  if (by === undefined) return refuse.notFound('session');
  const isTaken = change === 'taken';
  await recordDecision(context, {
    action: isTaken ? 'appoint_editor' : 'dismiss_editor',
    subject: { type: 'account', id: accountId },
    settlementId: settlement.id,
    ...(!isTaken && { before: { role: 'editor' } }),
    after: { role: isTaken ? 'editor' : null, ...(reason !== null && { reason }) },
  });
  if (person === undefined) return;
  const event = {
    type: 'board_changed',
    settlementId: settlement.id,
    settlementName: settlement.name,
    person,
    change: accountId === by.id ? 'left' : change,
    by,
    reason,
  } as const;
  await publishEvent(context, { ...event, to: 'person' });
  await publishEvent(context, { ...event, to: 'board' });
}

import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { formatTimestamp, outText, outTimestamp, text } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  type BoardHiding,
  decideBoardHiding,
  decideOwnVisibility,
  type HidingDecision,
} from '../../../domain/rules/board-hiding.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { type HidingSubject, saveBoardHiding } from '../../../store/system/board-hidings.ts';

/** Boards work on the server of their settlement. */
export const hidingReasonField = onlyOnMcpServers(
  ['settlement'],
  text(500).nullish().describe('Of the board hiding what somebody else wrote: why; its author reads it.'),
);

export const hiddenReply = z
  .object({ reason: outText.describe('Empty: none was given.'), at: outTimestamp })
  .optional()
  .describe('Only for its author and the board: the board hid it.');

export function showHiding(hiding: BoardHiding | null | undefined): { hidden?: z.input<typeof hiddenReply> } {
  return hiding == null ? {} : { hidden: { reason: hiding.reason, at: formatTimestamp(hiding.at) } };
}

/**
 * Who sees it after the change: the board's choice where it is somebody else's, otherwise the author's. The contract's
 * edit has no reason, so REST may leave it out; pages and tools ask for it.
 */
export function requireHidingDecision(
  { surface, now }: Pick<Context, 'surface' | 'now'>,
  standing: { visibility: Visibility; hiding: BoardHiding | null },
  change: { visibility?: Visibility | null | undefined; reason?: string | null | undefined },
  isBoard: boolean,
): HidingDecision {
  const { visibility: to } = change;
  const reason = change.reason?.trim() ?? '';
  if (to == null) return { ...standing, done: null };
  const decided: HidingDecision | { field: string; refusal: Text } = isBoard
    ? decideBoardHiding(standing, to, { reason, isReasonNeeded: surface !== 'api' }, now())
    : decideOwnVisibility(standing, to);
  return 'refusal' in decided ? refuse.invalid(decided.field, decided.refusal) : decided;
}

/** Saves what the board decided, with its entry in the audit log. */
export async function saveHidingDecision(
  context: SignedInContext,
  thing: HidingSubject & { settlementId: string },
  standing: { visibility: Visibility; hiding: BoardHiding | null },
  decided: HidingDecision,
  action: 'edit_article' | 'edit_media',
): Promise<void> {
  if (decided.hiding !== standing.hiding) await saveBoardHiding(context.db, thing, decided.hiding);
  if (decided.done === null) return;
  await recordDecision(context, {
    action,
    subject: { type: thing.type, id: thing.id },
    settlementId: thing.settlementId,
    before: { visibility: standing.visibility, reason: standing.hiding?.reason ?? null },
    after: { visibility: decided.visibility, reason: decided.hiding?.reason ?? null },
  });
}

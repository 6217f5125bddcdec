import { z } from 'zod';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { outId } from '../../../domain/kernel/fields.ts';
import { StalePreparation } from '../../../domain/kernel/preparation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { decideMoves } from '../../../domain/rules/boundary.ts';
import { toWire } from '../../../engines/geometry/engine.ts';
import { applyBoundary, lockParcels, lockSettlement } from '../../../store/land/boundaries.ts';
import { findLandDigests } from '../../../store/land/land.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { type BoundaryDrawing, loadDrawing } from './boundary-drawing.ts';
import { countMoves, digestLand, moveCounts, planMoves, renaming, showRenaming } from './boundary-moves.ts';
import { type ShapedLand, shapeLand } from './boundary-shaping.ts';
import { boundaryInForce } from './shapes.ts';

export const appliedBoundary = boundaryInForce.extend({
  id: outId.describe('Goes into `restore` to come back to this boundary.'),
  ...moveCounts,
  renamed: z.array(renaming).describe('Plots taken in whose number was taken.'),
});

export interface ShapedDrawing {
  drawing: BoundaryDrawing;
  shaped: ShapedLand;
}

export async function shapeDrawing(
  context: SignedInContext,
  settlementId: string,
  input: Parameters<typeof loadDrawing>[2],
) {
  const drawing = await loadDrawing(context, settlementId, input);
  return { drawing, shaped: await shapeLand(context, drawing) };
}

/**
 * Shaping is slow and was done before the transaction. The settlement is locked only now; changes since then show in
 * the digest of the land.
 */
async function lockAndPlanMoves(
  { db }: Pick<Context, 'db'>,
  { settlementId, parcels, exclude, previewDigest }: BoundaryDrawing,
  shaped: ShapedLand,
) {
  const { link, unlink } = decideMoves(shaped.own, shaped.members, shaped.exclude);
  await lockSettlement(db, settlementId);
  await lockParcels(db, [...link, ...unlink]);
  const { near, wide } = shaped;
  const mark = await findLandDigests(db, { settlementId, listed: [...parcels, ...exclude], near, wide });
  if (mark !== shaped.mark) throw new StalePreparation();
  const moves = await planMoves(db, settlementId, shaped);
  if (previewDigest !== null && digestLand(shaped, moves) !== previewDigest)
    refuse.invalid('preview', landChangedText);
  return moves;
}

export function refuseClash(clashing: readonly z.input<typeof renaming>[]): never {
  const numbers = clashing.slice(0, 10).map(({ number }) => number);
  const list = `${numbers.join(', ')}${clashing.length > numbers.length ? ', …' : ''}`;
  return refuse.invalid(
    'on_clash',
    {
      en: `These plot numbers are taken in the village: ${list}. Leave those plots out, or let them get their cadastral numbers.`,
      ru: `Такие номера участков в посёлке уже есть: ${list}. Не включайте эти участки или согласитесь на их кадастровые номера.`,
    },
    { clashing },
  );
}

export const landChangedText = {
  en: 'The land has changed since this preview: other plots would move now. Draw the boundary again.',
  ru: 'С тех пор земля изменилась, и затронуты были бы другие участки. Посмотрите границу ещё раз.',
};

/** Puts a boundary in force and moves plots as it says. `permitAgain`: the caller may have left the board while waiting for the lock. */
export async function changeBoundary(
  context: SignedInContext,
  settlementId: string,
  { drawing, shaped }: ShapedDrawing,
  { onClash, permitAgain }: { onClash: string | null | undefined; permitAgain(): Promise<void> },
): Promise<z.input<typeof appliedBoundary>> {
  const { db, caller, now, newId } = context;
  const moves = await lockAndPlanMoves(context, drawing, shaped);
  await permitAgain();
  const renamed = moves.renamed.map(showRenaming);
  if (renamed.length > 0 && onClash === 'refuse') refuseClash(renamed);
  const { parcels, exclude, snap } = shaped;
  const boundary = { id: newId(), ring: toWire(shaped.ring), parcels, exclude, snap, source: drawing.source };
  const applied = { settlementId, appliedBy: caller.accountId, appliedAt: now() };
  await applyBoundary(db, { ...boundary, ...moves, ...applied }, newId);
  await recordDecision(context, {
    action: 'set_settlement_boundary',
    subject: { type: 'settlement', id: settlementId },
    settlementId,
    after: { boundary: boundary.id, source: boundary.source, ...countMoves(moves) },
  });
  return { ...boundary, ...countMoves(moves), renamed };
}

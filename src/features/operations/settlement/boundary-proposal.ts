import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { fromWire, toWire } from '../../../engines/geometry/engine.ts';
import { findBoundaryInForce, findRingInForce } from '../../../store/land/boundary-history.ts';
import { landChangedText, refuseClash, shapeDrawing } from './boundary-change.ts';
import { countMoves, digestLand, nameMoves, planMoves, showRenaming } from './boundary-moves.ts';

const maxShownNumbers = 50;

/** A boundary that waits for a second member of the board: all that it takes to apply it, and what it comes to now. */
export async function describeProposedBoundary(
  context: SignedInContext,
  settlementId: string,
  input: Parameters<typeof shapeDrawing>[2],
) {
  const { db, services, share, signal } = context;
  const { drawing, shaped } = await shapeDrawing(context, settlementId, input);
  const moves = await planMoves(db, settlementId, shaped);
  const digest = digestLand(shaped, moves);
  if (drawing.previewDigest !== null && drawing.previewDigest !== digest)
    refuse.invalid('preview', landChangedText);
  const renamed = moves.renamed.map(showRenaming);
  if (renamed.length > 0 && input.on_clash === 'refuse') refuseClash(renamed);
  const { settlementId: _, previewDigest: __, ring, ...drawn } = drawing;
  const [names, inForce, number] = await Promise.all([
    nameMoves(db, moves),
    findRingInForce(db, settlementId),
    findBoundaryInForce(db, settlementId),
  ]);
  const numbersOf = (part: keyof typeof names) => names[part].plots.map((plot) => plot.number);
  return {
    content: {
      drawing: { ...drawn, ring: ring && toWire(ring) },
      onClash: input.on_clash ?? 'rename',
      /** To be looked at. */
      ring: toWire(shaped.ring),
    },
    shown: {
      ...countMoves(moves),
      staying: shaped.own.length - moves.unlinked.length,
      lost:
        inForce &&
        Math.round(await services.geometry.measureLoss(fromWire(inForce), shaped.ring, { share, signal })),
      comes: numbersOf('coming_in'),
      leaves: numbersOf('let_go'),
      renamed: renamed
        .slice(0, maxShownNumbers)
        .map(({ number: from, renamed_to }) => `${from} → ${renamed_to}`),
    },
    state: `${digest} ${number ?? ''}`,
  };
}

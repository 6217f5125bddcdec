import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { outId, outText } from '../../../domain/kernel/fields.ts';
import { decideMoves } from '../../../domain/rules/boundary.ts';
import { assignPlotNumbers, type Renaming } from '../../../domain/rules/plot-numbers.ts';
import { listReferencedParcels } from '../../../store/land/boundaries.ts';
import { listIncomingParcels, listTakenNumbers } from '../../../store/land/plot-numbers.ts';
import type { ShapedLand } from './boundary-shaping.ts';

/** What applying a boundary does to the plots. */
export interface BoundaryMoves {
  linked: string[];
  unlinked: string[];
  kept: string[];
  renamed: Renaming[];
}

export const moveCounts = {
  linked: z.int().describe('How many plots are taken in.'),
  unlinked: z.int().describe('How many are let go.'),
  kept: z.int().describe('How many lie outside but stay, because something refers to them.'),
};

const movedPlots = z.object({
  total: z.int(),
  plots: z.array(z.object({ id: outId, number: outText })).describe('At most 200.'),
});

/** Which plots a boundary would move. */
export const namedMoves = z.object({
  coming_in: movedPlots,
  let_go: movedPlots,
  kept_aside: movedPlots.describe('Outside, but something refers to them.'),
});

const maxNamedPlots = 200;

export async function nameMoves(
  db: Db,
  { linked, unlinked, kept }: BoundaryMoves,
): Promise<z.input<typeof namedMoves>> {
  const first = (ids: readonly string[]) => ids.slice(0, maxNamedPlots);
  const plots = await listIncomingParcels(db, [...first(linked), ...first(unlinked), ...first(kept)]);
  const name = (ids: readonly string[]) => {
    const named = new Set(first(ids));
    return {
      total: ids.length,
      plots: plots.filter(({ id }) => named.has(id)).map(({ id, number }) => ({ id, number })),
    };
  };
  return { coming_in: name(linked), let_go: name(unlinked), kept_aside: name(kept) };
}

export const renaming = z.object({
  id: outId,
  number: outText.describe('The number that is taken.'),
  renamed_to: outText.describe('The number the plot gets instead.'),
});

export const showRenaming = ({ id, number, renamedTo }: Renaming): z.input<typeof renaming> => ({
  id,
  number,
  renamed_to: renamedTo,
});

export const countMoves = ({ linked, unlinked, kept }: BoundaryMoves) => ({
  linked: linked.length,
  unlinked: unlinked.length,
  kept: kept.length,
});

/** All plots that the settlement has now are let go or stay. */
export const stayingField = z
  .int()
  .describe('How many plots of the settlement stay, `kept` included: with `unlinked` all that it has now.');

export async function planMoves(db: Db, settlementId: string, shaped: ShapedLand): Promise<BoundaryMoves> {
  const { link, unlink } = decideMoves(shaped.own, shaped.members, shaped.exclude);
  const kept = await listReferencedParcels(db, unlink);
  const staying = new Set(kept);
  const unlinked = unlink.filter((parcel) => !staying.has(parcel));
  const renamed =
    link.length === 0
      ? []
      : assignPlotNumbers(
          await listIncomingParcels(db, link),
          await listTakenNumbers(db, settlementId, unlinked),
        );
  return { linked: link, unlinked, kept, renamed };
}

/** Changes when a relevant plot, or the resulting moves, have changed. */
export function digestLand({ mark }: ShapedLand, { linked, unlinked, kept, renamed }: BoundaryMoves): string {
  const moves = [[...linked].sort(), [...unlinked].sort(), [...kept].sort(), renamed];
  return createHash('sha256').update(mark).update(JSON.stringify(moves)).digest('base64url');
}

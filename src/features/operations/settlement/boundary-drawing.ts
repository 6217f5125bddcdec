import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import {
  enumField,
  id,
  longList,
  outId,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import type { SavedDrawing } from '../../../domain/kernel/ports.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../../domain/rules/boundary.ts';
import { fromWire } from '../../../engines/geometry/engine.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import { findBoundary } from '../../../store/land/boundary-history.ts';
import { findBoundaryPreview } from '../../../store/land/boundary-previews.ts';
import { listKnownParcels } from '../../../store/land/land.ts';
import { findParcelsByNumber } from '../../../store/land/named-parcels.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import { pointListInput } from '../shapes/geometry-input.ts';
import { boundarySources, point } from './shapes.ts';

const parcelList = longList(parcelReference, (entry) => typeof entry === 'string', { max: 50_000 });
export const clashResolutions = ['rename', 'refuse'] as const;

/** With their document fewer than the objects that a body may hold. */
const maxRingPoints = 24_000;

export const boundaryInput = z.object({
  settlement: reference.describe('Slug or id.'),
  ring: pointListInput(3, maxRingPoints)
    .nullish()
    .describe(
      'The outline, three points or more; may be left out when `parcels` is given. Drawn by hand at most 5,000 points.',
    ),
  parcels: parcelList
    .nullish()
    .describe('Plots to take in whatever the outline says: ids of list_parcels, of own plots also numbers.'),
  exclude: parcelList.nullish().describe('Plots to cut out, likewise.'),
  snap: stateDefault(
    false,
    z
      .boolean()
      .nullish()
      .describe(
        'True: the boundary becomes the outline of every plot whose centre lies inside; else the line as drawn.',
      ),
  ),
  source: stateDefault(
    'manual',
    enumField(boundarySources).nullish().describe('Where it comes from; default manual.'),
  ),
  restore: id
    .nullish()
    .describe('Instead of a drawing: an earlier one, from boundary_history of show_settlement.'),
  on_clash: stateDefault(
    'rename',
    enumField(clashResolutions)
      .nullish()
      .describe(
        'A plot comes in whose number is taken: rename (default) to its cadastral number, or refuse with the list.',
      ),
  ),
});

export const previewHandle = text(60)
  .nullish()
  .describe('Instead of a drawing: the handle from shape_settlement_boundary, good for an hour.');

export const shapedBoundary = z.object({
  ring: z.array(point).describe('One simple ring; the last point does not repeat the first.'),
  parcels: z.array(outId).describe('Plots that belong to it although the ring leaves them out.'),
  exclude: z.array(outId).describe('Plots that do not belong to it although the ring covers them.'),
  snap: z.boolean(),
});

type Given = z.output<typeof boundaryInput> & { preview?: string | null | undefined };

export interface BoundaryDrawing {
  settlementId: string;
  ring: Position[] | null;
  parcels: string[];
  exclude: string[];
  snap: boolean;
  source: SavedDrawing['source'];
  /** Digest of the land at preview time; null: changes since then do not matter. */
  previewDigest: string | null;
}

/** The board of the settlement and moderators draw its boundary. */
export function permitDrawing(
  { settlementRole }: SettlementWithRole,
  { isModerator }: Pick<Caller, 'isModerator'>,
): void {
  permit(mayDrawBoundary(settlementRole, isModerator));
}

/** The drawing from the input, a preview or an earlier boundary, with plot numbers resolved to identifiers. */
export async function loadDrawing(
  { db, caller, now }: { db: Db; caller: { accountId: string }; now(): Date },
  settlementId: string,
  input: Given,
): Promise<BoundaryDrawing> {
  const { preview, restore } = input;
  refuseSeveralDrawings(input);
  if (preview != null) {
    const kept =
      (await findBoundaryPreview(db, preview, { accountId: caller.accountId, settlementId, now: now() })) ??
      refuse.invalid('preview', unknownPreview);
    return toDrawing(
      settlementId,
      { ...kept.drawing, source: input.source ?? kept.drawing.source },
      kept.land,
    );
  }
  if (restore != null) {
    const earlier =
      (await findBoundary(db, settlementId, restore)) ?? refuse.invalid('restore', unknownBoundary);
    return toDrawing(settlementId, { ...earlier, source: input.source ?? earlier.source });
  }
  const [parcels, exclude] = await resolveParcels(db, settlementId, [
    input.parcels ?? [],
    input.exclude ?? [],
  ]);
  return toDrawing(settlementId, {
    ring: input.ring ?? null,
    parcels: parcels as string[],
    exclude: exclude as string[],
    snap: input.snap ?? false,
    source: input.source ?? 'manual',
  });
}

export const toDrawing = (
  settlementId: string,
  drawing: SavedDrawing,
  seenLand: string | null = null,
): BoundaryDrawing => ({
  ...drawing,
  settlementId,
  ring: drawing.ring && fromWire(drawing.ring),
  previewDigest: seenLand,
});

function refuseSeveralDrawings({ preview, restore, ring, parcels, exclude, snap }: Given): void {
  const isDrawn = [ring, parcels, exclude, snap].some((value) => value != null);
  const ways = [preview != null && 'preview', restore != null && 'restore', isDrawn && 'ring'].filter(
    Boolean,
  );
  if (ways.length > 1) refuse.invalid(ways[0] as string, oneDrawing);
}

/** Longer strings of digits are identifiers, never plot numbers. */
const maxPlotNumberDigits = 12;

/** Resolves numbers of own plots to identifiers. Unknown ones stay, and are refused later with their index. */
async function resolveParcels(
  db: Db,
  settlementId: string,
  lists: readonly (readonly string[])[],
): Promise<string[][]> {
  const short = lists.flat().filter((name) => !isId(name) || name.length <= maxPlotNumberDigits);
  if (short.length === 0) return lists.map((list) => [...list]);
  const known = await listKnownParcels(db, short.filter(isId));
  const numbers = await findParcelsByNumber(
    db,
    settlementId,
    short.filter((name) => !known.has(name)),
  );
  return lists.map((list) => list.map((name) => numbers.get(name) ?? name));
}

const oneDrawing = {
  en: 'Send one of the three: a drawing, `preview` or `restore`.',
  ru: 'Укажите что-то одно: рисунок, preview или restore.',
};
const unknownPreview = {
  en: 'This preview is not known here: it is older than an hour, or of another account or village. Draw the boundary again.',
  ru: 'Такого просмотра нет: прошло больше часа, или он другого человека или посёлка. Посмотрите границу ещё раз.',
};
const unknownBoundary = {
  en: 'The village never had this boundary. show_settlement lists those it had.',
  ru: 'Такой границы у посёлка не было. Прежние границы показаны в его карточке.',
};

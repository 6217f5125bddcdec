import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../domain/kernel/context.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findListError } from '../../../domain/rules/boundary.ts';
import { extendByOutline } from '../../../engines/geometry/rings/packed-shapes.ts';
import { checkExtent } from '../../../engines/geometry/rings/ring-check.ts';
import type { BoundaryCandidate, Box, ShapedBoundary } from '../../../engines/geometry/types.ts';
import { type LandRow, listLandById, listLandInBox, listOwnLand } from '../../../store/land/land.ts';
import { callGeometry } from '../shapes/geometry-input.ts';
import type { BoundaryDrawing } from './boundary-drawing.ts';

export interface ShapedLand extends ShapedBoundary {
  own: LandRow[];
  /** Boxes of the relevant parcels: around the drawn line, and as far as the plots in it extend. */
  near: Box;
  wide: Box;
  /** Version marks of all rows that were read, to detect changes. */
  mark: string;
}

const nothingDrawn = {
  en: 'Draw a ring, or list plots whose outline is known.',
  ru: 'Нарисуйте контур или перечислите участки, контур которых известен.',
};
const maxParcels = 120_000;
const maxExtentMetres = 50_000;
/** How far plots may extend beyond the line: their neighbours are relevant too. */
const maxReachDegrees = 0.05;

/** Reads the land around the drawing and computes the boundary. Read-only, so it can be repeated. */
export async function shapeLand(
  { db, services, share, signal }: Pick<Context, 'db' | 'services' | 'share' | 'signal'>,
  drawing: BoundaryDrawing,
): Promise<ShapedLand> {
  const { settlementId, ring, parcels, exclude } = drawing;
  const listed = await listLandById(db, [...parcels, ...exclude].filter(isId));
  const known = new Map(listed.rows.map((row) => [row.id, row]));
  const fault = findListError(drawing, known, settlementId);
  if (fault !== null) refuse.invalid(fault.field, fault.text);
  if (ring !== null) await callGeometry(async () => checkExtent(ring, 'ring'));

  const box = boxAround(drawing, known);
  if (box[0] > box[2]) refuse.invalid(parcels.length > 0 ? 'parcels.0' : 'ring', nothingDrawn);
  const near = await listLandInBox(db, box, maxParcels + 1);
  const wide = widen(box, near.rows);
  const far = await listLandInBox(db, wide, maxParcels + 1, box);
  if (near.rows.length + far.rows.length > maxParcels) {
    refuse.invalid('ring', {
      en: `There are more than ${maxParcels} parcels here. Draw a smaller ring.`,
      ru: `Здесь больше ${maxParcels} участков. Нарисуйте контур поменьше.`,
    });
  }
  const own = await listOwnLand(db, settlementId);
  await nextTurn();
  const candidates: BoundaryCandidate[] = [];
  const foreign = new Set<string>();
  const outlined = new Set<string>();
  for (const { id: parcel, outline } of listed.rows) if (outline !== null) outlined.add(parcel);
  for (const rows of [near.rows, far.rows]) {
    for (const { id: parcel, outline, centre, settlementId: owner } of rows) {
      known.delete(parcel);
      if (outline === null || centre === null) continue;
      candidates.push({ id: parcel, geometry: outline, centre });
      if (owner !== null && owner !== settlementId) foreign.add(parcel);
    }
  }
  // A cut-out parcel may lie outside the box.
  for (const { id: parcel, outline, centre } of known.values())
    if (outline !== null && centre !== null) candidates.push({ id: parcel, geometry: outline, centre });
  const hasOutline = (parcel: string) => outlined.has(parcel);
  const unplaced = parcels.filter((parcel) => !hasOutline(parcel));
  const shaped = await callGeometry(() =>
    services.geometry.shapeBoundary(
      {
        ring,
        snap: drawing.snap,
        parcels: parcels.filter(hasOutline),
        // Land of other settlements is always excluded, whatever the line covers.
        exclude: [...exclude.filter(hasOutline), ...foreign],
        candidates,
        settlementBox: boxOfCentres(own.rows),
      },
      { share, signal },
    ),
  );
  return {
    ...shaped,
    parcels: [...shaped.parcels, ...unplaced],
    members: [...shaped.members, ...unplaced],
    exclude: [
      ...shaped.exclude.filter((parcel) => !foreign.has(parcel)),
      ...exclude.filter((x) => !hasOutline(x)),
    ],
    own: own.rows,
    near: box,
    wide,
    mark: [own.digest, listed.digest, near.digest, far.digest].join(),
  };
}

/** Around the line and everything listed with it. */
function boxAround({ ring, parcels }: BoundaryDrawing, known: ReadonlyMap<string, LandRow>): Box {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const [x, y] of ring ?? []) extend(box, x, y);
  for (const [index, parcel] of parcels.entries()) {
    const outline = known.get(parcel)?.outline;
    if (outline) extendByOutline(box, outline);
    if (isTooWide(box)) {
      refuse.invalid(`parcels.${index}`, {
        en: `Parcel ${parcel} lies more than 50 km from the rest of the boundary.`,
        ru: `Участок ${parcel} дальше 50 км от остальной границы.`,
      });
    }
  }
  return box;
}

function widen(box: Box, rows: readonly LandRow[]): Box {
  const wide: [number, number, number, number] = [...box];
  for (const { outline } of rows) if (outline) extendByOutline(wide, outline);
  return [
    Math.max(wide[0], box[0] - maxReachDegrees),
    Math.max(wide[1], box[1] - maxReachDegrees),
    Math.min(wide[2], box[2] + maxReachDegrees),
    Math.min(wide[3], box[3] + maxReachDegrees),
  ];
}

function extend(box: [number, number, number, number], x: number, y: number): void {
  if (x < box[0]) box[0] = x;
  if (y < box[1]) box[1] = y;
  if (x > box[2]) box[2] = x;
  if (y > box[3]) box[3] = y;
}

function isTooWide([west, south, east, north]: Box): boolean {
  const metresPerDegree = 111_320;
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return Math.max((east - west) * narrowing, north - south) * metresPerDegree > maxExtentMetres * 1.05;
}

function boxOfCentres(rows: readonly LandRow[]): Box | null {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { centre } of rows) if (centre) extend(box, centre[0], centre[1]);
  return box[0] <= box[2] ? box : null;
}

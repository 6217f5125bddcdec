import { findLandWarnings, findShift } from '../../domain/rules/land-warnings.ts';
import type { Box, Shape } from '../../engines/geometry/types.ts';
import type { ImportedParcel, StandingLand } from '../../store/land/land-import.ts';
import type { ShownChange } from './import-report.ts';

/** A plot before and after the import. What the file does not say stays as it is. */
export function compareLand(
  row: Pick<ImportedParcel, 'centre' | 'areaM2' | 'geometry' | 'number'>,
  standing: StandingLand | undefined,
  around: Box | null,
): ShownChange {
  const was = standing ?? null;
  const will = { centre: row.centre ?? was?.centre ?? null, areaM2: row.areaM2 ?? was?.areaM2 ?? null };
  const shift = findShift(was, will);
  return {
    warnings: findLandWarnings({ was, will, plotNumber: row.number, around }),
    shiftM: shift === null ? null : Math.round(shift * 10) / 10,
    areaWas: was?.areaM2 ?? null,
    areaWill: will.areaM2,
    was: thinForPicture(was?.geometry ?? null),
    will: thinForPicture(row.geometry ?? was?.geometry ?? null),
  };
}

/** More do not show in a picture, and a page draws a hundred of them. */
const maxShownPoints = 200;

function thinForPicture(shape: Shape | null): Shape | null {
  if (shape === null) return null;
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count <= maxShownPoints) return shape;
  const step = Math.ceil(count / maxShownPoints);
  // A ring keeps its first point, which is its last one too, and enough others to be an area.
  const thinned = polygons.map((rings) =>
    rings.map((ring) => {
      const ownStep = Math.max(1, Math.min(step, Math.floor((ring.length - 1) / 3)));
      return ring.filter((_, at) => at % ownStep === 0 || at === ring.length - 1);
    }),
  );
  return { type: 'MultiPolygon', coordinates: thinned };
}

import { findLandWarnings, findShift } from '../../domain/rules/land-warnings.ts';
import type { Box } from '../../engines/geometry/types.ts';
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
    was: was?.geometry ?? null,
    will: row.geometry ?? was?.geometry ?? null,
  };
}

import type { Box } from '../../engines/geometry/types.ts';
import { findPlotNumbers, listParcelsInBox } from '../../store/land/land-import.ts';
import type { ImportDependencies, startReport } from './import-report.ts';

/** A plot whose outline an import drew; `number`: of the feature. */
export interface DrawnPlot {
  id: string;
  number: number;
  name: string;
}

/** Files of more plots are of a region, whose borders the cadastre answers for. */
const maxDrawn = 10_000;
const maxParcels = 40_000;
/** For plots whose centre is outside the box but whose land is not. */
const marginDegrees = 0.01;
const shownOthers = 5;

/** Tells which of the drawn plots cover land of other plots, of the file or registered before. */
export async function reportOverlaps(
  { pool, geometry }: Pick<ImportDependencies, 'pool' | 'geometry'>,
  drawn: readonly DrawnPlot[],
  touched: Box | null,
  report: ReturnType<typeof startReport>,
): Promise<void> {
  if (touched === null || drawn.length === 0 || drawn.length > maxDrawn) return;
  const [west, south, east, north] = touched;
  const around: Box = [
    west - marginDegrees,
    south - marginDegrees,
    east + marginDegrees,
    north + marginDegrees,
  ];
  const parcels = await listParcelsInBox(pool, around, maxParcels);
  const overlaps = await geometry.findOverlaps(parcels, new Set(drawn.map(({ id }) => id)));
  const numbers = await findPlotNumbers(pool, [...overlaps.values()].flat());
  for (const { id, number, name } of drawn) {
    const others = (overlaps.get(id) ?? []).map((other) => numbers.get(other) ?? '');
    if (others.length > 0) report.overlaps({ number, name, others: others.sort().slice(0, shownOthers) });
  }
}

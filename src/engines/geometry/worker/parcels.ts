import { centreOf, cleanArea } from '../rings/areas.ts';
import { type PackedShapes, partsAt, toShape } from '../rings/packed-shapes.ts';
import type { Position, Shape } from '../types.ts';

export type ParcelResult = { geometry: Shape; areaM2: number; centre: Position; repaired: boolean } | null;

export function prepareParcels(shapes: PackedShapes): ParcelResult[] {
  const out: ParcelResult[] = [];
  for (let i = 0; i < shapes.shapeEnds.length; i++) {
    const area = cleanArea(partsAt(shapes, i));
    out.push(
      area && {
        geometry: toShape(area.parts),
        areaM2: area.areaM2,
        centre: centreOf(area.parts),
        repaired: area.repaired,
      },
    );
  }
  return out;
}

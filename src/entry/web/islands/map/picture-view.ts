import type { Coordinate } from 'ol/coordinate.js';
import { fromLonLat } from 'ol/proj.js';
import type { Extent } from '../../../../engines/geometry/extent.ts';
import { createSheet, type SheetPoint } from '../../ui/plan-drawing.ts';

/**
 * Position and scale of the server-rendered plan, so that the map starts exactly over it. Call it while the plan is
 * visible.
 */
export function findPictureView(
  place: HTMLElement,
  extent: Extent | null,
): { center: Coordinate; resolution: number } | null {
  const sheet = extent && createSheet(extent);
  const box = place.querySelector('.plan')?.getBoundingClientRect();
  const matrix = place.querySelector<SVGSVGElement>('.plan > svg')?.getScreenCTM();
  if (!sheet || !box || !matrix || !(matrix.a > 0)) return null;
  const middle: SheetPoint = [
    (box.left + box.width / 2 - matrix.e) / matrix.a,
    (box.top + box.height / 2 - matrix.f) / matrix.d,
  ];
  const at = (right: number) => fromLonLat(sheet.unproject([middle[0] + right, middle[1]]));
  return { center: at(0), resolution: ((at(1)[0] ?? 0) - (at(0)[0] ?? 0)) / matrix.a };
}

import { type Extent, extentOf } from '../../../engines/geometry/extent.ts';
import type { LandDocument, LandOutline, LandParcel } from '../../../engines/geometry/land-document.ts';
import { computeLandExtents } from '../../../engines/geometry/land-extents.ts';
import type { Position } from '../../../engines/geometry/types.ts';

export type SheetPoint = readonly [x: number, y: number];

const metresPerDegree = 111_320;

/** Projection of land onto the drawing: equirectangular at its own latitude, north up, fitted with a margin. */
export interface Sheet {
  /** Equal of sheets that project alike. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** Drawing units per metre. */
  readonly perMetre: number;
  project(position: Position): SheetPoint;
  /** Inverse of `project`. */
  unproject(place: SheetPoint): Position;
}

const width = 640;
const margin = 16;
const minHeight = 300;
const maxHeight = 800;

export function createSheet(extent: Extent): Sheet | null {
  const [west, south, east, north] = extent;
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const wide = (east - west) * narrowing * metresPerDegree;
  const high = (north - south) * metresPerDegree;
  if (!(wide > 0 && high > 0)) return null;
  const height = Math.min(
    maxHeight,
    Math.max(minHeight, Math.round((high / wide) * (width - 2 * margin)) + 2 * margin),
  );
  const perMetre = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
  const left = (width - wide * perMetre) / 2;
  const top = (height - high * perMetre) / 2;
  return {
    key: extent.join(),
    width,
    height,
    perMetre,
    project: ([longitude, latitude]) => [
      left + (longitude - west) * narrowing * metresPerDegree * perMetre,
      top + (north - latitude) * metresPerDegree * perMetre,
    ],
    unproject: ([x, y]) => [
      west + (x - left) / (narrowing * metresPerDegree * perMetre),
      north - (y - top) / (metresPerDegree * perMetre),
    ],
  };
}

/** Prefix of the number of a selected or leaving plot, so that it can be told without colour. */
export const plotNumberSigns = { chosen: '✓ ', leaving: '− ' } as const;

export function widenExtent([west, south, east, north]: Extent, metres: number): Extent {
  const up = metres / metresPerDegree;
  const aside = up / Math.max(Math.cos((south * Math.PI) / 180), 0.01);
  return [west - aside, south - up, east + aside, north + up];
}

/** Widened on both sides to a ratio of width to height, so that a drawing fills its box. */
export function widenToRatio([west, south, east, north]: Extent, ratio: number): Extent {
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [(east - west) * narrowing, north - south];
  const aside = Math.max(0, (high * ratio - wide) / narrowing / 2);
  const up = Math.max(0, (wide / ratio - high) / 2);
  return [west - aside, south - up, east + aside, north + up];
}

/** The whole land, or the surroundings of one plot in metres. */
export function chooseExtent(
  land: LandDocument,
  { chosen, around }: { readonly chosen?: string; readonly around: number },
): Extent | null {
  const { whole, at } = computeLandExtents(land);
  if (chosen === undefined) return extentOf([...(land.boundary ? [land.boundary] : []), cornersOf(whole)]);
  const own = at(land.plots.findIndex(({ id }) => id === chosen));
  return own && widenExtent(own, around);
}

const cornersOf = (extent: Extent | null): Position[] =>
  extent
    ? [
        [extent[0], extent[1]],
        [extent[2], extent[3]],
      ]
    : [];

/** Plots whose bounding box intersects an extent. */
export const listPlotsWithin = (land: LandDocument, extent: Extent): LandParcel[] =>
  computeLandExtents(land)
    .within(extent)
    .flatMap((place) => land.plots[place] ?? []);

/** Distance in metres between two bounding boxes; 0 when they touch. */
function distanceBetween(one: Extent, other: Extent): number {
  const narrowing = Math.cos((one[1] * Math.PI) / 180);
  const aside = Math.max(other[0] - one[2], one[0] - other[2], 0) * narrowing;
  const up = Math.max(other[1] - one[3], one[1] - other[3], 0);
  return Math.hypot(aside, up) * metresPerDegree;
}

const centreOf = ([west, south, east, north]: Extent): Extent => {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return [x, y, x, y];
};

/** Items within `metres` of an outline, nearest first: by distance of bounding boxes, then of their centres. */
export function findNearby<Each extends { readonly outline: LandOutline }>(
  outline: LandOutline,
  all: readonly Each[],
  metres: number,
): Each[] {
  const own = extentOf(outline.flat());
  if (own === null) return [];
  const found = all.flatMap((each) => {
    const extent = extentOf(each.outline.flat());
    const room = extent && distanceBetween(own, extent);
    return extent && room !== null && room <= metres
      ? [{ each, room, middle: distanceBetween(centreOf(own), centreOf(extent)) }]
      : [];
  });
  return found.sort((a, b) => a.room - b.room || a.middle - b.middle).map(({ each }) => each);
}

const formatRounded = (value: number) => String(Math.round(value * 10) / 10);

/** SVG path with relative coordinates: a third of the bytes. */
export function drawRing(ring: readonly Position[], sheet: Sheet): string {
  let path = '';
  let [lastX, lastY] = [0, 0];
  for (const [index, position] of ring.entries()) {
    const [x, y] = sheet.project(position).map((value) => Math.round(value * 10) / 10) as [number, number];
    path += index === 0 ? `M${x} ${y}l` : `${formatRounded(x - lastX)} ${formatRounded(y - lastY)} `;
    [lastX, lastY] = [x, y];
  }
  return `${path.trimEnd()}z`;
}

/** The last drawing of an outline: a land document is kept in memory, and most pages draw all of it. */
const drawings = new WeakMap<LandOutline, { readonly key: string; readonly path: string }>();

export function drawOutline(outline: LandOutline, sheet: Sheet): string {
  const known = drawings.get(outline);
  if (known?.key === sheet.key) return known.path;
  const path = outline
    .flat()
    .filter((ring) => ring.length > 2)
    .map((ring) => drawRing(ring, sheet))
    .join('');
  drawings.set(outline, { key: sheet.key, path });
  return path;
}

/** Label position: the widest interval of the largest part, at half its height. */
export function findLabel(outline: LandOutline): { at: Position; widthDegrees: number } | null {
  let best: { ring: readonly Position[]; extent: Extent } | null = null;
  for (const [ring] of outline) {
    const extent = ring && extentOf([ring]);
    if (!ring || !extent) continue;
    if (best === null || boxArea(extent) > boxArea(best.extent)) best = { ring, extent };
  }
  if (best === null) return null;
  const { ring, extent } = best;
  const y = (extent[1] + extent[3]) / 2;
  const crossings: number[] = [];
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(index + 1) % ring.length] as Position;
    if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  crossings.sort((one, other) => one - other);
  let [from, to] = [extent[0], extent[0]];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left, right] = [crossings[at] as number, crossings[at + 1] as number];
    if (right - left > to - from) [from, to] = [left, right];
  }
  return { at: [(from + to) / 2, y], widthDegrees: to - from };
}

const boxArea = ([west, south, east, north]: Extent) => (east - west) * (north - south);

/** A round length of about a fifth of the width, for the scale bar. */
export function chooseScaleBar(sheet: Sheet): { metres: number; units: number } {
  const wanted = sheet.width / 5 / sheet.perMetre;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const metres = ([5, 2, 1].find((step) => step * power <= wanted) ?? 1) * power;
  return { metres, units: metres * sheet.perMetre };
}

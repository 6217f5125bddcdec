import Flatbush from 'flatbush';
import { cleanArea } from '../rings/areas.ts';
import { areaOf, freeHandles, intersection, isValid, makeValid, toGeos } from '../rings/geos.ts';
import { boxOf, createProjectionForBox, toMetres } from '../rings/local-projection.ts';
import {
  coordinatesBetween,
  type PackedShapes,
  type Part,
  partsAt,
  type Ring,
  toShape,
} from '../rings/packed-shapes.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';
import type { Shape } from '../types.ts';
import { distanceToBorders } from './setback.ts';

export type BuildingResult = {
  geometry: Shape;
  areaM2: number;
  parcel: number | null;
  setbackM: number | null;
  repaired: boolean;
} | null;

/** Assigns each building to the parcel it overlaps most; of equal ones, to the first. */
export function prepareBuildings(shapes: PackedShapes, parcels: PackedShapes): BuildingResult[] {
  const count = parcels.shapeEnds.length;
  const index = count > 0 ? new Flatbush(count) : null;
  for (let i = 0; i < count; i++) index?.add(...boxOf(coordinatesBetween(parcels, i, i)));
  index?.finish();
  const out: BuildingResult[] = [];
  for (let i = 0; i < shapes.shapeEnds.length; i++) {
    const area = cleanArea(partsAt(shapes, i));
    if (!area) {
      out.push(null);
      continue;
    }
    const rings = area.parts.flat();
    const box = rings.reduce((sum, ring) => boxOf(ring, sum), boxOf(new Float64Array()));
    let best: { parcel: number; covered: number; setbackM: number } | null = null;
    for (const place of (index?.search(...box) ?? []).sort((a, b) => a - b)) {
      const parcel = partsAt(parcels, place);
      const setbackM = setbackOf(rings, parcel.flat());
      const covered =
        setbackM > 0
          ? coverageIfDisjoint(rings, parcel.flat(), area.areaM2)
          : measureCommonArea(area.parts, parcel);
      if (covered > 0 && (!best || covered > best.covered)) best = { parcel: place, covered, setbackM };
    }
    out.push({
      geometry: toShape(area.parts),
      areaM2: area.areaM2,
      parcel: best?.parcel ?? null,
      setbackM: best?.setbackM ?? null,
      repaired: area.repaired,
    });
  }
  return out;
}

export function setbackOf(rings: readonly Ring[], parcel: readonly Ring[]): number {
  const closed = (coordinates: Ring) => ({ coordinates, closed: true });
  return distanceToBorders(rings.map(closed), parcel.map(closed));
}

/** For outlines that do not intersect: one contains the other or they are disjoint. */
function coverageIfDisjoint(rings: readonly Ring[], parcel: readonly Ring[], areaM2: number): number {
  const corner = (ring: Ring | undefined): [number, number] => [
    ring?.[0] ?? Number.NaN,
    ring?.[1] ?? Number.NaN,
  ];
  if (createPointLocator(parcel)(...corner(rings[0])) > 0) return areaM2;
  // A plot inside a building is an error of the cadastre; a minimal value still ranks it above no overlap.
  return createPointLocator(rings)(...corner(parcel[0])) > 0 ? Number.MIN_VALUE : 0;
}

/** Square metres that both cover. */
export function measureCommonArea(building: readonly Part[], parcel: readonly Part[]): number {
  const frame = createProjectionForBox(boxOf((building[0] as Part)[0] as Ring));
  const metric = (parts: readonly Part[]) => {
    const handle = toGeos(parts.map((part) => part.map((ring) => toMetres(frame, ring))));
    if (isValid(handle)) return handle;
    const sound = makeValid(handle);
    freeHandles(handle);
    return sound;
  };
  const a = metric(building);
  const b = metric(parcel);
  const common = intersection(a, b);
  const area = areaOf(common);
  freeHandles(a, b, common);
  return area;
}

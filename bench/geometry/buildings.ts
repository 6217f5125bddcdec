import type { Candidate, Feature, Geometry, Position } from '../../src/engines/geometry/engine.ts';
import { pointsOf } from './village.ts';

/** A setback is never negative and never longer than its plot is wide. */
export async function scoreBuildings(
  geometry: Geometry,
  features: readonly Feature[],
  parcels: readonly Candidate[],
): Promise<boolean> {
  const byId = new Map(parcels.map((parcel) => [parcel.id, parcel]));
  const start = process.cpuUsage();
  const prepared = await geometry.prepareBuildings(features, parcels);
  const { user, system } = process.cpuUsage(start);
  const rate = (features.length / (user + system)) * 1e6;
  let placed = 0;
  let apart = 0;
  let refused = 0;
  let insane = 0;
  for (const building of prepared) {
    if (!building.ok) {
      refused++;
      continue;
    }
    const plot = building.parcel === null ? undefined : byId.get(building.parcel);
    if (!plot || building.setbackM === null) continue;
    placed++;
    if (building.setbackM > 0) apart++;
    if (!(building.setbackM >= 0 && building.setbackM <= diameter(pointsOf(plot.geometry)))) insane++;
  }
  console.log(
    `  buildings          ${features.length}, ${refused} refused, ${placed} on a parcel, ${apart} clear of its border`,
  );
  console.log(
    `  setbacks sane      ${placed - insane}/${placed}, ${rate.toFixed(0)} buildings per CPU second`,
  );
  return insane === 0;
}

function diameter(points: readonly Position[]): number {
  const [, latitude = 0] = points[0] ?? [];
  const metresX = 111_320 * Math.cos((latitude * Math.PI) / 180);
  let longest = 0;
  for (const [ax, ay] of points) {
    for (const [bx, by] of points) {
      longest = Math.max(longest, Math.hypot((ax - bx) * metresX, (ay - by) * 111_132));
    }
  }
  return longest * 1.01;
}

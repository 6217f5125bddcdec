import type { Db } from '../../base/db/connect.ts';
import type { Position } from '../../engines/geometry/types.ts';
import { insertParcels, type NewParcel } from '../../store/land/parcels.ts';
import { findOrInsertPlace } from '../../store/land/places.ts';
import { insertSettlement } from '../../store/land/settlements.ts';
import { type LandLayout, layOutLand, type Metres, type ParcelLayout } from './land-layout.ts';
import { type DemoLayout, layouts } from './settlement-list.ts';

export interface DemoSettlement {
  id: string;
  slug: string;
  plots: Record<string, string>;
}

export async function loadLand(db: Db, newId: () => string, now: Date): Promise<DemoSettlement[]> {
  const settlements: DemoSettlement[] = [];
  for (const layout of layouts) {
    const id = newId();
    await insertSettlement(db, {
      ...layout,
      id,
      placeId: await findPlace(db, layout, newId),
      createdAt: now,
    });
    const { plots, commons } = getLandLayout(layout.slug);
    const parcels = [...plots, ...commons].map((plot, index) =>
      toNewParcel(layout, plot, index, { id: newId(), settlementId: id }),
    );
    await insertParcels(db, parcels, now);
    settlements.push({
      id,
      slug: layout.slug,
      plots: Object.fromEntries(parcels.map((parcel) => [parcel.number, parcel.id])),
    });
  }
  return settlements;
}

async function findPlace(db: Db, { places }: DemoLayout, newId: () => string): Promise<string> {
  let parentId: string | null = null;
  for (const [index, kind] of (['country', 'region', 'district', 'locality'] as const).entries())
    parentId = await findOrInsertPlace(db, { id: newId(), parentId, kind, name: places[index] as string });
  return parentId as string;
}

/** Parcels without settlement north of it, to try out another boundary. */
export async function loadFieldsBeyond(
  db: Db,
  { slug, cadastralQuarter }: { slug: string; cadastralQuarter: string },
  newId: () => string,
  now: Date,
): Promise<void> {
  const layout = findLayout(slug);
  const address = 'земли сельскохозяйственного назначения';
  const parcels = getLandLayout(slug).beyond.map((plot, index) => ({
    ...toNewParcel(layout, plot, index, { id: newId(), settlementId: null }),
    cadastralNumber: `${cadastralQuarter}:${index + 1}`,
    address,
  }));
  await insertParcels(db, parcels, now);
}

function toNewParcel(
  layout: DemoLayout,
  { number, street, ring }: ParcelLayout,
  index: number,
  identity: Pick<NewParcel, 'id' | 'settlementId'>,
): NewParcel {
  const { areaM2, centre } = measureRing(ring);
  const corners = ring.map((point) => toDegrees(layout, point));
  return {
    ...identity,
    number,
    cadastralNumber: `${layout.cadastralQuarter}:${101 + index}`,
    address: street === null ? '' : layout.formatAddress(street, number),
    areaM2: Math.round(areaM2),
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
    center: toDegrees(layout, centre),
    kind: street !== null ? 'dwelling' : number === 'Пруд' ? 'water' : 'common',
    listing: layout.status === 'building' && index % 3 === 2 ? 'for_sale' : null,
  };
}

function measureRing(ring: readonly Metres[]): { areaM2: number; centre: Metres } {
  let [twice, east, north] = [0, 0, 0];
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Metres;
    const cross = x * nextY - nextX * y;
    twice += cross;
    east += (x + nextX) * cross;
    north += (y + nextY) * cross;
  }
  return { areaM2: Math.abs(twice) / 2, centre: [east / (3 * twice), north / (3 * twice)] };
}

const layoutCache = new Map<string, LandLayout>();

/** Cached layout of a settlement, in metres. */
export function getLandLayout(slug: string): LandLayout {
  const land = layoutCache.get(slug) ?? layOutLand(slug, findLayout(slug).plan);
  layoutCache.set(slug, land);
  return land;
}

function findLayout(slug: string): DemoLayout {
  const layout = layouts.find((one) => one.slug === slug);
  if (layout === undefined) throw new Error(`The demonstration has no settlement ${slug}.`);
  return layout;
}

/** Longitude and latitude of a point in metres. */
export function toPosition(slug: string, point: Metres): Position {
  return toDegrees(findLayout(slug), point);
}

const metresPerDegree = 111_320;

function toDegrees({ rotation, south, west }: DemoLayout, [east, north]: Metres): Position {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const latitude = south + (east * sin + north * cos) / metresPerDegree;
  const longitude = west + (east * cos - north * sin) / (metresPerDegree * Math.cos((south * Math.PI) / 180));
  return [Number(longitude.toFixed(7)), Number(latitude.toFixed(7))];
}

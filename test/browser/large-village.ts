import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertPlace } from '../../src/store/land/places.ts';
import { insertSettlement } from '../../src/store/land/settlements.ts';
import type { TestService } from '../harness/open-service.ts';

export interface BuiltPlot {
  readonly id: string;
  readonly number: string;
  readonly centre: readonly [number, number];
  readonly ring: readonly (readonly [number, number])[];
}

/**
 * Plots of about 20 by 30 metres in rows, 60% with a house, every tenth plot with one too near the border. `free` plots
 * without a settlement are in a row above. Touching plots share corners exactly; others are up to a metre apart.
 */
export async function buildLargeVillage(
  { db, newId }: TestService,
  count: number,
  { free = 0, isTouching = false } = {},
): Promise<{ slug: string; settlement: string; plots: BuiltPlot[]; free: BuiltPlot[] }> {
  const now = new Date();
  const [place, settlement] = [newId(), newId()];
  const slug = `village-${count}`;
  await insertPlace(db, { id: place, parentId: null, kind: 'country', name: slug });
  await insertSettlement(db, {
    id: settlement,
    slug,
    name: slug,
    kind: 'snt',
    status: 'populated',
    placeId: place,
    address: '',
    timeZone: 'Europe/Moscow',
    createdAt: now,
  });
  const waver = isTouching ? () => 0 : createJitter(count);
  const exact = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  const [wide, high] = isTouching ? [0.00032, 0.00027] : [0.00031, 0.00026];
  const columns = Math.ceil(Math.sqrt(count));
  const at = (index: number): [number, number] => [
    exact(37.5 + (index % columns) * 0.00032 + waver()),
    exact(56.3 + Math.floor(index / columns) * 0.00027 + waver()),
  ];
  const ring = ([x, y]: [number, number], width: number, height: number) => [
    [x, y],
    [exact(x + width + waver()), exact(y + waver())],
    [exact(x + width + waver()), exact(y + height + waver())],
    [exact(x + waver()), exact(y + height + waver())],
    [x, y],
  ];
  const rowsBelow = Math.ceil(count / columns) * columns;
  const makePlot = (index: number, owner: string | null) => {
    const [x, y] = at(owner === null ? rowsBelow + index - count : index);
    return {
      id: newId(),
      settlementId: owner,
      number: String(index + 1),
      cadastralNumber: `50:${count}:${index}`,
      address: '',
      areaM2: 600,
      geometry: { type: 'Polygon' as const, coordinates: [ring([x, y], wide, high)] },
      center: [x + 0.00015, y + 0.00013] as [number, number],
    };
  };
  const all = Array.from({ length: count + free }, (_, index) =>
    makePlot(index, index < count ? settlement : null),
  );
  for (let from = 0; from < all.length; from += 1000)
    await insertParcels(db, all.slice(from, from + 1000), now);
  const plots = all.slice(0, count);
  const houses = plots
    .map(({ id }, index) => ({
      id: newId(),
      parcel: id,
      place: at(index),
      setback: index % 10 === 0 ? 1.5 : 4,
    }))
    .filter((_, index) => index % 5 < 3);
  const rows = houses.map(({ id, parcel, place: [x, y], setback }) => ({
    id,
    parcel,
    setback,
    geometry: { type: 'Polygon', coordinates: [ring([x + 0.0001, y + 0.00008], 0.00012, 0.00008)] },
  }));
  await db`
    insert into building (id, settlement_id, parcel_id, purpose, area_m2, setback_m, geometry, created_at, updated_at)
    select r.id, ${settlement}, r.parcel, 'dwelling', 60, r.setback, r.geometry, ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}) as r (id bigint, parcel bigint, setback double precision, geometry jsonb)`;
  const built = ({ id, number, center, geometry }: (typeof all)[number]): BuiltPlot => ({
    id,
    number,
    centre: center,
    ring: (geometry.coordinates[0] ?? []).slice(0, -1) as [number, number][],
  });
  return { slug, settlement, plots: plots.map(built), free: all.slice(count).map(built) };
}

/** Deterministic jitter of up to a metre: surveyed land does not compress like a grid. */
function createJitter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((state / 2 ** 32) * 100) * 1e-7;
  };
}

import type { Position, WirePoint } from '../geometry/types.ts';
import { nobody } from '../kernel/caller.ts';
import { type ImportedBuilding, saveBuildings } from '../store/land/land-import.ts';
import { listParcels, listParcelsAround } from '../store/land/parcels.ts';
import { insertParcels } from '../store/land/register.ts';
import { saveListedResidents } from '../store/land/resident-list.ts';
import { findSettlement } from '../store/land/settlements.ts';
import { tverSlug } from './land.ts';
import { gardenObjects, type Spot } from './land-objects.ts';
import type { DemoPart, World } from './world.ts';

/** What stands on the plots, the boundaries, and who waits to be confirmed. */
export const landDetails: DemoPart = {
  name: 'land',
  async load(world) {
    const { settlement, otherSettlement, thirdSettlement } = world;
    for (const { id, slug } of [settlement, otherSettlement, thirdSettlement]) {
      const plots = await readPlots(world, id);
      await raiseBuildings(world, slug, plots);
      if (id === settlement.id) await layNeighbouringLand(world, plots, '50:04:0190302');
    }
    await drawBoundaries(world);
    await growTver(world);
    await plantGardens(world);
    await hearClaims(world);
  },
};

interface DemoPlot {
  id: string;
  number: string;
  geometry: { coordinates: Position[][] };
}

async function readPlots(world: World, settlementId: string): Promise<DemoPlot[]> {
  const rows = await listParcels(world.db, settlementId, {}, 500, true);
  return rows.map(({ id, number, geometry }) => ({ id, number, geometry: geometry as DemoPlot['geometry'] }));
}

/** A place in a plot's own measure: metres along its street side and into its depth (24 by 33 metres). */
function placeIn(plot: DemoPlot, east: number, north: number): Position {
  const [corner, along, , into] = plot.geometry.coordinates[0] as [Position, Position, Position, Position];
  const at = (axis: 0 | 1) =>
    Number(
      (
        corner[axis] +
        ((along[axis] - corner[axis]) * east) / 24 +
        ((into[axis] - corner[axis]) * north) / 33
      ).toFixed(8),
    );
  return [at(0), at(1)];
}

function box(plot: DemoPlot, [x, y, width, depth]: readonly [number, number, number, number]) {
  const ring = [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
    [x, y],
  ].map(([east, north]) => placeIn(plot, east as number, north as number));
  return { type: 'Polygon' as const, coordinates: [ring] };
}

/** A house on nearly every plot, a shed or a garage on many; a few stand too near the fence, as they do. */
async function raiseBuildings(world: World, slug: string, plots: readonly DemoPlot[]): Promise<void> {
  const planned = plots.flatMap((plot) => {
    const luck = world.pick(`${slug} ${plot.number}`, 20);
    if (luck === 0) return [];
    const house = slug === world.otherSettlement.slug || luck % 3 === 0 ? 'dwelling' : 'garden_house';
    const drawn: { plot: DemoPlot; purpose: string; place: readonly [number, number, number, number] }[] = [
      slug === tverSlug && plot.number === '5'
        ? { plot, purpose: 'dwelling', place: [1, 8, 9, 9] }
        : { plot, purpose: house, place: [4 + (luck % 4), 5 + (luck % 5), 8 + (luck % 3), 9] },
    ];
    if (luck % 2 === 0)
      drawn.push({ plot, purpose: 'outbuilding', place: [1 + (luck % 3), 26, 4, 3 + (luck % 3)] });
    if (luck % 5 === 1) drawn.push({ plot, purpose: 'garage', place: [luck === 11 ? 20 : 17, 3, 5, 6] });
    return drawn;
  });
  const features = planned.map(({ plot, place }) => ({ geometry: box(plot, place) }));
  const prepared = await world.services.geometry.prepareBuildings(features, plots as never);
  const rows: ImportedBuilding[] = prepared.flatMap((result, index) => {
    if (!result.ok) return [];
    const { plot, purpose } = planned[index] as (typeof planned)[number];
    const isKnown = world.pick(`${slug} building ${index}`, 15) > 0;
    return {
      id: world.newId(),
      changeId: world.newId(),
      cadastralNumber: `${slug}:${plot.number}:${index}`,
      purpose: isKnown ? purpose : 'unknown',
      areaM2: Math.round(result.areaM2 * 10) / 10,
      geometry: isKnown ? result.geometry : null,
      parcelId: plot.id,
      setbackM: isKnown && result.setbackM !== null ? Math.round(result.setbackM * 100) / 100 : null,
    };
  });
  await saveBuildings(world.db, rows, world.now());
}

/** Land of nobody's settlement beyond the last street, for somebody who tries out another boundary. */
async function layNeighbouringLand(world: World, plots: readonly DemoPlot[], quarter: string): Promise<void> {
  const last = plots.slice(-9);
  const parcels = last.map((plot, index) => {
    const geometry = box(plot, [0, 36, 24, 33]);
    return {
      id: world.newId(),
      settlementId: null,
      number: `${index + 1}`,
      cadastralNumber: `${quarter}:${index + 1}`,
      address: 'земли сельскохозяйственного назначения',
      areaM2: 792,
      geometry,
      center: placeIn(plot, 12, 52.5),
    };
  });
  await insertParcels(world.db, parcels, world.now());
}

async function drawBoundaries(world: World): Promise<void> {
  const { settlement, otherSettlement, thirdSettlement } = world;
  const draw = async (
    account: string,
    of: { id: string },
    source: 'manual' | 'developer' | 'egrn',
    snap: boolean,
  ) => {
    const ring = around(await readPlots(world, of.id));
    await world.run(account, 'set_settlement_boundary', { settlement: of.id, ring, snap, source });
  };
  world.daysAgo(200);
  await draw('moderator', thirdSettlement, 'developer', true);
  world.daysAgo(120);
  await draw('moderator', otherSettlement, 'egrn', true);
  world.daysAgo(60);
  await draw('editor', settlement, 'manual', true);
}

/**
 * Near Tver a boundary was drawn twice, the second time one street further: the new plots were called 1, 2 and so on like
 * the first ones, and go by their cadastral numbers. Beyond it lies more such land, for a preview that shows the same.
 */
async function growTver(world: World): Promise<void> {
  const { id, slug } = (await findSettlement(world.db, tverSlug, nobody)) as { id: string; slug: string };
  const first = await readPlots(world, id);
  await raiseBuildings(world, slug, first);
  await layNeighbouringLand(world, first.slice(-8), '69:10:0225102');
  const draw = (plots: readonly DemoPlot[]) =>
    world.run('moderator', 'set_settlement_boundary', {
      settlement: id,
      parcels: plots.map((plot) => plot.id),
      snap: true,
    });
  world.daysAgo(90);
  await draw(first);
  world.daysAgo(15);
  const added = (await listParcelsAround(world.db, id, 100, {}, 500, true))
    .filter(({ belongsTo }) => belongsTo === 'none')
    .slice(0, 4)
    .map(({ id: parcel, number, geometry }) => ({
      id: parcel,
      number,
      geometry: geometry as DemoPlot['geometry'],
    }));
  await draw([...first, ...added]);
}

/** Along the outermost corners of the first and last plots of each row, a few metres outside. */
function around(plots: readonly DemoPlot[]): WirePoint[] {
  const corners = plots.flatMap((plot) =>
    (
      [
        [-3, -3],
        [27, -3],
        [27, 36],
        [-3, 36],
      ] as const
    ).map(([east, north]) => placeIn(plot, east, north)),
  );
  const hull = convexHull(corners);
  return hull.map(([longitude, latitude]) => ({ latitude, longitude }));
}

function convexHull(points: readonly Position[]): Position[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Position[]) => {
    const line: Position[] = [];
    for (const point of ordered) {
      while (line.length > 1 && turn(line.at(-2) as Position, line.at(-1) as Position, point) <= 1e-14)
        line.pop();
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

async function plantGardens(world: World): Promise<void> {
  const plots = new Map<string, DemoPlot>();
  for (const { id, slug } of [world.settlement, world.otherSettlement])
    for (const plot of await readPlots(world, id)) plots.set(`${slug} ${plot.number}`, plot);
  for (const { who, where, number, spot, archived, ...object } of gardenObjects) {
    const slug = where === 'main' ? world.settlement.slug : world.otherSettlement.slug;
    const plot = plots.get(`${slug} ${number}`) as DemoPlot;
    world.daysAgo(30 + world.pick(object.title, 300));
    const geometry = spot === undefined ? null : place(plot, spot);
    const { data } = await world.run(who, 'write_parcel_object', { parcel: plot.id, ...object, geometry });
    if (archived) await world.run(who, 'edit_parcel_object', { parcel: plot.id, object: data.id, archived });
  }
}

function place(plot: DemoPlot, spot: Spot) {
  const points = spot.at.map(([east, north]) => {
    const [longitude, latitude] = placeIn(plot, east, north);
    return { latitude, longitude };
  });
  return { type: spot.type, points };
}

/** One claim waits, one was refused, one was confirmed by the board's own list. */
async function hearClaims(world: World): Promise<void> {
  const settlement = world.settlement.id;
  const listed = [
    { numberKey: '23', emailKey: 'boris@demo.example', name: 'Ежов Борис Львович', role: 'owner' as const },
    {
      numberKey: '24',
      emailKey: 'kirill@list.example',
      name: 'Сомов Кирилл Андреевич',
      role: 'owner' as const,
    },
  ];
  await saveListedResidents(world.db, settlement, listed, world.newId, world.now());
  world.daysAgo(40);
  await world.run('boris', 'request_residency', {
    settlement,
    parcel: '23',
    note: 'Ежов, есть в списке правления.',
  });
  world.daysAgo(12);
  const mistaken = await world.run('elena', 'request_residency', {
    settlement,
    parcel: '53',
    role: 'family',
    note: 'Участок свекрови.',
  });
  world.daysAgo(10);
  await world.run('editor', 'remove_resident', {
    settlement,
    resident: mistaken.data.id,
    reason: 'Собственник участка 53 не подтвердил. Приложите, пожалуйста, заявление от него.',
  });
  world.daysAgo(2);
  await world.run('svetlana', 'request_residency', {
    settlement,
    parcel: '22',
    note: 'Купила участок 22 в октябре, выписка из ЕГРН у председателя. Светлана Ежова.',
  });
}

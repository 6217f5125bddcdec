import { type ImportedBuilding, saveBuildings } from '../../store/land/land-import.ts';
import { getLandLayout, toPosition } from './land.ts';
import { type Metres, type ParcelLayout, seededRandom } from './land-layout.ts';
import type { World } from './world.ts';

type Box = readonly [x: number, y: number, width: number, depth: number];

interface PlannedBuilding {
  purpose: 'dwelling' | 'garden_house' | 'outbuilding' | 'garage';
  /** Candidate places in order: the first that keeps the setback is used. */
  places: readonly Box[];
  /** Minimum setback from the plot's border, in metres. */
  minSetback: number;
  maxSetback?: number;
  hasVeranda?: boolean;
}

/** Plots the rest of the demonstration refers to; they always get a building with a geometry. */
const plotsInUse: ReadonlySet<string> = new Set('3 4 5 6 7 8 9 10 11 15 21 31 34 40 48 52'.split(' '));

/** Buildings that violate the setback on purpose, by settlement and plot. */
const setbackViolations: Readonly<Record<string, PlannedBuilding>> = {
  'berezovaya-roshcha 31': shiftCandidates(
    { purpose: 'dwelling', minSetback: 0.8, maxSetback: 2 },
    [8, 9, 8],
  ),
  'berezovaya-roshcha 48': shiftCandidates(
    { purpose: 'outbuilding', minSetback: 0.2, maxSetback: 0.7 },
    [26, 4, 3],
  ),
  'volzhskie-dali 5': shiftCandidates({ purpose: 'dwelling', minSetback: 0.8, maxSetback: 2 }, [8, 9, 9]),
};

function shiftCandidates(
  wish: Omit<PlannedBuilding, 'places'>,
  [y, width, depth]: readonly [y: number, width: number, depth: number],
): PlannedBuilding {
  return { ...wish, places: Array.from({ length: 20 }, (_, step): Box => [step * 0.3, y, width, depth]) };
}

/** A house on nearly every plot, a shed or a garage on many, where they fit. */
export async function createBuildings(world: World, slug: string, living: 'most' | 'summers'): Promise<void> {
  const parcels = world.plots[slug] ?? {};
  const candidates = getLandLayout(slug).plots.flatMap((plot) =>
    planBuildings(slug, plot, living).flatMap((wish, index) =>
      wish.places.map((box) => ({
        key: `${plot.number}:${index}`,
        plot,
        wish,
        ring: outlineOf(slug, plot, box, wish.hasVeranda ?? false),
      })),
    ),
  );
  const plots = getLandLayout(slug).plots.map(({ number, ring }) => ({
    id: parcels[number] as string,
    geometry: polygon(ring.map((point) => toPosition(slug, point))),
  }));
  const features = candidates.map(({ ring }) => ({ geometry: polygon(ring) }));
  const prepared = await world.services.geometry.prepareBuildings(features, plots);
  const built = new Map<string, ImportedBuilding>();
  for (const [index, result] of prepared.entries()) {
    const { key, plot, wish } = candidates[index] as (typeof candidates)[number];
    const parcelId = parcels[plot.number] as string;
    if (!result.ok || built.has(key) || result.parcel !== parcelId || result.setbackM === null) continue;
    if (result.setbackM < wish.minSetback || result.setbackM > (wish.maxSetback ?? Number.POSITIVE_INFINITY))
      continue;
    // Some buildings have an area but no geometry, as in the real register.
    const isDrawn = plotsInUse.has(plot.number) || seededRandom(`${slug} ${key} drawn`) > 0.06;
    built.set(key, {
      id: world.newId(),
      changeId: world.newId(),
      cadastralNumber: `${slug}:${key}`,
      purpose: isDrawn ? wish.purpose : 'unknown',
      areaM2: Math.round(result.areaM2 * 10) / 10,
      geometry: isDrawn ? result.geometry : null,
      parcelId,
      setbackM: isDrawn ? Math.round(result.setbackM * 100) / 100 : null,
    });
  }
  await saveBuildings(world.db, [...built.values()], world.now());
}

function planBuildings(
  slug: string,
  { number, frame }: ParcelLayout,
  living: 'most' | 'summers',
): PlannedBuilding[] {
  const name = `${slug} ${number}`;
  const luck = (what: string) => seededRandom(`${name} ${what}`);
  if (luck('empty') < 0.06 && !plotsInUse.has(number)) return [];
  const [frontLeft, frontRight, , rearLeft] = frame;
  const width = Math.hypot(frontRight[0] - frontLeft[0], frontRight[1] - frontLeft[1]);
  const depth = Math.hypot(rearLeft[0] - frontLeft[0], rearLeft[1] - frontLeft[1]);
  const isHome = living === 'most' ? luck('home') < 0.85 : luck('home') < 0.4;
  const hasGarage = luck('garage') < 0.25;
  // A garage stands on the left, so the house moves to the right.
  const across = hasGarage ? 0.85 : 0.3 + 0.4 * luck('across');
  const back = 5 + 4 * luck('back');
  const sizes = (
    [
      [10.5, 9],
      [9, 8],
      [8, 7],
      [7, 6],
      [6, 5],
    ] as const
  ).slice(luck('size') < 0.5 ? 1 : 0);
  const house: PlannedBuilding = {
    purpose: isHome ? 'dwelling' : 'garden_house',
    minSetback: 3,
    hasVeranda: luck('veranda') < 0.5,
    places: sizes.flatMap(([w, d]) =>
      [across, 0.5].map((place): Box => [3.2 + (width - 6.4 - w) * place, back, w, d]),
    ),
  };
  const garage: PlannedBuilding = {
    purpose: 'garage',
    minSetback: 1,
    places: [0, 1, 2].map((step): Box => [1.2 + step, 2 + step, 4, 6]),
  };
  const isLeft = luck('shed side') < 0.5;
  const shed: PlannedBuilding = {
    purpose: 'outbuilding',
    minSetback: 1,
    places: [0, 1, 2, 3].map((step): Box => {
      const [w, d] = [3 + 2.5 * luck('shed width'), 2.5 + 2 * luck('shed depth')];
      return [isLeft ? 1.4 + step : width - w - 1.4 - step, depth - d - 1.5 - step, w, d];
    }),
  };
  const near = setbackViolations[name];
  if (near?.purpose === 'dwelling') return [near];
  return [house, ...(hasGarage ? [garage] : []), ...(near ? [near] : luck('shed') < 0.6 ? [shed] : [])];
}

/** `x` runs along the front of the plot, `y` into its depth, in metres. */
function outlineOf(slug: string, { frame }: ParcelLayout, [x, y, width, depth]: Box, hasVeranda: boolean) {
  const [[left, low], [right, high], , [rearX, rearY]] = frame;
  const length = Math.hypot(right - left, high - low);
  const [alongX, alongY] = [(right - left) / length, (high - low) / length];
  // Perpendicular to the front, towards the plot.
  const side = Math.sign(alongX * (rearY - low) - alongY * (rearX - left));
  const corners: Metres[] = hasVeranda
    ? [
        [x, y],
        [x + width * 0.3, y],
        [x + width * 0.3, y - 1.6],
        [x + width * 0.75, y - 1.6],
        [x + width * 0.75, y],
        [x + width, y],
        [x + width, y + depth],
        [x, y + depth],
      ]
    : [
        [x, y],
        [x + width, y],
        [x + width, y + depth],
        [x, y + depth],
      ];
  return corners.map(([along, into]) =>
    toPosition(slug, [
      left + alongX * along - alongY * side * into,
      low + alongY * along + alongX * side * into,
    ]),
  );
}

const polygon = <Point>(ring: readonly Point[]) => ({
  type: 'Polygon' as const,
  coordinates: [[...ring, ring[0] as Point]],
});

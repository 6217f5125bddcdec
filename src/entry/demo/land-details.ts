import type { WirePoint } from '../../engines/geometry/types.ts';
import { createBuildings } from './buildings.ts';
import { getLandLayout, loadFieldsBeyond, toPosition } from './land.ts';
import type { Metres } from './land-layout.ts';
import { gardenObjects, type Spot } from './land-objects.ts';
import { englishSlug, tverSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

/** Buildings, boundaries and garden objects. */
export const landDetails: DemoPart = {
  name: 'land',
  async load(world) {
    const { settlement, otherSettlement, thirdSettlement, db, newId } = world;
    await createBuildings(world, settlement.slug, 'summers');
    await createBuildings(world, tverSlug, 'summers');
    for (const slug of [otherSettlement.slug, thirdSettlement.slug, englishSlug])
      await createBuildings(world, slug, 'most');
    for (const [slug, cadastralQuarter] of [
      [settlement.slug, '50:04:0190302'],
      [tverSlug, '69:10:0225102'],
    ] as const)
      await loadFieldsBeyond(db, { slug, cadastralQuarter }, newId, world.now());
    await drawBoundaries(world);
    await plantGardens(world);
  },
};

/**
 * The boundary near Tver is set twice, the second time with four more fields: their numbers 1–4 were taken, so they are
 * renamed to their cadastral numbers. More such fields lie outside, so that a preview shows the same.
 */
async function drawBoundaries(world: World): Promise<void> {
  const { settlement, otherSettlement, thirdSettlement } = world;
  const draw = async (
    daysAgo: number,
    account: string,
    slug: string,
    source: 'manual' | 'developer' | 'egrn',
    fields = 0,
  ) => {
    world.daysAgo(daysAgo);
    const ring = getLandLayout(slug)
      .outline(fields)
      .map((point) => toWire(slug, point));
    await world.run(account, 'set_settlement_boundary', { settlement: slug, ring, source });
  };
  await draw(240, 'moderator', englishSlug, 'manual');
  await draw(200, 'moderator', thirdSettlement.slug, 'developer');
  await draw(120, 'moderator', otherSettlement.slug, 'egrn');
  await draw(90, 'moderator', tverSlug, 'manual');
  await draw(60, 'editor', settlement.slug, 'manual');
  await draw(15, 'moderator', tverSlug, 'manual', 4);
}

async function plantGardens(world: World): Promise<void> {
  for (const { who, where, number, spot, archived, ...object } of gardenObjects) {
    const slug = { main: world.settlement.slug, other: world.otherSettlement.slug, english: englishSlug }[
      where
    ];
    const parcel = world.plots[slug]?.[number] as string;
    world.daysAgo(30 + world.pick(object.title, 300));
    const geometry = spot === undefined ? null : toGeometry(slug, number, spot);
    const { data } = await world.run(who, 'write_parcel_object', { parcel, ...object, geometry });
    if (archived) await world.run(who, 'edit_parcel_object', { parcel, object: data.id, archived });
  }
}

/** Spots assume a plot of 24 by 33 m with its front at the bottom; they are scaled to the real outline. */
function toGeometry(slug: string, number: string, { type, at }: Spot) {
  const plot = getLandLayout(slug).plots.find((one) => one.number === number);
  if (plot === undefined) throw new Error(`${slug} has no plot ${number}.`);
  const [frontLeft, frontRight, rearRight, rearLeft] = plot.frame;
  const points = at.map(([east, north]) => {
    const [x, y] = [east / 24, north / 33];
    const between = (axis: 0 | 1) =>
      (1 - y) * ((1 - x) * frontLeft[axis] + x * frontRight[axis]) +
      y * ((1 - x) * rearLeft[axis] + x * rearRight[axis]);
    return toWire(slug, [between(0), between(1)]);
  });
  return { type, points };
}

function toWire(slug: string, point: Metres): WirePoint {
  const [longitude, latitude] = toPosition(slug, point);
  return { latitude, longitude };
}

import { fillPath, paths } from '../../../src/site/paths.ts';
import { listRingCases } from '../../body-cases.ts';
import { type Attack, postForm, postJson } from '../attack.ts';
import { ownRing } from '../village.ts';

/** As many points as one shape may have, on a line that crosses itself all the time. */
function drawStar(points: number): { latitude: number; longitude: number }[] {
  return Array.from({ length: points }, (_, index) => ({
    latitude: 55.2 + ((index * 7919) % points) / points / 100,
    longitude: 36.1 + ((index * 104_729) % points) / points / 100,
  }));
}

/** Four rings of five thousand points each: all that may be measured at once. */
const shapes = Array.from({ length: 4 }, () => ({ type: 'ring', points: drawStar(4999) }));

/** Geometry: everything that is measured, and boundaries over and over. */
export const landAttacks: readonly Attack[] = [
  {
    name: 'geometry: measured on the map',
    lanes: 4,
    load(bully) {
      const path = fillPath(paths.measureMap, { settlement: bully.own });
      const body = Buffer.from(
        new URLSearchParams({ shapes: JSON.stringify(shapes), parcel: '1' }).toString(),
      );
      return () => postForm(bully, path, body);
    },
  },
  {
    name: 'geometry: measured',
    lanes: 4,
    load(bully) {
      const body = Buffer.from(JSON.stringify({ shapes, parcel: '1' }));
      return () => postJson(bully, `/settlements/${bully.own}/shapes/measure`, body);
    },
  },
  {
    name: 'geometry: boundaries',
    lanes: 4,
    load(bully) {
      const path = `/settlements/${bully.own}/boundary/shape`;
      return (turn) => {
        // Another line every time, so that nothing that was worked out before helps.
        const ring = ownRing.map(({ latitude, longitude }) => ({
          latitude: latitude + turn * 1e-7,
          longitude,
        }));
        return postJson(bully, path, JSON.stringify({ ring, snap: true }));
      };
    },
  },
  {
    name: 'geometry: long rings',
    lanes: 2,
    load(bully) {
      const shots = listRingCases().map(({ path, limit, make }) =>
        postJson(
          bully,
          path.replace('/api/v1', '').replace('berezka', bully.own),
          Buffer.from(make(limit / 2)),
        ),
      );
      return (turn) => shots[turn % shots.length] as (typeof shots)[number];
    },
  },
];

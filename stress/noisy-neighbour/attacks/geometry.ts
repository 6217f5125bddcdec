import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { listRingCases } from '../../body-cases.ts';
import { type Attack, postForm, postJson } from '../attack.ts';
import { ownRing } from '../participants.ts';

type Point = { latitude: number; longitude: number };

/** A circle, which is valid and computed completely; and a self-intersecting line, which is slow to refuse. */
const ringShapes: readonly ((index: number, count: number) => Point)[] = [
  (index, count) => ({
    latitude: 55.2 + 0.005 * Math.sin((2 * Math.PI * index) / count),
    longitude: 36.1 + 0.005 * Math.cos((2 * Math.PI * index) / count),
  }),
  (index, count) => ({
    latitude: 55.2 + ((index * 7919) % count) / count / 100,
    longitude: 36.1 + ((index * 104_729) % count) / count / 100,
  }),
];

/** Four rings of 5,000 points: the limit of measure_shapes. */
const drawings = ringShapes.map((line) =>
  Array.from({ length: 4 }, () => ({
    type: 'ring',
    points: Array.from({ length: 4999 }, (_, index) => line(index, 4999)),
  })),
);

/** Geometry: measuring shapes, and boundaries. */
export const geometryAttacks: readonly Attack[] = [
  {
    name: 'geometry: measured on the map',
    concurrency: 4,
    prepare(attacker) {
      const path = fillPath(paths.measureMap, { settlement: attacker.own });
      const bodies = drawings.map((shapes) =>
        Buffer.from(new URLSearchParams({ shapes: JSON.stringify(shapes), parcel: '1' }).toString()),
      );
      return (turn) => postForm(attacker, path, bodies[turn % bodies.length] as Buffer);
    },
  },
  {
    name: 'geometry: measured',
    concurrency: 4,
    prepare(attacker) {
      const bodies = drawings.map((shapes) => Buffer.from(JSON.stringify({ shapes, parcel: '1' })));
      const path = `/settlements/${attacker.own}/shapes/measure`;
      return (turn) => postJson(attacker, path, bodies[turn % bodies.length] as Buffer);
    },
  },
  {
    name: 'geometry: boundaries',
    concurrency: 4,
    prepare(attacker) {
      const path = `/settlements/${attacker.own}/boundary/shape`;
      return (turn) => {
        // A different line every time, so that no cached outline helps.
        const ring = ownRing.map(({ latitude, longitude }) => ({
          latitude: latitude + turn * 1e-7,
          longitude,
        }));
        return postJson(attacker, path, JSON.stringify({ ring, snap: true }));
      };
    },
  },
  {
    name: 'geometry: long rings',
    concurrency: 2,
    prepare(attacker) {
      const shots = listRingCases().map(({ path, limit, make }) =>
        postJson(
          attacker,
          path.replace('/api/v1', '').replace('berezka', attacker.own),
          Buffer.from(make(limit / 2)),
        ),
      );
      return (turn) => shots[turn % shots.length] as (typeof shots)[number];
    },
  },
];

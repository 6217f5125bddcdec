import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createGeometry, type Position, type Shape } from '../../src/engines/geometry/engine.ts';
import {
  createProjectionAt,
  type LocalProjection,
  toDegrees,
} from '../../src/engines/geometry/rings/local-projection.ts';
import { unflatten } from '../../src/engines/geometry/rings/points.ts';
import { box, isInside, random } from './generated-village.ts';

type Corners = [number, number][];
type Plot = Corners[][];

const row = (count: number, make: (i: number) => Plot) => Array.from({ length: count }, (_, i) => make(i));
const plot = (...rings: Corners[]): Plot => [rings];
const hole = (...sides: Parameters<typeof box>) => box(...sides).reverse();
const wave = (x: number, corners: number): Corners =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = 200 + 5 * Math.sin(angle * 40);
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** Degenerate villages, in metres: each a list of plots, a plot a list of parts. */
const villages: Record<string, (next: () => number) => Plot[]> = {
  'plots seven centimetres wide': (next) =>
    row(80, (i) => plot(box(i * 0.07, 0, next() < 0.1 ? 0.06 : 0.07, 60))),
  'plots a centimetre wide between others': (next) =>
    row(40, (i) => plot(box(i * 20, 0, next() < 0.5 ? 0.01 : 20, 30))),
  'plots that share corners only': () =>
    row(50, (i) => plot(box((2 * (i % 5) + (Math.floor(i / 5) % 2)) * 20, Math.floor(i / 5) * 20, 20, 20))),
  'plots with a second part kilometres away': (next) =>
    row(20, (i) => [[box(i * 20, 0, 20, 30)], [box(i * 20 + 5000 * next(), 900 + 5000 * next(), 20, 30)]]),
  'plots registered three times': () => row(45, (i) => plot(box(Math.floor(i / 3) * 20, 0, 20, 30))),
  'plots in the holes of plots in the holes of plots': () =>
    row(30, (i) => {
      const x = Math.floor(i / 3) * 100;
      if (i % 3 === 0) return plot(box(x, 0, 100, 100), hole(x + 20, 20, 60, 60));
      return i % 3 === 1
        ? plot(box(x + 20, 20, 60, 60), hole(x + 40, 40, 20, 20))
        : plot(box(x + 40, 40, 20, 20));
    }),
  'plots on top of others': (next) =>
    row(40, (i) =>
      i % 2 === 0
        ? plot(box(i * 50, 0, 100, 100))
        : plot(box(i * 50 - 45 + 30 * next(), 30 * next(), 50, 50)),
    ),
  'plots whose corners miss each other by tenths of a millimetre': (next) =>
    row(100, (i) =>
      plot(box((i % 10) * 20 + next() * 4e-4, Math.floor(i / 10) * 20 + next() * 4e-4, 20, 20)),
    ),
  'plots that end in a needle': () =>
    row(30, (i) =>
      plot([
        [i * 20, 0],
        [i * 20 + 20, 0],
        [i * 20 + 20, 30],
        [i * 20 + 10.005, 30],
        [i * 20 + 10, 300],
        [i * 20 + 9.995, 30],
        [i * 20, 30],
      ]),
    ),
  'plots of thousands of corners': () => row(2, (i) => plot(wave(i * 420, 4000))),
};

const places: Record<string, LocalProjection> = {
  'near Moscow': createProjectionAt(37.6, 55.7),
  'on the equator': createProjectionAt(0, 0),
  'ten kilometres from the pole': createProjectionAt(20, 89.9),
  'short of the 180th meridian': createProjectionAt(179.8, -66),
};

describe('boundaries of degenerate villages keep exactly the selected members', () => {
  const geometry = createGeometry();
  after(() => geometry.close());

  /** As in a file, with heights. */
  function toShape(parts: Plot, frame: LocalProjection): Shape {
    const ring = (corners: Corners) =>
      unflatten(toDegrees(frame, Float64Array.from([...corners, corners[0] as [number, number]].flat()))).map(
        ([x, y]) => [x, y, 120.5],
      );
    return { type: 'MultiPolygon', coordinates: parts.map((part) => part.map(ring)) } as unknown as Shape;
  }

  for (const [where, frame] of Object.entries(places)) {
    for (const [what, build] of Object.entries(villages)) {
      it(`${what}, ${where}`, async () => {
        const next = random(5);
        const features = build(next).map((parts) => ({ geometry: toShape(parts, frame) }));
        const prepared = await geometry.prepareParcels(features);
        const candidates = prepared.map((parcel, i) => {
          assert.ok(parcel.ok);
          return { id: String(i + 1), geometry: parcel.geometry, centre: parcel.centre };
        });
        const all = [...candidates.map(({ centre }) => centre)];
        const [west, east] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
        const [south, north] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
        const [mx, my] = [10 / frame.metresX, 10 / frame.metresY];
        for (const share of [1, 0.3 + 0.5 * next()]) {
          const right = west + share * (east - west) + mx;
          const ring: Position[] = [
            [west - mx, south - my],
            [right, south - my],
            [right, north + my],
            [west - mx, north + my],
          ];
          const members = candidates.filter(({ centre }) => isInside(ring, centre)).map(({ id }) => id);
          const shaped = await geometry.shapeBoundary({ ring, snap: true, candidates });
          assert.deepEqual(shaped.members, members);
          const { parcels, exclude } = shaped;
          const again = await geometry.shapeBoundary({ ...shaped, candidates });
          assert.deepEqual(again, shaped);
          if (shaped.ring.length > 5000) continue;
          const drawn = await geometry.shapeBoundary({
            ring: shaped.ring,
            parcels,
            exclude,
            snap: false,
            candidates,
          });
          assert.deepEqual(drawn.members, members);
        }
      });
    }
  }
});

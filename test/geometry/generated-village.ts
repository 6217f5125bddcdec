import fc from 'fast-check';
import type { BoundaryInput, Candidate, Position, Shape } from '../../src/engines/geometry/engine.ts';
import { centreOf } from '../../src/engines/geometry/rings/areas.ts';
import {
  createProjectionAt,
  toDegrees,
  toMetres,
} from '../../src/engines/geometry/rings/local-projection.ts';
import { packShapes, partsAt } from '../../src/engines/geometry/rings/packed-shapes.ts';
import { unflatten } from '../../src/engines/geometry/rings/points.ts';

/** Projection of all generated villages: metres east and north of a point near Moscow. */
export const ground = createProjectionAt(37.6, 55.7);

export function at(points: readonly (readonly [number, number])[]): Position[] {
  return unflatten(toDegrees(ground, Float64Array.from(points.flat())));
}

export function polygon(...rings: (readonly [number, number])[][]): Shape {
  return { type: 'Polygon', coordinates: rings.map((ring) => at([...ring, ring[0] as [number, number]])) };
}

export function candidate(id: string | number, geometry: Shape): Candidate {
  return { id: String(id), geometry, centre: centreOf(partsAt(packShapes([geometry]), 0)) };
}

export function box(x: number, y: number, width: number, height: number): [number, number][] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * Blocks of plots between roads. Neighbours meet exactly, overlap by centimetres, or leave a gap; some plots are
 * L-shaped, contain an enclave, consist of two parts, are registered twice, or lie far away.
 */
export function buildVillage(seed: number, columns: number, rows: number): Candidate[] {
  const next = random(seed);
  const shapes: Shape[] = [];
  const [width, depth, road] = [20 + 15 * next(), 25 + 20 * next(), 4 + 8 * next()];
  const faulty = 0.4 * next();
  const slip = () => (next() < faulty ? (next() - 0.5) * (next() < 0.2 ? 2 : 0.3) : 0);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = column * width + Math.floor(column / 4) * road + slip();
      const y = row * depth + Math.floor(row / 2) * road + slip();
      const [w, h] = [width + slip(), depth + slip()];
      const kind = next();
      if (kind < 0.1) {
        shapes.push(
          polygon([
            [x, y],
            [x + w, y],
            [x + w, y + h * 0.2],
            [x + w * 0.15, y + h * 0.2],
            [x + w * 0.15, y + h],
            [x, y + h],
          ]),
        );
      } else if (kind < 0.18) {
        const hole = box(x + w * 0.3, y + h * 0.3, w * 0.4, h * 0.4);
        shapes.push(polygon(box(x, y, w, h), [...hole].reverse()));
        if (next() < 0.7) shapes.push(polygon(hole));
      } else if (kind < 0.24) {
        const halves = [box(x, y, w * 0.4, h), box(x + w * 0.6, y, w * 0.4, h)].map(
          (half) => polygon(half).coordinates,
        );
        shapes.push({ type: 'MultiPolygon', coordinates: halves as Position[][][] });
        if (next() < 0.5) shapes.push(polygon(box(x + w * 0.4, y, w * 0.2, h)));
      } else if (kind < 0.27) {
        shapes.push(polygon(box(x, y, w, h)), polygon(box(x, y, w, h)));
      } else if (kind < 0.3) {
        shapes.push(polygon(box(x - 3000 * next(), y + 700 + 3000 * next(), w, h)));
      } else if (kind < 0.95) {
        shapes.push(polygon(box(x, y, w, h)));
      }
    }
  }
  const turn = next() < 0.6 ? survey(2 * Math.PI * next()) : (point: Position) => point;
  return shapes.map((shape, i) => candidate(i + 1, mapShape(shape, turn)));
}

/** Rotates the village and rounds to seven decimals, as cadastres do: corners then miss the sides they lay on. */
function survey(angle: number): (point: Position) => Position {
  const round = (value: number) => Math.round(value * 1e7) / 1e7;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return (point) => {
    const [x = 0, y = 0] = toMetres(ground, Float64Array.from(point));
    const [[east, north] = point] = at([[x * cosine - y * sine, x * sine + y * cosine]]);
    return [round(east), round(north)];
  };
}

function mapShape(shape: Shape, move: (point: Position) => Position): Shape {
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: shape.coordinates.map((ring) => ring.map(move)) }
    : {
        type: 'MultiPolygon',
        coordinates: shape.coordinates.map((part) => part.map((ring) => ring.map(move))),
      };
}

export interface Selection {
  village: Candidate[];
  input: BoundaryInput;
}

/** A village and a star-shaped ring drawn over it, with some parcels included and some excluded. */
export const selections: fc.Arbitrary<Selection> = fc
  .record({
    seed: fc.nat(1_000_000),
    columns: fc.integer({ min: 1, max: 14 }),
    rows: fc.integer({ min: 1, max: 8 }),
    centre: fc.double({ min: 0, max: 0.999, noNaN: true }),
    reach: fc.double({ min: 0.05, max: 1, noNaN: true }),
    corners: fc.integer({ min: 3, max: 14 }),
    taken: fc.nat(5),
    excluded: fc.nat(8),
  })
  .map(({ seed, columns, rows, centre, reach, corners, taken, excluded }) => {
    const village = buildVillage(seed, columns, rows);
    const next = random(seed + 1);
    const [wide, high] = [columns * 32, rows * 38];
    const middle = village[Math.floor(centre * village.length)]?.centre ?? [
      ground.longitude,
      ground.latitude,
    ];
    const [x = 0, y = 0] = toMetres(ground, Float64Array.from(middle));
    const ring = at(
      Array.from({ length: corners }, (_, i) => {
        const angle = (2 * Math.PI * (i + 0.7 * next())) / corners;
        const radius = reach * (0.5 + 0.5 * next());
        return [x + Math.cos(angle) * radius * wide, y + Math.sin(angle) * radius * high] as const;
      }),
    );
    const pick = (count: number) =>
      village.length === 0
        ? []
        : Array.from({ length: count }, () => (village[Math.floor(next() * village.length)] as Candidate).id);
    const exclude = [...new Set(pick(excluded))];
    const parcels = [...new Set(pick(taken))].filter((id) => !exclude.includes(id));
    return { village, input: { ring, parcels, exclude, snap: true, candidates: village } };
  })
  .filter(({ input }) => membersOf(input).size > 0);

/** Naive point-in-polygon test, independent of the engine. */
export function isInside(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] as Position;
    const [bx, by] = ring[j] as Position;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** ((centre in ring) or listed) and not excluded. */
export function membersOf({ ring, parcels = [], exclude = [], candidates }: BoundaryInput): Set<string> {
  const members = new Set(parcels);
  for (const { id, centre } of candidates) if (ring && isInside(ring, centre)) members.add(id);
  for (const id of exclude) members.delete(id);
  return members;
}

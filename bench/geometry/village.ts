import { readFileSync } from 'node:fs';
import type { Candidate, Feature, Geometry, Position, Shape } from '../../src/engines/geometry/engine.ts';

export function readFeatures(file: string): Feature[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] };
  return features;
}

/** Candidates as after an import; ids are sequential numbers. */
export async function importParcels(geometry: Geometry, features: readonly Feature[]): Promise<Candidate[]> {
  const prepared = await geometry.prepareParcels(features);
  const candidates: Candidate[] = [];
  prepared.forEach((parcel, i) => {
    if (parcel.ok) candidates.push({ id: String(i + 1), geometry: parcel.geometry, centre: parcel.centre });
  });
  return candidates;
}

export function boxOfAll(candidates: readonly Candidate[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { geometry } of candidates) {
    for (const [x, y] of pointsOf(geometry)) {
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box;
}

export function pointsOf(shape: Shape): Position[] {
  return shape.type === 'Polygon' ? shape.coordinates.flat() : shape.coordinates.flat(2);
}

/**
 * Copies of a village side by side until there are `count` parcels. Many copies are scaled down to fit into the
 * largest accepted ring.
 */
export function tileVillage(village: readonly Candidate[], count: number): Candidate[] {
  const [west, south, east, north] = boxOfAll(village);
  const copies = Math.ceil(count / village.length);
  const columns = Math.ceil(Math.sqrt(copies));
  const widest =
    Math.max((east - west) * 111 * Math.cos((south * Math.PI) / 180), (north - south) * 111) * columns;
  const scale = Math.min(1, 45 / widest);
  const out: Candidate[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const dx = west + (copy % columns) * (east - west) * scale;
    const dy = south + Math.floor(copy / columns) * (north - south) * scale;
    const move = ([x, y]: Position): Position => [dx + (x - west) * scale, dy + (y - south) * scale];
    for (const { geometry, centre } of village.slice(0, count - out.length)) {
      out.push({ id: String(out.length + 1), centre: move(centre), geometry: mapShape(geometry, move) });
    }
  }
  return out;
}

function mapShape(shape: Shape, move: (point: Position) => Position): Shape {
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: shape.coordinates.map((ring) => ring.map(move)) }
    : {
        type: 'MultiPolygon',
        coordinates: shape.coordinates.map((part) => part.map((ring) => ring.map(move))),
      };
}

/** A box around everything with a margin of 1 %. */
export function createRingAround(candidates: readonly Candidate[]): Position[] {
  const [west, south, east, north] = boxOfAll(candidates);
  const x = (east - west) * 0.01;
  const y = (north - south) * 0.01;
  return [
    [west - x, south - y],
    [east + x, south - y],
    [east + x, north + y],
    [west - x, north + y],
  ];
}

/** Deterministic random numbers (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

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

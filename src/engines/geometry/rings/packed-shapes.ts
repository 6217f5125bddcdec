import type { Outline, Position, Shape } from '../types.ts';

/**
 * Many shapes in four flat arrays, transferred to the worker thread without copying. Rings are open. Each `…Ends`
 * holds, per item, its end index in the next array.
 */
export interface PackedShapes {
  coordinates: Float64Array;
  ringEnds: Uint32Array;
  partEnds: Uint32Array;
  shapeEnds: Uint32Array;
}

/** One open ring of interleaved coordinates; a part is a shell and its holes. */
export type Ring = Float64Array;
export type Part = Ring[];

function partsOf(shape: Shape): Position[][][] {
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
}

function openLength(ring: readonly Position[]): number {
  const first = ring[0];
  const last = ring[ring.length - 1];
  if (!first || !last) return 0;
  return ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.length - 1 : ring.length;
}

export function packShapes(shapes: readonly (Shape | Outline)[]): PackedShapes {
  const size = { parts: 0, rings: 0, points: 0 };
  for (const shape of shapes) {
    if (shape instanceof Float64Array) countOutline(shape, size);
    else countShape(shape, size);
  }
  const packed: PackedShapes = {
    coordinates: new Float64Array(size.points * 2),
    ringEnds: new Uint32Array(size.rings),
    partEnds: new Uint32Array(size.parts),
    shapeEnds: new Uint32Array(shapes.length),
  };
  const at = { parts: 0, rings: 0, points: 0 };
  shapes.forEach((shape, index) => {
    if (shape instanceof Float64Array) writeOutline(shape, packed, at);
    else writeShape(shape, packed, at);
    packed.shapeEnds[index] = at.parts;
  });
  return packed;
}

interface Count {
  parts: number;
  rings: number;
  points: number;
}

function countShape(shape: Shape, sum: Count): void {
  for (const part of partsOf(shape)) {
    sum.parts++;
    sum.rings += part.length;
    for (const ring of part) sum.points += openLength(ring);
  }
}

function writeShape(shape: Shape, packed: PackedShapes, at: Count): void {
  for (const part of partsOf(shape)) {
    for (const ring of part) {
      const length = openLength(ring);
      for (let i = 0; i < length; i++, at.points++) {
        const point = ring[i] as Position;
        packed.coordinates[2 * at.points] = point[0];
        packed.coordinates[2 * at.points + 1] = point[1];
      }
      packed.ringEnds[at.rings++] = at.points;
    }
    packed.partEnds[at.parts++] = at.rings;
  }
}

function countOutline(words: Outline, sum: Count): void {
  let next = 1;
  for (let part = words[0] as number; part > 0; part--) {
    sum.parts++;
    for (let ring = words[next++] as number; ring > 0; ring--) {
      const length = words[next] as number;
      sum.rings++;
      sum.points += length;
      next += 1 + 2 * length;
    }
  }
}

function writeOutline(words: Outline, packed: PackedShapes, at: Count): void {
  let next = 1;
  for (let part = words[0] as number; part > 0; part--) {
    for (let ring = words[next++] as number; ring > 0; ring--) {
      const end = 2 * (at.points + (words[next++] as number));
      for (let i = 2 * at.points; i < end; i++) packed.coordinates[i] = words[next++] as number;
      at.points = end / 2;
      packed.ringEnds[at.rings++] = at.points;
    }
    packed.partEnds[at.parts++] = at.rings;
  }
}

/** The outline as stored in the database: big-endian 64-bit floats. */
export function encodeOutline(shape: Shape): Buffer {
  return Buffer.from(packOutline(shape).buffer as ArrayBuffer).swap64();
}

export function packOutline(shape: Shape): Outline {
  const parts = partsOf(shape);
  let size = 1 + parts.length;
  for (const part of parts) for (const ring of part) size += 1 + 2 * openLength(ring);
  const words = new Float64Array(size);
  let at = 0;
  words[at++] = parts.length;
  for (const part of parts) {
    words[at++] = part.length;
    for (const ring of part) {
      const length = openLength(ring);
      words[at++] = length;
      for (let i = 0; i < length; i++) {
        const point = ring[i] as Position;
        words[at++] = point[0];
        words[at++] = point[1];
      }
    }
  }
  return words;
}

/** Extends a box by the shells of an outline; holes lie within them. */
export function extendByOutline(box: [number, number, number, number], words: Outline): void {
  let next = 1;
  for (let part = words[0] as number; part > 0; part--) {
    const rings = words[next++] as number;
    for (let ring = 0; ring < rings; ring++) {
      const end = next + 1 + 2 * (words[next] as number);
      for (let i = next + 1; ring === 0 && i < end; i += 2) {
        const x = words[i] as number;
        const y = words[i + 1] as number;
        if (x < box[0]) box[0] = x;
        if (y < box[1]) box[1] = y;
        if (x > box[2]) box[2] = x;
        if (y > box[3]) box[3] = y;
      }
      next = end;
    }
  }
}

/** Parts of one packed shape, as views without copying. */
export function partsAt(packed: PackedShapes, shape: number): Part[] {
  const parts: Part[] = [];
  const { buffer, byteOffset } = packed.coordinates;
  const firstPart = shape === 0 ? 0 : (packed.shapeEnds[shape - 1] as number);
  for (let part = firstPart; part < (packed.shapeEnds[shape] as number); part++) {
    const rings: Ring[] = [];
    for (
      let r = part === 0 ? 0 : (packed.partEnds[part - 1] as number);
      r < (packed.partEnds[part] as number);
      r++
    ) {
      const start = r === 0 ? 0 : (packed.ringEnds[r - 1] as number);
      const length = 2 * ((packed.ringEnds[r] as number) - start);
      rings.push(new Float64Array(buffer, byteOffset + 16 * start, length));
    }
    parts.push(rings);
  }
  return parts;
}

/** All coordinates of consecutive packed shapes. */
export function coordinatesBetween(packed: PackedShapes, first: number, last: number): Float64Array {
  const pointBefore = (index: number) => {
    const part = index === 0 ? 0 : (packed.shapeEnds[index - 1] as number);
    const ring = part === 0 ? 0 : (packed.partEnds[part - 1] as number);
    return ring === 0 ? 0 : (packed.ringEnds[ring - 1] as number);
  };
  return packed.coordinates.subarray(2 * pointBefore(first), 2 * pointBefore(last + 1));
}

function closeRing(ring: Ring): Position[] {
  const points: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) points.push([ring[i] as number, ring[i + 1] as number]);
  const [first] = points;
  if (first) points.push([first[0], first[1]]);
  return points;
}

/** Converts to GeoJSON, closing the rings (RFC 7946, 3.1.6). */
export function toShape(parts: readonly Part[]): Shape {
  const coordinates = parts.map((part) => part.map(closeRing));
  const [only] = coordinates;
  return only && coordinates.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates };
}

export function listTransferables(packed: PackedShapes): ArrayBuffer[] {
  return [packed.coordinates, packed.ringEnds, packed.partEnds, packed.shapeEnds].map(
    (array) => array.buffer as ArrayBuffer,
  );
}

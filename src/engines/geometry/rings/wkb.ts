import type { Part } from './packed-shapes.ts';

/** Well-known binary (WKB) passes any number of polygons to or from the WebAssembly module in one call. */
const polygonType = 3;
const multiPolygonType = 6;
const collectionType = 7;

export function encodedSize(parts: readonly Part[]): number {
  let size = 9;
  for (const part of parts) {
    size += 9;
    for (const ring of part) size += 4 + 8 * (ring.length + 2);
  }
  return size;
}

/** Writes a MultiPolygon, closing every ring. Both memories are little-endian, so coordinates are copied as bytes. */
export function encodeParts(parts: readonly Part[], view: DataView): void {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let at = 0;
  const header = (type: number, count: number) => {
    view.setUint8(at, 1);
    view.setUint32(at + 1, type, true);
    view.setUint32(at + 5, count, true);
    at += 9;
  };
  header(multiPolygonType, parts.length);
  for (const part of parts) {
    header(polygonType, part.length);
    for (const ring of part) {
      view.setUint32(at, ring.length / 2 + 1, true);
      at += 4;
      bytes.set(new Uint8Array(ring.buffer, ring.byteOffset, ring.byteLength), at);
      at += ring.byteLength;
      view.setFloat64(at, ring[0] as number, true);
      view.setFloat64(at + 8, ring[1] as number, true);
      at += 16;
    }
  }
}

/** Reads all polygons; lines and points, which repairs and overlays may produce, are dropped. */
export function decodeParts(view: DataView): Part[] {
  const parts: Part[] = [];
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // One allocation for all rings: thousands of small ones are slower.
  const copy = new Uint8Array(8 * (view.byteLength >> 3));
  let used = 0;
  let at = 0;
  const readCount = () => {
    const count = view.getUint32(at, true);
    at += 4;
    return count;
  };
  const readGeometry = (): void => {
    const type = view.getUint32(at + 1, true) & 0xff;
    at += 5;
    if (type === polygonType) {
      const rings: Part = [];
      for (let left = readCount(); left > 0; left--) {
        const points = readCount();
        const size = 16 * Math.max(0, points - 1);
        copy.set(bytes.subarray(at, at + size), used);
        rings.push(new Float64Array(copy.buffer, used, size / 8));
        used += size;
        at += 16 * points;
      }
      if (rings.length > 0) parts.push(rings);
    } else if (type >= 4 && type <= collectionType) {
      for (let left = readCount(); left > 0; left--) readGeometry();
    } else if (type === 1) {
      at += 16;
    } else {
      const points = readCount();
      at += 16 * points;
    }
  };
  readGeometry();
  return parts;
}

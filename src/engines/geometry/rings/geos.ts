import initGeosJs from 'geos-wasm';
import type { Part } from './packed-shapes.ts';
import { decodeParts, encodedSize, encodeParts } from './wkb.ts';

/** Pointer to a geometry in WebAssembly memory; must be freed. */
export type Handle = number;

/** Last message of the GEOS error handler; throwing from the handler would unwind its WebAssembly stack. */
let lastError = '';
const raw = await initGeosJs({
  noticeHandler() {},
  errorHandler(message) {
    lastError = message;
  },
});
const memory = raw.Module;
const reader = raw.GEOSWKBReader_create();
const writer = raw.GEOSWKBWriter_create();
const scratch = memory._malloc(64);
const mitredBufferParams = raw.GEOSBufferParams_create();
raw.GEOSBufferParams_setJoinStyle(mitredBufferParams, 2);
raw.GEOSBufferParams_setMitreLimit(mitredBufferParams, 10);

const liveHandles = new Set<Handle>();

export class GeosError extends Error {
  constructor(action: string) {
    super(`${action}: ${lastError || 'no result'}`);
    this.name = 'GeosError';
    lastError = '';
  }
}

function trackHandle(handle: Handle, action: string): Handle {
  if (!handle) throw new GeosError(action);
  liveHandles.add(handle);
  return handle;
}

/** Null if GEOS failed, so that the caller may try another algorithm. */
function trackOptionalHandle(handle: Handle): Handle | null {
  if (!handle) return null;
  liveHandles.add(handle);
  return handle;
}

export function freeHandles(...handles: readonly (Handle | null)[]): void {
  for (const handle of handles) if (handle && liveHandles.delete(handle)) raw.GEOSGeom_destroy(handle);
}

/** Frees geometries that a job left behind; called after every job, failed or not. */
export function freeAllHandles(): void {
  for (const handle of liveHandles) raw.GEOSGeom_destroy(handle);
  liveHandles.clear();
}

export function heapBytes(): number {
  return memory.HEAPU8.byteLength;
}

export function toGeos(parts: readonly Part[]): Handle {
  const size = encodedSize(parts);
  const at = memory._malloc(size);
  if (!at) throw new GeosError('enter');
  try {
    encodeParts(parts, new DataView(memory.HEAPU8.buffer, at, size));
    return trackHandle(raw.GEOSWKBReader_read(reader, at, size), 'enter');
  } finally {
    memory._free(at);
  }
}

export function fromGeos(handle: Handle): Part[] {
  const at = raw.GEOSWKBWriter_write(writer, handle, scratch);
  if (!at) throw new GeosError('leave');
  try {
    const size = memory.HEAPU32[scratch >> 2] as number;
    return decodeParts(new DataView(memory.HEAPU8.buffer, at, size));
  } finally {
    raw.GEOSFree(at);
  }
}

export function createCollection(handles: readonly Handle[]): Handle {
  const at = memory._malloc(4 * handles.length + 4);
  handles.forEach((handle, i) => {
    memory.HEAPU32[(at >> 2) + i] = handle;
    liveHandles.delete(handle);
  });
  try {
    return trackHandle(raw.GEOSGeom_createCollection(7, at, handles.length), 'collect');
  } finally {
    memory._free(at);
  }
}

function readDouble(call: (at: number) => number, action: string): number {
  if (call(scratch) !== 1) throw new GeosError(action);
  return memory.HEAPF64[scratch >> 3] as number;
}

export const isValid = (handle: Handle): boolean => raw.GEOSisValid(handle) === 1;
export const areaOf = (handle: Handle): number => readDouble((at) => raw.GEOSArea(handle, at), 'area');
export const makeValid = (handle: Handle): Handle => trackHandle(raw.GEOSMakeValid(handle), 'repair');
export const disjointUnion = (handle: Handle): Handle | null =>
  trackOptionalHandle(raw.GEOSDisjointSubsetUnion(handle));
export const convexHull = (handle: Handle): Handle => trackHandle(raw.GEOSConvexHull(handle), 'hull');

/**
 * Floating-point overlays are fast but may silently lose whole pieces where lines nearly coincide
 * (locationtech/jts#1000). On a grid of 0.1 mm they are slower and reliable. So each fast result is checked against
 * the possible range of areas and recomputed on the grid if outside it.
 */
const grid = 1e-4;

function checkArea(
  quick: Handle,
  least: number,
  most: number,
  careful: () => Handle,
  action: string,
): Handle {
  const slack = 1e-9 * most + 1e-3;
  if (quick) {
    liveHandles.add(quick);
    const area = areaOf(quick);
    if (area >= least - slack && area <= most + slack) return quick;
    freeHandles(quick);
  }
  return trackHandle(careful(), action);
}

export const unionOnGrid = (a: Handle, b: Handle): Handle =>
  trackHandle(raw.GEOSUnionPrec(a, b, grid), 'union');

export function union(a: Handle, b: Handle): Handle {
  const [first, second] = [areaOf(a), areaOf(b)];
  const careful = () => raw.GEOSUnionPrec(a, b, grid);
  return checkArea(raw.GEOSUnion(a, b), Math.max(first, second), first + second, careful, 'union');
}

export function difference(a: Handle, b: Handle): Handle {
  const area = areaOf(a);
  const careful = () => raw.GEOSDifferencePrec(a, b, grid);
  return checkArea(raw.GEOSDifference(a, b), area - areaOf(b), area, careful, 'difference');
}

export const differenceOnGrid = (a: Handle, b: Handle): Handle =>
  trackHandle(raw.GEOSDifferencePrec(a, b, grid), 'difference');

export const intersection = (a: Handle, b: Handle): Handle =>
  trackHandle(raw.GEOSIntersectionPrec(a, b, grid), 'intersection');

/** For parts that hardly overlap; if more than 0.1 % of the area is lost, recomputed on the grid. */
export function unaryUnion(parts: Handle): Handle {
  const sum = areaOf(parts);
  const careful = () => raw.GEOSUnaryUnionPrec(parts, grid);
  return checkArea(raw.GEOSUnaryUnion(parts), 0.999 * sum, sum, careful, 'union');
}

export function buffer(handle: Handle, metres: number): Handle {
  return trackHandle(raw.GEOSBufferWithParams(handle, mitredBufferParams, metres), 'buffer');
}

export function snapToGrid(handle: Handle, size: number): Handle {
  return trackHandle(raw.GEOSGeom_setPrecision(handle, size, 0), 'grid');
}

export function pointOnSurface(handle: Handle): [number, number] {
  const point = trackHandle(raw.GEOSPointOnSurface(handle), 'point on surface');
  try {
    const x = readDouble((at) => raw.GEOSGeomGetX(point, at), 'x');
    return [x, readDouble((at) => raw.GEOSGeomGetY(point, at), 'y')];
  } finally {
    freeHandles(point);
  }
}

import { parentPort } from 'node:worker_threads';
import type { Text } from '../../../base/i18n/text.ts';
import { type BoundaryTask, flagInside, shapeBoundary } from '../boundary/boundary.ts';
import { measureLoss } from '../boundary/loss.ts';
import { type FaultLocation, ShapeRefusal } from '../rings/geometry-errors.ts';
import { freeAllHandles, heapBytes } from '../rings/geos.ts';
import { type PackedShapes, partsAt } from '../rings/packed-shapes.ts';
import type { DrawnShape } from '../types.ts';
import { prepareBuildings } from './buildings.ts';
import { measureShapes } from './measure.ts';
import { findOverlaps } from './overlaps.ts';
import { prepareParcels } from './parcels.ts';

/** One function per task kind, from structured-cloneable data to the same. */
export const tasks = {
  parcels: ({ shapes }: { shapes: PackedShapes }) => prepareParcels(shapes),
  buildings: ({ shapes, parcels }: { shapes: PackedShapes; parcels: PackedShapes }) =>
    prepareBuildings(shapes, parcels),
  overlaps: ({ shapes, wanted }: { shapes: PackedShapes; wanted: Uint32Array }) =>
    findOverlaps(shapes, wanted),
  boundary: (task: BoundaryTask) => shapeBoundary(task),
  loss: ({ before, after }: { before: Float64Array; after: Float64Array }) => measureLoss(before, after),
  measure: ({ shapes, parcel }: { shapes: readonly DrawnShape[]; parcel: PackedShapes | null }) =>
    measureShapes(shapes, parcel && partsAt(parcel, 0)),
  inside: ({ ring, centres }: { ring: Float64Array; centres: Float64Array }) => flagInside(ring, centres),
};

export type Tasks = typeof tasks;
export type TaskKind = keyof Tasks;

export interface Request {
  id: number;
  kind: TaskKind;
  task: unknown;
}

export type Reply = { id: number; heapBytes: number } & (
  | { outcome: 'done'; value: unknown }
  | { outcome: 'refused'; field: string; text: Text; place: FaultLocation }
  | { outcome: 'failed'; message: string }
);

function runTask({ id, kind, task }: Request): Reply {
  try {
    const value = (tasks[kind] as (task: unknown) => unknown)(task);
    return { id, outcome: 'done', value, heapBytes: heapBytes() };
  } catch (error) {
    if (error instanceof ShapeRefusal) {
      const { field, text, place } = error;
      return { id, outcome: 'refused', field, text, place, heapBytes: heapBytes() };
    }
    const message = error instanceof Error ? error.message : String(error);
    return { id, outcome: 'failed', message, heapBytes: heapBytes() };
  } finally {
    freeAllHandles();
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(runTask(request)));

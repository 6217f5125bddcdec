import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Text } from '../../base/i18n/text.ts';
import { ShapeRefusal } from './rings/geometry-errors.ts';
import { listTransferables, type PackedShapes, packShapes } from './rings/packed-shapes.ts';
import { flatten, unflatten } from './rings/points.ts';
import { readShape } from './rings/read-shape.ts';
import * as texts from './rings/refusal-texts.ts';
import type {
  BoundaryCandidate,
  BoundaryInput,
  Feature,
  Geometry,
  GeometryOptions,
  Outline,
  PreparedBuilding,
  PreparedParcel,
  Shape,
  ShapedBoundary,
} from './types.ts';
import { createQueue } from './worker/queue.ts';

export {
  GeometryBusy,
  GeometryFailure,
  GeometryTimeout as GeometryOutOfTime,
  ShapeRefusal,
} from './rings/geometry-errors.ts';
export { fromWire, toWire } from './rings/points.ts';
export type * from './types.ts';

/** Features per job of the worker thread; other callers are served between two batches. */
const batchSize = 1000;
const maxCandidates = 250_000;

const repairedText: Text = {
  en: 'The outline crossed, touched or doubled itself and was repaired.',
  ru: 'Контур пересекал, касался или повторял сам себя и был исправлен.',
};
const emptyGeometryText: Text = {
  en: 'The geometry encloses no land.',
  ru: 'Геометрия не охватывает никакой площади.',
};

export function createGeometry(options: GeometryOptions = {}): Geometry {
  const queue = createQueue({
    queueLimit: options.queueLimit ?? 32,
    timeLimitMs: options.timeLimitMs ?? 30_000,
    memoryLimitBytes: options.memoryLimitBytes ?? 128 * 1024 * 1024,
  });

  /** Reads, packs and sends one batch after another; unreadable features never reach the worker thread. */
  async function inBatches<
    R extends { repaired: boolean } | null,
    P extends { ok: true } | { ok: false; reason: Text },
  >(
    features: readonly Feature[],
    prepare: (shapes: PackedShapes) => Promise<R[]>,
    present: (result: NonNullable<R>, repaired: Text | null) => P,
  ): Promise<(P | { ok: false; reason: Text })[]> {
    const out: (P | { ok: false; reason: Text })[] = [];
    for (let start = 0; start < features.length; start += batchSize) {
      const read = features
        .slice(start, start + batchSize)
        .map((feature) => ('outline' in feature ? feature.outline : readShape(feature.geometry)));
      const shapes: (Shape | Outline)[] = [];
      for (const item of read) if ('shape' in item) shapes.push(item.shape);
      const results = shapes.length > 0 ? await prepare(packShapes(shapes)) : [];
      let at = 0;
      for (const item of read) {
        if ('reason' in item) {
          out.push({ ok: false, reason: item.reason });
          continue;
        }
        const result = results[at++];
        if (result) out.push(present(result, result.repaired || item.dropped ? repairedText : null));
        else out.push({ ok: false, reason: emptyGeometryText });
      }
    }
    return out;
  }

  return {
    async prepareParcels(features, requester) {
      return inBatches(
        features,
        (shapes) => queue.run('parcels', { shapes }, listTransferables(shapes), requester),
        ({ geometry, areaM2, centre }, repaired): PreparedParcel => ({
          ok: true,
          geometry,
          areaM2,
          centre,
          repaired,
        }),
      );
    },

    async prepareBuildings(features, parcels, requester) {
      const packed = packShapes(parcels.map((parcel) => parcel.geometry));
      return inBatches(
        features,
        (shapes) => queue.run('buildings', { shapes, parcels: packed }, listTransferables(shapes), requester),
        ({ geometry, areaM2, parcel, setbackM }, repaired): PreparedBuilding => {
          const id = parcel === null ? null : (parcels[parcel]?.id ?? null);
          return { ok: true, geometry, areaM2, parcel: id, setbackM, repaired };
        },
      );
    },

    async findOverlaps(parcels, wanted, requester) {
      const shapes = packShapes(parcels.map((parcel) => parcel.geometry));
      const places = parcels.flatMap(({ id }, at) => (wanted.has(id) ? [at] : []));
      const found = new Map<string, string[]>();
      for (let from = 0; from < places.length; from += batchSize) {
        const batch = Uint32Array.from(places.slice(from, from + batchSize));
        for (const [one, other] of await queue.run('overlaps', { shapes, wanted: batch }, [], requester)) {
          const [id, otherId] = [parcels[one]?.id ?? '', parcels[other]?.id ?? ''];
          found.set(id, [...(found.get(id) ?? []), otherId]);
        }
      }
      return found;
    },

    async shapeBoundary(input, requester) {
      const candidates = sortById(input.candidates);
      const { taken, excluded } = resolveParcelLists(input, candidates);
      // With ten thousand parcels each step takes milliseconds; yield to the event loop in between.
      await nextTurn();
      const shapes = packShapes(candidates.map((candidate) => candidate.geometry));
      const centres = flatten(candidates.map((candidate) => candidate.centre));
      const snap = input.snap ?? false;
      const ring = input.ring ? [...input.ring] : null;
      const settlementBox = input.settlementBox ?? null;
      const task = { ring, snap, shapes, centres, taken, excluded, settlementBox };
      const result = await queue.run(
        'boundary',
        task,
        [...listTransferables(shapes), centres.buffer as ArrayBuffer],
        requester,
      );
      await nextTurn();
      const ids = (indices: Iterable<number>) =>
        Array.from(indices, (i) => (candidates[i] as BoundaryCandidate).id);
      const merge = (a: Uint32Array, b: Uint32Array) => ids([...new Set([...a, ...b])].sort((x, y) => x - y));
      return {
        ring: unflatten(result.ring),
        parcels: merge(taken, result.missed),
        exclude: merge(excluded, result.covered),
        snap,
        members: ids(result.members),
      } satisfies ShapedBoundary;
    },

    measureLoss: (before, after, requester) =>
      queue.run('loss', { before: flatten(before), after: flatten(after) }, [], requester),

    measure(shapes, parcel, requester) {
      return queue.run('measure', { shapes, parcel: parcel ? packShapes([parcel]) : null }, [], requester);
    },

    async selectInside(ring, items, requester) {
      const centres = flatten(items.map((item) => item.centre));
      const transfer = [centres.buffer as ArrayBuffer];
      const inside = await queue.run('inside', { ring: flatten(ring), centres }, transfer, requester);
      return items.filter((_, i) => inside[i] === 1).map((item) => item.id);
    },

    close: () => queue.close(),
  };
}

function sortById(candidates: readonly BoundaryCandidate[]): readonly BoundaryCandidate[] {
  const isDone = candidates.every(
    (each, i) => i === 0 || compareIds(candidates[i - 1] as BoundaryCandidate, each) <= 0,
  );
  return isDone ? candidates : [...candidates].sort(compareIds);
}

/** Ids are decimal numbers as strings: shorter is smaller. */
function compareIds(a: BoundaryCandidate, b: BoundaryCandidate): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function resolveParcelLists(input: BoundaryInput, candidates: readonly BoundaryCandidate[]) {
  const { parcels = [], exclude = [] } = input;
  if (!input.ring && parcels.length === 0) throw new ShapeRefusal('ring', texts.nothingDrawn);
  if (candidates.length > maxCandidates) throw new ShapeRefusal('ring', texts.tooManyParcels(maxCandidates));
  const named = new Set([...parcels, ...exclude]);
  const numbers = new Map<string, number>();
  if (named.size > 0)
    candidates.forEach(({ id }, i) => {
      if (named.has(id)) numbers.set(id, i);
    });
  const lookUp = (ids: readonly string[], field: string) =>
    Uint32Array.from(
      new Set(
        ids.map((id, i) => {
          const found = numbers.get(id);
          if (found === undefined)
            throw new ShapeRefusal(`${field}.${i}`, texts.unknownParcel(id), { index: i });
          return found;
        }),
      ),
    );
  const both = new Set(parcels);
  exclude.forEach((id, i) => {
    if (both.has(id)) throw new ShapeRefusal(`exclude.${i}`, texts.inBothLists(id), { index: i });
  });
  return { taken: lookUp(parcels, 'parcels'), excluded: lookUp(exclude, 'exclude') };
}

import type { Db } from '../../base/db/connect.ts';
import { areAxesSwapped } from '../../domain/rules/land-warnings.ts';
import type { Renaming } from '../../domain/rules/plot-numbers.ts';
import type { Box, Position } from '../../engines/geometry/types.ts';
import {
  type ImportedParcel,
  listStandingOutlines,
  listStandingParcels,
  saveParcels,
} from '../../store/land/imported-parcels.ts';
import { reassignBuildings } from './building-reassignment.ts';
import { axesSwapped, numberReplaced, numberTaken, readArea, tooFarAway } from './formats/feature-fields.ts';
import { createBoundsCheck, type ImportBounds } from './import-bounds.ts';
import {
  type ImportDependencies,
  type ImportListener,
  type ImportReport,
  startReport,
} from './import-report.ts';
import { type ComparedParcel, compareParcel } from './land-comparison.ts';
import { type LandFeature, splitIntoBatches } from './land-feature.ts';
import { boxOfGeometries, joinBoxes } from './parcel-cache.ts';
import { lockAndMatchParcels, type MatchedParcel } from './parcel-matching.ts';
import { createParcelReader, type NamedFeature, toImportedParcel } from './parcel-reading.ts';
import { numberBatch } from './plot-numbers.ts';
import { type DrawnPlot, reportOverlaps } from './plot-overlaps.ts';

const batchSize = 1000;

export interface ParcelImportOptions {
  /** Whose plots they become; null: unassigned land. */
  settlementId: string | null;
  prefix?: string;
  onClash?: 'rename' | 'refuse';
  /** Refuses land of other settlements or far away; without bounds all is accepted. */
  bounds?: ImportBounds;
  /** Warns of what looks wrong; null: the settlement has no outlined plots yet. */
  surroundings?: Box | null;
  /** Numbers of the features that somebody chose to leave out. */
  leftOut?: ReadonlySet<number>;
}

type Report = ReturnType<typeof startReport>;
type Feature = Omit<NamedFeature, 'outline'>;
/** By the identifier of the row. */
type Features = ReadonlyMap<string, Feature>;

/**
 * Imports parcels. With a settlement they become its plots unless they belong to another; without one they are
 * unassigned land. Each batch is a transaction: repeating an interrupted import completes it.
 */
export async function importParcels(
  tools: ImportDependencies,
  features: AsyncIterable<LandFeature> | Iterable<LandFeature>,
  options: ParcelImportOptions,
  watch: ImportListener = {},
): Promise<ImportReport> {
  const report = startReport(watch);
  const read = createParcelReader({
    prefix: options.prefix ?? '',
    leftOut: options.leftOut ?? new Set(),
    isNumberEnough: options.settlementId !== null,
  });
  const isNear = createBoundsCheck(options.bounds);
  const claimed = new Set<string>();
  const redrawn = new Set<string>();
  const drawn: DrawnPlot[] = [];
  let touched: Box | null = null;
  let saving: Promise<void> = Promise.resolve();
  try {
    for await (const batch of splitIntoBatches(features, batchSize)) {
      report.report.read += batch.length;
      const named = batch.flatMap((entry) => {
        const found = read(entry);
        if (!('outcome' in found)) return [found];
        report.remark({ number: entry.number, ...found });
        return [];
      });
      const { rows, byRow } = await prepareRows(tools, named, options, isNear, report);
      const box = boxOfGeometries(rows);
      if (box !== null) touched = touched === null ? box : joinBoxes(touched, box);
      // Pipelined: the database saves one batch while the worker thread prepares the next.
      await saving;
      saving = tools.pool.begin(async (db) => {
        const { matched, refused } = await lockAndMatchParcels(db, rows, { ...options, isNear, claimed });
        for (const [id, reason] of refused) {
          const { number, cadastralNumber, plotNumber } = byRow.get(id) as Feature;
          report.remark({ number, name: cadastralNumber ?? '', plotNumber, outcome: 'refused', reason });
        }
        const numbered = await numberBatch(db, matched, options.settlementId);
        const kept = reportRenamed(numbered, byRow, options.onClash ?? 'rename', report);
        const saved = await compareAndSave(db, kept, byRow, options, tools.now(), report);
        for (const parcel of saved.redrawn) redrawn.add(parcel);
        drawn.push(...saved.drawn);
      }) as Promise<void>;
      // The rejection is handled by the next `await saving`.
      saving.catch(() => {});
    }
    await saving;
    if (options.settlementId !== null && options.surroundings !== undefined)
      await reportOverlaps(tools, drawn, touched, report);
  } finally {
    await saving;
    // Needed after a truncated file, too: its saved batches remain.
    await reassignBuildings(tools, redrawn, touched);
  }
  return report.report;
}

/** Computes the outlines, and leaves out what has none that can be used or lies too far away. */
async function prepareRows(
  tools: ImportDependencies,
  named: readonly NamedFeature[],
  { surroundings }: ParcelImportOptions,
  isNear: (place: Position) => boolean,
  { remark }: Report,
): Promise<{ rows: ImportedParcel[]; byRow: Features }> {
  const outlined = named.flatMap(({ outline, ...entry }) => (outline ? [{ ...entry, outline }] : []));
  const prepared = await tools.geometry.prepareParcels(outlined);
  const byRow = new Map<string, Feature>();
  const rows: ImportedParcel[] = [];
  const add = (entry: Feature, land: Pick<ImportedParcel, 'geometry' | 'centre' | 'areaM2'>) => {
    const row = toImportedParcel(tools, entry, land);
    rows.push(row);
    byRow.set(row.id, entry);
  };
  for (const [index, entry] of outlined.entries()) {
    const result = prepared[index];
    if (result === undefined) continue;
    const said = { number: entry.number, name: entry.cadastralNumber ?? '', plotNumber: entry.plotNumber };
    if (!result.ok) {
      remark({ ...said, outcome: 'refused', reason: result.reason });
      continue;
    }
    if (result.repaired) remark({ ...said, outcome: 'repaired', reason: result.repaired });
    const { geometry, areaM2, centre } = result;
    if (isNear(centre)) add(entry, { geometry, centre, areaM2: Math.round(areaM2 * 100) / 100 });
    else {
      const isSwapped = areAxesSwapped(centre, surroundings ?? null);
      remark({ ...said, outcome: 'refused', reason: isSwapped ? axesSwapped : tooFarAway });
    }
  }
  for (const entry of named)
    if (entry.outline === null) add(entry, { geometry: null, centre: null, areaM2: readArea(entry.fields) });
  return { rows, byRow };
}

/** Writes new and changed plots, and tells what becomes of each. */
async function compareAndSave(
  db: Db,
  rows: readonly MatchedParcel[],
  byRow: Features,
  { settlementId, surroundings }: ParcelImportOptions,
  now: Date,
  report: Report,
): Promise<{ redrawn: string[]; drawn: DrawnPlot[] }> {
  const known = rows.flatMap(({ known, geometry }) => (known ? [{ parcelId: known.id, geometry }] : []));
  const standing = await listStandingParcels(db, known);
  const redrawn = known.filter(
    ({ parcelId, geometry }) => geometry !== null && !standing.get(parcelId)?.hasSameOutline,
  );
  const outlines = await listStandingOutlines(
    db,
    redrawn.map(({ parcelId }) => parcelId),
  );
  const compared = rows.map((matched) => {
    const { known, ...row } = matched;
    const parcelId = known?.id ?? null;
    const { fields, isRow } = byRow.get(row.id) as Feature;
    // An area beside an outline is not used, and a bare number in square metres needs no explanation.
    const isAreaTold = row.geometry === null && fields.area !== '' && fields.area !== String(row.areaM2);
    const result: ComparedParcel = compareParcel(row, {
      standing: (parcelId && standing.get(parcelId)) || null,
      standingOutline: (parcelId && outlines.get(parcelId)) || null,
      settlementId,
      around: surroundings,
      isOutlineExpected: !isRow,
      areaWritten: isAreaTold ? fields.area : '',
    });
    return { ...result, parcelId };
  });
  const written = compared.filter(({ parcelId, isChanged }) => parcelId === null || isChanged);
  const saved = await saveParcels(
    db,
    written.map(({ row, parcelId }) => ({ ...row, parcelId })),
    settlementId,
    now,
  );
  const added = new Set(saved.added);
  const drawn: DrawnPlot[] = [];
  for (const { row, parcelId, change, isChanged } of compared) {
    const { number } = byRow.get(row.id) as Feature;
    const outcome = added.has(row.id) ? 'added' : isChanged ? 'changed' : 'unchanged';
    const name = row.cadastralNumber ?? '';
    report.imported({ number, name, plotNumber: row.number, change, outcome });
    if (row.geometry !== null && outcome !== 'unchanged')
      drawn.push({ id: parcelId ?? row.id, number, name });
  }
  report.progress();
  return { redrawn: saved.redrawn, drawn };
}

/** Reports plots whose number is taken, which are renamed or refused. */
function reportRenamed(
  { rows, renamed }: { rows: readonly MatchedParcel[]; renamed: readonly Renaming[] },
  byRow: Features,
  onClash: 'rename' | 'refuse',
  { remark }: Report,
): readonly MatchedParcel[] {
  if (renamed.length === 0) return rows;
  const renamings = new Map(renamed.map((renaming) => [renaming.id, renaming]));
  for (const { id, cadastralNumber } of rows) {
    const renaming = renamings.get(id);
    if (renaming === undefined) continue;
    const { number, renamedTo } = renaming;
    const { number: place } = byRow.get(id) as Feature;
    const said = { number: place, name: cadastralNumber ?? '', plotNumber: number };
    if (onClash === 'refuse') remark({ ...said, outcome: 'refused', reason: numberTaken(number) });
    else remark({ ...said, outcome: 'renamed', reason: numberReplaced(number, renamedTo) });
  }
  return onClash === 'refuse' ? rows.filter(({ id }) => !renamings.has(id)) : rows;
}

import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { areAxesSwapped } from '../../domain/rules/land-warnings.ts';
import { plotNumberKey, type Renaming } from '../../domain/rules/plot-numbers.ts';
import type { Box, Position, ReadOutline } from '../../engines/geometry/types.ts';
import {
  type ImportedParcel,
  listParcelsOfOtherSettlements,
  listStandingLand,
  saveParcels,
} from '../../store/land/land-import.ts';
import { lockPlotNumbers } from '../../store/land/plot-numbers.ts';
import { reassignBuildings } from './building-reassignment.ts';
import {
  axesSwapped,
  belongsToAnotherSettlement,
  type Fields,
  faults,
  numberReplaced,
  numberTaken,
  readArea,
  tooFarAway,
} from './formats/feature-fields.ts';
import { createBoundsCheck, type ImportBounds } from './import-bounds.ts';
import {
  type ImportDependencies,
  type ImportListener,
  type ImportReport,
  type RefusedFeature,
  startReport,
} from './import-report.ts';
import { compareLand } from './land-comparison.ts';
import { type LandFeature, splitIntoBatches } from './land-feature.ts';
import { boxOfGeometries, joinBoxes } from './parcel-cache.ts';
import { numberBatch } from './plot-numbers.ts';

const batchSize = 1000;

/**
 * Imports cadastral parcels. With a settlement they become its plots unless they belong to another; without one they
 * are unassigned land. Each batch is a transaction: repeating an interrupted import completes it.
 */
export async function importParcels(
  tools: ImportDependencies,
  features: AsyncIterable<LandFeature> | Iterable<LandFeature>,
  options: {
    settlementId: string | null;
    prefix?: string;
    onClash?: 'rename' | 'refuse';
    /** Refuses land of other settlements or far away; without bounds all is accepted. */
    bounds?: ImportBounds;
    /** Compares with what is registered and warns; null: the settlement has no outlined plots yet. */
    surroundings?: Box | null;
  },
  watch: ImportListener = {},
): Promise<ImportReport> {
  const seen = new Set<string>();
  const { report, remark, saved } = startReport(watch);
  const isNear = createBoundsCheck(options.bounds);
  const redrawn = new Set<string>();
  let touched: Box | null = null;
  let saving: Promise<void> = Promise.resolve();
  try {
    for await (const batch of splitIntoBatches(features, batchSize)) {
      report.read += batch.length;
      const named = batch.flatMap((entry) => {
        const read = readParcel(entry, seen, options.prefix ?? '');
        if ('name' in read) return [read];
        remark(entry.number, read.label, 'refused', read.fault);
        return [];
      });
      const outlined = named.flatMap(({ outline, ...entry }) => (outline ? [{ ...entry, outline }] : []));
      const prepared = await tools.geometry.prepareParcels(outlined);
      const rows: ImportedParcel[] = [];
      for (const [index, entry] of outlined.entries()) {
        const result = prepared[index];
        if (result === undefined) continue;
        if (!result.ok) {
          remark(entry.number, entry.name, 'refused', result.reason);
          continue;
        }
        if (result.repaired) remark(entry.number, entry.name, 'repaired', result.repaired);
        const { geometry, areaM2, centre } = result;
        if (!isNear(centre)) {
          const isSwapped = areAxesSwapped(centre, options.surroundings ?? null);
          remark(entry.number, entry.name, 'refused', isSwapped ? axesSwapped : tooFarAway);
          continue;
        }
        rows.push(toRow(tools, entry, { geometry, centre, areaM2: Math.round(areaM2 * 100) / 100 }));
      }
      for (const entry of named)
        if (entry.outline === null)
          rows.push(toRow(tools, entry, { geometry: null, centre: null, areaM2: readArea(entry.fields) }));
      const box = boxOfGeometries(rows);
      if (box !== null) touched = touched === null ? box : joinBoxes(touched, box);
      // Pipelined: the database saves one batch while the worker thread prepares the next.
      await saving;
      saving = tools.pool.begin(async (db) => {
        const numbers = new Map(named.map((feature) => [feature.name, feature.number]));
        const { own, refused, known } = await lockOwnParcels(db, rows, options, isNear);
        for (const [name, reason] of refused) remark(numbers.get(name) ?? 0, name, 'refused', reason);
        const numbered = await numberBatch(db, own, options.settlementId, known);
        const kept = reportRenamed(numbered, numbers, options.onClash ?? 'rename', remark);
        const standing = options.surroundings === undefined ? null : await listStandingLand(db, kept);
        const done = await saveParcels(db, kept, options.settlementId, tools.now());
        saved(
          done,
          kept.map((row) => ({
            number: numbers.get(row.cadastralNumber) ?? 0,
            name: row.cadastralNumber,
            plotNumber: row.number,
            ...(standing && {
              change: compareLand(row, standing.get(row.cadastralNumber), options.surroundings ?? null),
            }),
          })),
        );
        for (const parcel of done.redrawn) redrawn.add(parcel);
      }) as Promise<void>;
      // The rejection is handled by the next `await saving`.
      saving.catch(() => {});
    }
  } finally {
    await saving;
    // Needed after a truncated file, too: its saved batches remain.
    await reassignBuildings(tools, redrawn, touched);
  }
  return report;
}

/**
 * Filters out parcels of other settlements: once before locking, to avoid locking other settlements, and again under
 * the locks, because another import may have committed meanwhile. With bounds also unclaimed land that is registered
 * far away, wherever the file draws it: a table draws nothing.
 */
async function lockOwnParcels(
  db: Db,
  rows: readonly ImportedParcel[],
  { settlementId, bounds }: { settlementId: string | null; bounds?: ImportBounds },
  isNear: (place: Position) => boolean,
) {
  const others = await listParcelsOfOtherSettlements(db, rows, bounds?.settlementId ?? null);
  const refused = new Map<string, Text>([...others].map((name) => [name, belongsToAnotherSettlement]));
  const wanted = rows.map(({ cadastralNumber }) => cadastralNumber).filter((name) => !others.has(name));
  const known = await lockPlotNumbers(db, wanted, settlementId);
  for (const [name, { settlementId: owner, centre }] of known)
    if (bounds && owner !== null && owner !== bounds.settlementId)
      refused.set(name, belongsToAnotherSettlement);
    else if (bounds && owner === null && centre !== null && !isNear(centre)) refused.set(name, tooFarAway);
  return { own: rows.filter(({ cadastralNumber }) => !refused.has(cadastralNumber)), refused, known };
}

/** Reports plots whose number is taken, which are renamed or refused. */
function reportRenamed(
  { rows, renamed }: { rows: readonly ImportedParcel[]; renamed: readonly Renaming[] },
  features: ReadonlyMap<string, number>,
  onClash: 'rename' | 'refuse',
  remark: ReturnType<typeof startReport>['remark'],
): readonly ImportedParcel[] {
  if (renamed.length === 0) return rows;
  const renamings = new Map(renamed.map((renaming) => [renaming.id, renaming]));
  for (const { id, cadastralNumber } of rows) {
    const renaming = renamings.get(id);
    if (renaming === undefined) continue;
    const { number, renamedTo } = renaming;
    const [outcome, reason] =
      onClash === 'refuse'
        ? (['refused', numberTaken(number)] as const)
        : (['renamed', numberReplaced(number, renamedTo)] as const);
    remark(features.get(cadastralNumber) ?? 0, cadastralNumber, outcome, reason);
  }
  return onClash === 'refuse' ? rows.filter(({ id }) => !renamings.has(id)) : rows;
}

interface NamedFeature {
  number: number;
  name: string;
  plotNumber: string;
  /** The file gives no plot number; an existing plot keeps its own. */
  isNumberless: boolean;
  fields: Fields;
  outline: ReadOutline | null;
}

function readParcel(entry: LandFeature, seen: Set<string>, prefix: string): NamedFeature | RefusedFeature {
  if ('fault' in entry) return { label: '', fault: entry.fault };
  const { number, fields, outline } = entry;
  const { cadastralNumber: own, plotNumber: written } = fields;
  const plotNumber = written || (own.split(':').at(-1) ?? '').trim();
  if (own === '') return { label: plotNumber, fault: faults.noNumber };
  const name = prefix + own;
  if (name.length > 60 || plotNumber.length > 40 || plotNumber === '')
    return { label: name.slice(0, 60), fault: faults.longNumber };
  if (seen.has(name)) return { label: name, fault: faults.repeated };
  seen.add(name);
  return { number, name, plotNumber, isNumberless: written === '', fields, outline };
}

function toRow(
  tools: ImportDependencies,
  entry: Omit<NamedFeature, 'outline'>,
  land: Pick<ImportedParcel, 'geometry' | 'centre' | 'areaM2'>,
): ImportedParcel {
  return {
    id: tools.newId(),
    changeId: tools.newId(),
    cadastralNumber: entry.name,
    number: entry.plotNumber,
    numberKey: plotNumberKey(entry.plotNumber),
    isNumberless: entry.isNumberless,
    address: entry.fields.address.slice(0, 300),
    ...land,
  };
}

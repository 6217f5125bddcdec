import type { Text } from '../../base/i18n/text.ts';
import { parsePurpose } from '../../domain/rules/building-purpose.ts';
import type { ReadOutline } from '../../engines/geometry/types.ts';
import {
  findParcelsByCadastre,
  findPlotNumbers,
  type ImportedBuilding,
  listBuildingsOfOtherSettlements,
  listUnclaimedSites,
  lockParcelsOfBuildings,
  saveBuildings,
} from '../../store/land/land-import.ts';
import {
  belongsToAnotherSettlement,
  type Fields,
  faults,
  readArea,
  tooFarAway,
} from './formats/feature-fields.ts';
import { createBoundsCheck, type ImportBounds } from './import-bounds.ts';
import {
  type ImportDependencies,
  type ImportListener,
  type ImportReport,
  startReport,
  type UnusedFeature,
} from './import-report.ts';
import { type LandFeature, splitIntoBatches } from './land-feature.ts';
import { boxOfGeometries, boxOfOutlines, createParcelCache, roundSetback } from './parcel-cache.ts';

const batchSize = 5000;

/** Imports buildings, each onto the registered plot it overlaps most. Import the parcels first. */
export async function importBuildings(
  tools: ImportDependencies,
  features: AsyncIterable<LandFeature> | Iterable<LandFeature>,
  options: { prefix?: string; bounds?: ImportBounds; leftOut?: ReadonlySet<number> } = {},
  watch: ImportListener = {},
): Promise<ImportReport> {
  const seen = new Set<string>();
  const { report, remark, imported, progress } = startReport(watch);
  const say = (
    { number, name }: Pick<NamedBuilding, 'number' | 'name'>,
    outcome: 'refused' | 'repaired',
    reason: Text,
  ) => remark({ number, name, plotNumber: '', outcome, reason });
  const parcels = createParcelCache(tools.pool);
  const isNear = createBoundsCheck(options.bounds);
  for await (const batch of splitIntoBatches(features, batchSize)) {
    report.read += batch.length;
    const named = batch.flatMap((entry) => {
      const read = readBuilding(entry, seen, options);
      if (!('outcome' in read)) return [read];
      remark({ number: entry.number, ...read });
      return [];
    });
    const outlined = named.flatMap(({ outline, ...entry }) => (outline ? [{ ...entry, outline }] : []));
    const box = boxOfOutlines(outlined);
    const prepared = await tools.geometry.prepareBuildings(outlined, box === null ? [] : await parcels(box));
    const rows: ImportedBuilding[] = [];
    for (const [index, entry] of outlined.entries()) {
      const result = prepared[index];
      if (result === undefined) continue;
      if (!result.ok) {
        say(entry, 'refused', result.reason);
        continue;
      }
      const box = boxOfGeometries([result]);
      if (box !== null && !isNear([box[0], box[1]])) {
        say(entry, 'refused', tooFarAway);
        continue;
      }
      if (result.repaired) say(entry, 'repaired', result.repaired);
      const setbackM = roundSetback(result.setbackM);
      const areaM2 = Math.round(result.areaM2 * 100) / 100;
      rows.push(
        toRow(tools, entry, { geometry: result.geometry, areaM2, parcelId: result.parcel, setbackM }),
      );
    }
    const unplaced = named.filter(({ outline }) => outline === null);
    const known = await findParcelsByCadastre(
      tools.pool,
      unplaced.map(({ fields }) => fields.parcel),
    );
    for (const entry of unplaced) {
      const areaM2 = readArea(entry.fields);
      const parcelId = known.get(entry.fields.parcel);
      if (areaM2 === null || parcelId === undefined) say(entry, 'refused', faults.nothingKnown);
      else rows.push(toRow(tools, entry, { geometry: null, areaM2, parcelId, setbackM: null }));
    }
    const numbers = new Map(named.map(({ name, number }) => [name, number]));
    await tools.pool.begin(async (db) => {
      await lockParcelsOfBuildings(db, rows);
      const others = await listBuildingsOfOtherSettlements(db, rows, options.bounds?.settlementId ?? null);
      const refused = new Map([...others].map((name) => [name, belongsToAnotherSettlement]));
      if (options.bounds)
        for (const { name, centre } of await listUnclaimedSites(db, rows))
          if (!refused.has(name) && !isNear(centre)) refused.set(name, tooFarAway);
      for (const [name, reason] of refused) say({ number: numbers.get(name) ?? 0, name }, 'refused', reason);
      const own = rows.filter(({ cadastralNumber }) => !refused.has(cadastralNumber));
      const saved = await saveBuildings(db, own, tools.now());
      const [added, changed] = [new Set(saved.added), new Set(saved.changed)];
      const plots = await findPlotNumbers(
        db,
        own.flatMap(({ parcelId }) => parcelId ?? []),
      );
      for (const { id, cadastralNumber: name, parcelId } of own)
        imported({
          number: numbers.get(name) ?? 0,
          name,
          plotNumber: (parcelId && plots.get(parcelId)) || '',
          outcome: added.has(id) ? 'added' : changed.has(id) ? 'changed' : 'unchanged',
        });
      progress();
    });
  }
  return report;
}

interface NamedBuilding {
  number: number;
  name: string;
  fields: Fields;
  outline: ReadOutline | null;
}

function readBuilding(
  entry: LandFeature,
  seen: Set<string>,
  { prefix = '', leftOut }: { prefix?: string; leftOut?: ReadonlySet<number> },
): NamedBuilding | UnusedFeature {
  const unused = (outcome: UnusedFeature['outcome'], label: string, reason: Text) => ({
    outcome,
    name: label,
    plotNumber: '',
    reason,
  });
  if ('fault' in entry) return unused('refused', '', entry.fault);
  if ('leftOut' in entry) return unused('left_out', '', entry.leftOut);
  const { number, fields, outline } = entry;
  const own = fields.cadastralNumber;
  const name = prefix + own;
  if (leftOut?.has(number)) return unused('left_out', name.slice(0, 60), faults.chosen);
  if (own === '') return unused('refused', '', faults.noNumber);
  if (name.length > 60) return unused('refused', name.slice(0, 60), faults.longNumber);
  if (seen.has(name)) return unused('refused', name, faults.repeated);
  seen.add(name);
  return { number, name, fields, outline };
}

function toRow(
  tools: ImportDependencies,
  entry: Omit<NamedBuilding, 'outline'>,
  land: Pick<ImportedBuilding, 'geometry' | 'areaM2' | 'parcelId' | 'setbackM'>,
): ImportedBuilding {
  return {
    id: tools.newId(),
    changeId: tools.newId(),
    cadastralNumber: entry.name,
    purpose: parsePurpose(entry.fields.purpose),
    ...land,
  };
}

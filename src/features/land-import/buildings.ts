import { parsePurpose } from '../../domain/rules/building-purpose.ts';
import type { ReadOutline } from '../../engines/geometry/types.ts';
import {
  findParcelsByCadastre,
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
  type RefusedFeature,
  startReport,
} from './import-report.ts';
import { type LandFeature, splitIntoBatches } from './land-feature.ts';
import { boxOfGeometries, boxOfOutlines, createParcelCache, roundSetback } from './parcel-cache.ts';

const batchSize = 5000;

/** Imports buildings, each onto the registered plot it overlaps most. Import the parcels first. */
export async function importBuildings(
  tools: ImportDependencies,
  features: AsyncIterable<LandFeature> | Iterable<LandFeature>,
  options: { prefix?: string; bounds?: ImportBounds } = {},
  watch: ImportListener = {},
): Promise<ImportReport> {
  const seen = new Set<string>();
  const { report, remark, saved } = startReport(watch);
  const parcels = createParcelCache(tools.pool);
  const isNear = createBoundsCheck(options.bounds);
  for await (const batch of splitIntoBatches(features, batchSize)) {
    report.read += batch.length;
    const named = batch.flatMap((entry) => {
      const read = readBuilding(entry, seen, options.prefix ?? '');
      if ('name' in read) return [read];
      remark(entry.number, read.label, 'refused', read.fault);
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
        remark(entry.number, entry.name, 'refused', result.reason);
        continue;
      }
      const box = boxOfGeometries([result]);
      if (box !== null && !isNear([box[0], box[1]])) {
        remark(entry.number, entry.name, 'refused', tooFarAway);
        continue;
      }
      if (result.repaired) remark(entry.number, entry.name, 'repaired', result.repaired);
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
      if (areaM2 === null || parcelId === undefined)
        remark(entry.number, entry.name, 'refused', faults.nothingKnown);
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
      for (const [name, reason] of refused) remark(numbers.get(name) ?? 0, name, 'refused', reason);
      const own = rows.filter(({ cadastralNumber }) => !refused.has(cadastralNumber));
      saved(
        await saveBuildings(db, own, tools.now()),
        own.map(({ cadastralNumber: name }) => ({ number: numbers.get(name) ?? 0, name })),
      );
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

function readBuilding(entry: LandFeature, seen: Set<string>, prefix: string): NamedBuilding | RefusedFeature {
  if ('fault' in entry) return { label: '', fault: entry.fault };
  const { number, fields, outline } = entry;
  const own = fields.cadastralNumber;
  if (own === '') return { label: '', fault: faults.noNumber };
  const name = prefix + own;
  if (name.length > 60) return { label: name.slice(0, 60), fault: faults.longNumber };
  if (seen.has(name)) return { label: name, fault: faults.repeated };
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

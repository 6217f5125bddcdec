import type { Pool } from '../db/connect.ts';
import type { Box, Plot } from '../geometry/types.ts';
import { readPurpose } from '../rules/building-purpose.ts';
import {
  findParcelsByCadastre,
  type ImportedBuilding,
  listPlotsInBox,
  saveBuildings,
} from '../store/land-import.ts';
import { faults, type Properties, readArea, readProperties, readText } from './feature-fields.ts';
import type { ReadFeature } from './feature-reader.ts';
import {
  type ImportReport,
  type ImportTools,
  inBatches,
  type RefusedFeature,
  startReport,
  type Watch,
} from './report.ts';

const batchSize = 5000;
/** A plot can reach this far beyond its centre and still be found for a building on its edge. */
const reachDegrees = 0.03;
const widestDegrees = 0.6;
const mostPlots = 200_000;

/** Buildings onto the plots that are in the register: each to the one it covers most. Import the parcels first. */
export async function importBuildings(
  tools: ImportTools,
  features: AsyncIterable<ReadFeature>,
  options: { prefix?: string } = {},
  watch: Watch = {},
): Promise<ImportReport> {
  const seen = new Set<string>();
  const { report, remark, saved } = startReport(watch);
  const plots = createPlotCache(tools.pool);
  for await (const batch of inBatches(features, batchSize)) {
    report.read += batch.length;
    const named = batch.flatMap((entry) => {
      const read = readBuilding(entry, seen, options.prefix ?? '');
      if ('name' in read) return [read];
      remark(entry.number, read.label, 'refused', read.fault);
      return [];
    });
    const outlined = named.filter(({ geometry }) => geometry !== null);
    const box = boxOfGeometries(outlined);
    const prepared = await tools.geometry.prepareBuildings(outlined, box === null ? [] : await plots(box));
    const rows: ImportedBuilding[] = [];
    for (const [index, entry] of outlined.entries()) {
      const result = prepared[index];
      if (result === undefined) continue;
      if (!result.ok) {
        remark(entry.number, entry.name, 'refused', result.reason);
        continue;
      }
      if (result.repaired) remark(entry.number, entry.name, 'repaired', result.repaired);
      const setbackM = result.setbackM === null ? null : Math.round(result.setbackM * 1000) / 1000;
      const areaM2 = Math.round(result.areaM2 * 100) / 100;
      rows.push(
        toRow(tools, entry, { geometry: result.geometry, areaM2, parcelId: result.parcel, setbackM }),
      );
    }
    const unplaced = named.filter(({ geometry }) => geometry === null);
    const known = await findParcelsByCadastre(
      tools.pool,
      unplaced.map(({ parcel }) => parcel),
    );
    for (const entry of unplaced) {
      const areaM2 = readArea(entry.properties);
      const parcelId = known.get(entry.parcel);
      if (areaM2 === null || parcelId === undefined)
        remark(entry.number, entry.name, 'refused', faults.nothingKnown);
      else rows.push(toRow(tools, entry, { geometry: null, areaM2, parcelId, setbackM: null }));
    }
    await tools.pool.begin(async (db) => {
      saved(await saveBuildings(db, rows, tools.now()), rows.length);
    });
  }
  return report;
}

interface NamedBuilding {
  number: number;
  name: string;
  parcel: string;
  properties: Properties;
  geometry: unknown;
}

function readBuilding(entry: ReadFeature, seen: Set<string>, prefix: string): NamedBuilding | RefusedFeature {
  if ('fault' in entry) return { label: '', fault: entry.fault };
  const properties = readProperties(entry.feature);
  const own = readText(properties, 'cadastralNumber');
  if (own === '') return { label: '', fault: faults.noNumber };
  const name = prefix + own;
  if (name.length > 60) return { label: name.slice(0, 60), fault: faults.longNumber };
  if (seen.has(name)) return { label: name, fault: faults.repeated };
  seen.add(name);
  const parcel = readText(properties, 'parcel');
  return { number: entry.number, name, parcel, properties, geometry: entry.feature.geometry };
}

function toRow(
  tools: ImportTools,
  entry: NamedBuilding,
  land: Pick<ImportedBuilding, 'geometry' | 'areaM2' | 'parcelId' | 'setbackM'>,
): ImportedBuilding {
  return {
    id: tools.newId(),
    changeId: tools.newId(),
    cadastralNumber: entry.name,
    purpose: readPurpose(readText(entry.properties, 'purpose')),
    ...land,
  };
}

/** Files go through one place for long; the plots around it are read once. */
function createPlotCache(pool: Pool): (box: Box) => Promise<readonly Plot[]> {
  let loaded: Box | null = null;
  let plots: readonly Plot[] = [];
  return async (box) => {
    const wide = grow(box, reachDegrees);
    if (loaded !== null && contains(loaded, wide)) return plots;
    const joined = loaded === null ? wide : join(loaded, wide);
    loaded = Math.max(joined[2] - joined[0], joined[3] - joined[1]) > widestDegrees ? wide : joined;
    plots = await listPlotsInBox(pool, loaded, mostPlots);
    return plots;
  };
}

const grow = ([w, s, e, n]: Box, by: number): Box => [w - by, s - by, e + by, n + by];
const join = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
const contains = (a: Box, b: Box) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** Whatever pairs of numbers the geometries hold; what is wrong with them is for the engine to say. */
function boxOfGeometries(entries: readonly { geometry: unknown }[]): Box | null {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  const visit = (value: unknown, depth: number): void => {
    if (!Array.isArray(value) || depth > 5) return;
    const [x, y] = value as unknown[];
    if (typeof x === 'number' && typeof y === 'number') {
      if (Math.abs(x) <= 180 && Math.abs(y) <= 90) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
      return;
    }
    for (const part of value) visit(part, depth + 1);
  };
  for (const { geometry } of entries) visit((geometry as { coordinates?: unknown })?.coordinates, 0);
  return box[0] <= box[2] ? box : null;
}

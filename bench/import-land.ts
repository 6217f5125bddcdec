/**
 * Import speed: copies of a GeoJSON village side by side until there are enough parcels, imported
 * into a fresh embedded database, twice (the second time without changes), in batches and, like the
 * command, the whole file in one transaction.
 *   node --import tsx bench/import-land.ts FOLDER [parcels, 20000]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSnowflakes } from '../src/domain/kernel/snowflake.ts';
import { createGeometry } from '../src/engines/geometry/engine.ts';
import { importBuildings } from '../src/features/land-import/buildings.ts';
import { readGeoJsonFeatures } from '../src/features/land-import/formats/geojson-features.ts';
import { commandLimits } from '../src/features/land-import/formats/limits.ts';
import { importInTransaction } from '../src/features/land-import/import-transaction.ts';
import { readLandInWorker } from '../src/features/land-import/land-reader.ts';
import { importParcels } from '../src/features/land-import/parcels.ts';
import { createDatabase } from '../test/harness/cluster.ts';

interface Feature {
  properties: Record<string, unknown>;
  geometry: { coordinates: unknown };
}

const [folder = '.', count = '20000'] = process.argv.slice(2);
const names = readdirSync(folder);
const read = (ending: string): Feature[] => {
  const name = names.find((entry) => entry.endsWith(ending));
  if (name === undefined) throw new Error(`There is no *${ending} in ${folder}.`);
  return JSON.parse(readFileSync(join(folder, name), 'utf8')).features;
};

function move(coordinates: unknown, east: number): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  if (typeof coordinates[0] === 'number') return [coordinates[0] + east, coordinates[1]];
  return coordinates.map((part) => move(part, east));
}

function tile(features: Feature[], wanted: number): Buffer[] {
  const lines: string[] = [];
  for (let copy = 0; lines.length < wanted; copy += 1)
    for (const { properties, geometry } of features.slice(0, wanted - lines.length))
      lines.push(
        JSON.stringify({
          type: 'Feature',
          properties: { ...properties, id: `${copy}-${properties.id}` },
          geometry: { ...geometry, coordinates: move(geometry.coordinates, copy * 0.1) },
        }),
      );
  const bytes = Buffer.from(`{"type":"FeatureCollection","features":[${lines.join(',\n')}]}`);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 262_144) chunks.push(bytes.subarray(at, at + 262_144));
  return chunks;
}

async function* stream(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const [database, other] = [await createDatabase(), await createDatabase()];
const geometry = createGeometry();
const ids = createSnowflakes(() => 1, Date.now);
const tools = { pool: database.pool, geometry, newId: () => ids.next(), now: () => new Date() };
const parcels = read('parcels.geojson');
const buildings = read('buildings.geojson');
const wanted = Number(count);
const [land, houses] = [
  tile(parcels, wanted),
  tile(buildings, Math.round((wanted * buildings.length) / parcels.length)),
];
const readLand = (chunks: Buffer[]) =>
  readLandInWorker({ chunks: stream(chunks), system: 'auto', parameters: '', limits: commandLimits });
const takeWhole = (kind: 'land' | 'buildings', chunks: Buffer[]) =>
  other.pool.begin((db) => {
    return importInTransaction({ kind, features: readLand(chunks), settlementId: null }, db, tools, {});
  });
try {
  for (const [what, work] of [
    ['reading alone', async () => ({ read: await countFeatures(land) })],
    ['parcels', () => importParcels(tools, readLand(land), { settlementId: null })],
    ['parcels again', () => importParcels(tools, readLand(land), { settlementId: null })],
    ['buildings', () => importBuildings(tools, readLand(houses))],
    ['parcels in one', () => takeWhole('land', land)],
    ['again in one', () => takeWhole('land', land)],
    ['buildings in one', () => takeWhole('buildings', houses)],
  ] as const) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const report = await work();
    const seconds = (performance.now() - start) / 1000;
    const used = process.cpuUsage(cpu);
    console.log(
      `${what.padEnd(16)} ${Math.round(report.read / seconds)} a second, ${((used.user + used.system) / 1e6).toFixed(2)} s of CPU, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
      JSON.stringify(report),
    );
  }
} finally {
  await geometry.close();
  await Promise.all([database.drop(), other.drop()]);
}

async function countFeatures(chunks: Buffer[]): Promise<number> {
  let total = 0;
  for await (const _ of readGeoJsonFeatures(stream(chunks))) total += 1;
  return total;
}

/**
 * Measures the geometry engine on real villages:
 *   npm run eval:geometry -- FOLDER [--selections 200] [--seed 1] [--sizes 1000,10000,100000]
 * FOLDER contains any number of NAME_parcels.geojson, each optionally with NAME_buildings.geojson.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGeometry } from '../src/engines/geometry/engine.ts';
import { scoreBuildings } from './geometry/buildings.ts';
import { scoreSelections } from './geometry/selections.ts';
import { measureRate, measureShaping } from './geometry/timing.ts';
import { importParcels, readFeatures } from './geometry/village.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    selections: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    /** Internal: one timing in a separate process, to measure its memory. */
    time: { type: 'string' },
  },
});

const [folder] = positionals;
if (!folder) {
  console.error('Which folder? npm run eval:geometry -- FOLDER');
  process.exit(64);
}
const files = readdirSync(folder).filter((name) => name.endsWith('_parcels.geojson'));
if (files.length === 0) {
  console.error(`No *_parcels.geojson in ${folder}.`);
  process.exit(66);
}

function showProgress(label: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const filled = Math.round((done / total) * width);
  process.stderr.write(`\r${label} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done}/${total} `);
  if (done === total) process.stderr.write('\r\x1b[K');
}

async function evaluate(name: string): Promise<boolean> {
  const file = join(folder as string, name);
  const geometry = createGeometry();
  try {
    const features = readFeatures(file);
    const parcels = await importParcels(geometry, features);
    console.log(`\n${name}: ${features.length} parcels, ${features.length - parcels.length} refused`);
    const count = Number(values.selections);
    const score = await scoreSelections(geometry, parcels, count, Number(values.seed), (done) =>
      showProgress('selections', done, count),
    );
    console.log(`  membership exact   ${score.exact}/${score.selections}`);
    console.log(`  one valid ring     ${score.valid}/${score.selections}`);
    console.log(`  shape idempotent   ${score.idempotent}/${score.selections}`);
    console.log(`  put on the lists   ${score.listed} parcels over all selections`);
    console.log(`  points in a ring   median ${score.points.median}, most ${score.points.most}`);
    for (const fault of score.faults.slice(0, 10)) console.log(`  fault in selection ${fault}`);
    const buildings = file.replace('_parcels.', '_buildings.');
    const sane = existsSync(buildings)
      ? await scoreBuildings(geometry, readFeatures(buildings), parcels)
      : true;
    console.log(`  import             ${await measureRate(geometry, features)}`);
    return sane && score.faults.length === 0;
  } finally {
    await geometry.close();
  }
}

async function main(): Promise<void> {
  if (values.time) {
    console.log(await measureShaping(join(folder as string, files[0] as string), Number(values.time)));
    return;
  }
  let good = true;
  for (const name of files) good = (await evaluate(name)) && good;
  console.log(
    `\nShaping all of ${files[0]}, tiled (process CPU, milliseconds; memory of the whole process, MB)`,
  );
  console.log('  parcels   first   warm best   warm median   points   RSS before   RSS peak');
  for (const size of values.sizes.split(',')) {
    const args = ['--import', 'tsx', fileURLToPath(import.meta.url), folder as string, '--time', size];
    const child = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
    console.log(
      child.status === 0 ? child.stdout.trimEnd() : `  ${size} failed: ${child.stderr.slice(-500)}`,
    );
    good = child.status === 0 && good;
  }
  process.exitCode = good ? 0 : 1;
}

await main();

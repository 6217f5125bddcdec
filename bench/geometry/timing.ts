import {
  type Candidate,
  createGeometry,
  type Feature,
  type Geometry,
} from '../../src/engines/geometry/engine.ts';
import { createRingAround, importParcels, readFeatures, tileVillage } from './village.ts';

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** One line of the table: all parcels selected by a box around them, snapped. */
export async function measureShaping(file: string, size: number): Promise<string> {
  const geometry = createGeometry({ timeLimitMs: 120_000 });
  try {
    const candidates = tileVillage(await importParcels(geometry, readFeatures(file)), size);
    const ring = createRingAround(candidates);
    const before = process.memoryUsage.rss();
    const times: number[] = [];
    let points = 0;
    for (let run = 0; run < (size > 20_000 ? 4 : 12); run++) {
      // Excludes another plot each time, to miss the outline cache.
      const exclude = [(candidates[run] as Candidate).id];
      const start = process.cpuUsage();
      const shaped = await geometry.shapeBoundary({ ring, snap: true, exclude, candidates });
      times.push(cpuSince(start));
      points = shaped.ring.length;
    }
    const [first = 0, ...warm] = times;
    warm.sort((a, b) => a - b);
    const columns = [
      String(size).padStart(9),
      first.toFixed(0).padStart(8),
      (warm[0] ?? 0).toFixed(0).padStart(12),
      (warm[warm.length >> 1] ?? 0).toFixed(0).padStart(14),
      String(points).padStart(9),
      megabytes(before).padStart(13),
      megabytes(process.resourceUsage().maxRSS * 1024).padStart(11),
    ];
    return columns.join('');
  } finally {
    await geometry.close();
  }
}

/** Parcels prepared per second, warm, over at least ten thousand: by wall clock and by CPU time. */
export async function measureRate(geometry: Geometry, features: readonly Feature[]): Promise<string> {
  const many: Feature[] = [];
  while (many.length < 10_000) many.push(...features);
  await geometry.prepareParcels(many.slice(0, 3000));
  const cpu = process.cpuUsage();
  const clock = performance.now();
  await geometry.prepareParcels(many);
  const byClock = (many.length / (performance.now() - clock)) * 1000;
  const byCpu = (many.length / cpuSince(cpu)) * 1000;
  return `${byClock.toFixed(0)} parcels/s by the clock, ${byCpu.toFixed(0)} per CPU second`;
}

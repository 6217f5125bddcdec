import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '../src/background/jobs/batching.ts';
import { type Recording, recordSnapshots } from '../src/background/jobs/device-recording.ts';
import { aggregateNewReadings } from '../src/background/jobs/reading-rollups.ts';
import { disableSynchronousCommit } from '../src/store/devices/device-polls.ts';
import { type BenchService, median } from './bench-harness.ts';

/** Sensors of a connection; each reports once a minute. */
export const sensorsEach = 500;
const reportSeconds = 30;

/** Connections that make so many readings a second together. */
export const connectionsFor = (rate: number) => Math.ceil((rate * 60) / sensorsEach);

/**
 * Readings at a steady rate through the path of every response, as long as is wanted: how long each waits until it is stored, what waits
 * unstored, and the memory of this process, which records them. Hours are counted every ten seconds, as the job does.
 */
export async function measureSteadyIngest(
  { sql, newId }: BenchService,
  firstConnection: number,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<void> {
  const store = createBatcher<Recording>(
    { atOnce: 3, mostTogether: 32, mostWeight: 5000 },
    ({ snapshot }) => snapshot.readings.length,
    (recordings) =>
      sql.begin(async (db) => {
        await Promise.all([disableSynchronousCommit(db), recordSnapshots(db, recordings)]);
      }),
  );
  const connections = connectionsFor(rate);
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  let [turn, stored, told] = [0, 0, 0];
  let waits: number[] = [];
  const all: number[] = [];
  const running = new Set<Promise<void>>();
  const counting = (async () => {
    while (elapsed() < seconds) {
      await sleep(10_000);
      await aggregateNewReadings(sql, new Date());
    }
  })();
  console.log(`\n${rate} readings a second of ${connections * sensorsEach} sensors, for ${seconds} s`);
  const tell = () => {
    told = elapsed();
    const sorted = waits.sort((a, b) => a - b);
    const at = (share: number) => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1000).toFixed(2);
    console.log(
      `  ${told.toFixed(0).padStart(5)} s: ${Math.round(stored / told)} stored a second, ${turn * sensorsEach - stored} wait; stored after ${at(0.5)} s, p95 ${at(0.95)}, longest ${at(0.9999)}; ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
    );
    waits = [];
  };
  while (elapsed() < seconds) {
    while (turn * sensorsEach < elapsed() * rate) {
      const asked = performance.now();
      const now = new Date();
      const place = turn % connections;
      turn += 1;
      const readings = Array.from({ length: sensorsEach }, (_, index) => ({
        deviceKey: 'device',
        sensorKey: `s${1 + index}`,
        number: (turn + index) / 7,
        text: null,
        measuredAt: now,
      }));
      const one = store({
        connectionId: String(firstConnection + 1 + place),
        snapshot: { devices: [], readings, leftOut: 0 },
        devicesChanged: false,
        now,
        notBefore: new Date(0),
        newId,
      }).then(() => {
        stored += sensorsEach;
        waits.push(performance.now() - asked);
        all.push(performance.now() - asked);
        running.delete(one);
      });
      running.add(one);
    }
    await sleep(20);
    if (elapsed() - told >= reportSeconds) tell();
  }
  await Promise.all(running);
  await counting;
  tell();
  all.sort((a, b) => a - b);
  console.log(
    `  in all ${stored} readings, stored after ${(median(all) / 1000).toFixed(2)} s, p95 ${((all[Math.floor(all.length * 0.95)] ?? 0) / 1000).toFixed(2)} s, longest ${((all.at(-1) ?? 0) / 1000).toFixed(2)} s`,
  );
}

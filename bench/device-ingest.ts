import { createBatcher } from '../src/background/jobs/batching.ts';
import { type Recording, recordSnapshots } from '../src/background/jobs/device-recording.ts';
import { aggregateNewReadings } from '../src/background/jobs/reading-rollups.ts';
import type { Reading } from '../src/engines/devices/provider.ts';
import { disableSynchronousCommit } from '../src/store/devices/device-polls.ts';
import type { BenchService } from './bench-harness.ts';

const day = 86_400_000;
const minute = 60_000;
const connections = 20;

interface Shape {
  title: string;
  sensors: number;
  each: number;
  everyMs: number;
  /** Share of a batch that repeats the previous one. */
  repeated: number;
}

const shapes: readonly Shape[] = [
  { title: 'one reading of each of 50 sensors', sensors: 50, each: 1, everyMs: minute, repeated: 0 },
  { title: 'one reading of each of 500 sensors', sensors: 500, each: 1, everyMs: minute, repeated: 0 },
  { title: '10 readings of each of 500 sensors', sensors: 500, each: 10, everyMs: 1000, repeated: 0 },
  { title: '500 readings of each of 10 sensors', sensors: 10, each: 500, everyMs: 1000, repeated: 0 },
  {
    title: 'history at 5 minutes, 500 readings of each of 10',
    sensors: 10,
    each: 500,
    everyMs: 5 * minute,
    repeated: 0,
  },
  {
    title: 'half sent before, 10 readings of each of 500',
    sensors: 500,
    each: 10,
    everyMs: 1000,
    repeated: 0.5,
  },
];

/**
 * The path of every response: looking up sensors, deduplicating and storing readings, updating latest values, rolling
 * up hours and days. All readings are in the past, so that all rollups are due and included in the time.
 */
export async function measureIngest(service: BenchService, firstConnection: number): Promise<void> {
  for (const [number, shape] of shapes.entries()) {
    await service.sql`truncate reading, reading_rollup, reading_uncounted`;
    await service.sql`vacuum sensor`;
    const clocks = Array.from({ length: connections }, () => Date.now() - (20 + 20 * number) * day);
    const begun = performance.now();
    let sent = 0;
    let stored = 0;
    let turn = 0;
    const store = createBatcher<Recording>(
      { atOnce: 3, mostTogether: 32, mostWeight: 5000 },
      ({ snapshot }) => snapshot.readings.length,
      async (recordings) => {
        const added = await service.sql.begin(async (db) => {
          const [, count] = await Promise.all([
            disableSynchronousCommit(db),
            recordSnapshots(db, recordings),
          ]);
          return count.added;
        });
        stored += added;
      },
    );
    const answer = async () => {
      while (performance.now() - begun < 8000) {
        const place = turn % connections;
        turn += 1;
        const start = clocks[place] as number;
        clocks[place] = start + Math.max(1, shape.each * (1 - shape.repeated)) * shape.everyMs;
        await store({
          connectionId: String(firstConnection + 1 + place),
          snapshot: { devices: [], readings: makeReadings(shape, start), leftOut: 0 },
          devicesChanged: false,
          now: new Date(),
          notBefore: new Date(0),
          newId: service.newId,
        });
        sent += shape.sensors * shape.each;
      }
    };
    // As in polling: many devices are polled concurrently, and waiting results are stored together.
    await Promise.all(Array.from({ length: connections }, answer));
    const writing = (performance.now() - begun) / 1000;
    const hours = await aggregateNewReadings(service.sql, new Date());
    const seconds = (performance.now() - begun) / 1000;
    const rate = (over: number) => Math.round(sent / over).toLocaleString('en');
    console.log(
      `ingest, ${shape.title}: ${rate(seconds)} readings/s with all ${hours} hours counted (${rate(writing)}/s before that); ` +
        `${sent.toLocaleString('en')} sent, ${stored.toLocaleString('en')} new`,
    );
  }
}

function makeReadings({ sensors, each, everyMs }: Shape, start: number): Reading[] {
  return Array.from({ length: sensors * each }, (_, index) => ({
    deviceKey: 'device',
    sensorKey: `s${1 + (index % sensors)}`,
    number: index / 7,
    text: null,
    measuredAt: new Date(start + Math.floor(index / sensors) * everyMs),
  }));
}

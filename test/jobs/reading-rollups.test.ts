import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { maintainReadings } from '../../src/background/jobs/device-maintenance.ts';
import { recordSnapshots } from '../../src/background/jobs/device-recording.ts';
import { aggregateNewReadings } from '../../src/background/jobs/reading-rollups.ts';
import {
  aggregateHours,
  listRollups,
  lockHoursToAggregate,
} from '../../src/store/devices/reading-rollups.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('hourly and daily rollups of readings', () => {
  let service: TestService;
  let village: Village;
  /** Two connections with three sensors each. */
  const connections: { id: string; sensors: string[] }[] = [];
  const keys = ['a', 'b', 'c'];
  const start = Math.floor(Date.now() / day) * day - 5 * day;
  const period = { from: new Date(start), to: new Date(start + 3 * day) };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    for (let number = 0; number < 2; number += 1) {
      const { data } = await village.clients.resident.connect_device({
        parcel: village.plots.resident,
        name: 'House',
        ...homeAssistantAt('https://ha.example.org'),
        secret: 'x',
      });
      const sensors = keys.map((key) => ({ ...thermometer, key }));
      await recordReadings(service, data.id, [makeDevice('d1', sensors)], []);
      const rows = await service.db<{ id: string }[]>`
        select s.id from sensor s join device d on d.id = s.device_id where d.connection_id = ${data.id} order by s.key`;
      connections.push({ id: data.id, sensors: rows.map(({ id }) => id) });
    }
  });

  const store = (batches: { place: number; values: [key: number, minutes: number, value: number][] }[]) =>
    service.pool.begin((db) =>
      recordSnapshots(
        db,
        batches.map(({ place, values }) => ({
          connectionId: connections[place]?.id as string,
          snapshot: {
            devices: [],
            readings: values.map(([key, minutes, value]) =>
              makeReading(keys[key] as string, new Date(start + minutes * minute), value),
            ),
            leftOut: 0,
          },
          devicesChanged: false,
          now: new Date(),
          notBefore: new Date(0),
          newId: service.newId,
        })),
      ),
    );
  const clear = () => service.db`truncate reading, reading_rollup, reading_uncounted`;

  const rounded = (value: number | null | undefined) => Math.round((value as number) * 1e9) / 1e9;
  /** Compares chart points with the raw readings. */
  const compare = async () => {
    for (const { id: connectionId, sensors } of connections) {
      for (const id of sensors) {
        for (const step of ['hour', 'day'] as const) {
          const truth = await service.db<Record<string, number>[]>`
            select extract(epoch from date_trunc(${step}, measured_at, 'UTC'))::float8 * 1000 as at, count(*)::int as n,
                   min(number) as low, max(number) as high, sum(number) as sum, avg(number) as mean, max(number) as max,
                   (array_agg(number order by measured_at desc))[1] as last
              from reading where sensor_id = ${id} group by 1 order by 1`;
          for (const aggregation of ['mean', 'sum', 'max', 'last'] as const) {
            const wanted = { step, bucketMs: step === 'hour' ? hour : day, aggregation };
            const shown = await listRollups(service.db, { id, connectionId }, period, wanted, 1000);
            assert.deepEqual(
              shown.map(([at, n, number, low, high]) => [at, n, rounded(number), low, high]),
              truth.map((row) => [row.at, row.n, rounded(row[aggregation]), row.low, row.high]),
            );
          }
        }
      }
    }
  };

  it('equal the raw readings at any time, with duplicates and late readings in any order', async () => {
    const reading = fc.tuple(
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }).map((minutes) => minutes - (minutes % 7)),
      fc.integer({ min: -50, max: 50 }),
    );
    const batch = fc.record({
      place: fc.integer({ min: 0, max: 1 }),
      values: fc.array(reading, { minLength: 1, maxLength: 25 }),
    });
    const step = fc.oneof(
      { weight: 3, arbitrary: batch },
      { weight: 1, arbitrary: fc.constant('count' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await clear();
        for (const one of steps) {
          if (one === 'count') await aggregateNewReadings(service.pool, new Date());
          else await store([one]);
        }
        await compare();
        await aggregateNewReadings(service.pool, new Date());
        assert.equal((await service.db`select 1 from reading_uncounted`).length, 0);
        await compare();
      }),
      { numRuns: 12 },
    );
  });

  it('are complete and do not deadlock when inserts and aggregation run concurrently', async () => {
    await clear();
    const batches = Array.from({ length: 60 }, (_, number) => ({
      place: number % 2,
      values: Array.from(
        { length: 30 },
        (_, index) =>
          [index % 3, (number * 11 + index * 13) % (2 * 24 * 60), index] as [number, number, number],
      ).sort(() => (number % 3) - 1),
    }));
    const pairs = Array.from({ length: 30 }, (_, number) => batches.slice(2 * number, 2 * number + 2));
    const writers = pairs.map((pair, number) => store(number % 2 === 0 ? pair : [...pair].reverse()));
    const counters = Array.from({ length: 10 }, () => aggregateNewReadings(service.pool, new Date()));
    await Promise.all([...writers, ...counters]);
    await compare();
    await aggregateNewReadings(service.pool, new Date());
    assert.equal((await service.db`select 1 from reading_uncounted`).length, 0);
    await compare();
    const [row] = await service.db<{ n: number; counted: number }[]>`
      select (select count(*)::int from reading) as n, (select sum(n)::int from reading_rollup where step = 'hour') as counted`;
    assert.ok(row && row.n > 0);
    assert.equal(row.counted, row.n);
  });

  it('skip an hour that is being written to, and run on one instance at a time', async () => {
    await clear();
    await store([{ place: 0, values: [[0, 5, 1]] }]);
    const past = new Date(start + 10 * day);
    let release = () => {};
    const written = new Promise<void>((done) => {
      release = done;
    });
    let begun = () => {};
    const isWriting = new Promise<void>((done) => {
      begun = done;
    });
    const writing = service.pool.begin(async (db) => {
      await recordSnapshots(db, [
        {
          connectionId: connections[0]?.id as string,
          snapshot: {
            devices: [],
            readings: [makeReading('a', new Date(start + 6 * minute), 2)],
            leftOut: 0,
          },
          devicesChanged: false,
          now: new Date(),
          notBefore: new Date(0),
          newId: service.newId,
        },
      ]);
      begun();
      await written;
    });
    await isWriting;
    assert.equal(await aggregateNewReadings(service.pool, new Date()), 0, 'locked by the writer');
    release();
    await writing;
    await service.pool.begin(async (db) => {
      const hours = await lockHoursToAggregate(db, past, 10);
      assert.equal(hours.length, 1);
      assert.equal(await aggregateNewReadings(service.pool, new Date()), 0, 'another instance aggregates');
      await aggregateHours(db, hours);
    });
    await compare();
  });

  it('are stored after an hour is over, while charts include the current hour', async () => {
    await clear();
    const now = Math.floor(Date.now() / hour) * hour + 30 * minute;
    const minutes = Math.floor((now - start) / minute);
    await store([{ place: 0, values: [[0, minutes, 21]] }]);
    const shown = async () =>
      (
        await listRollups(
          service.db,
          { id: connections[0]?.sensors[0] as string, connectionId: connections[0]?.id as string },
          { from: new Date(now - day), to: new Date(now + hour) },
          { step: 'hour', bucketMs: hour, aggregation: 'mean' },
          1000,
        )
      ).map(([, n, mean]) => [n, mean]);
    assert.equal(await aggregateNewReadings(service.pool, new Date(now + 32 * minute - minute)), 0);
    assert.deepEqual(await shown(), [[1, 21]]);
    assert.equal(await aggregateNewReadings(service.pool, new Date(now + 33 * minute)), 1);
    assert.deepEqual(await shown(), [[1, 21]]);
  });

  it('are kept when their readings were deleted, and reject readings before the horizon', async () => {
    await clear();
    await store([
      {
        place: 0,
        values: [
          [0, 5, 10],
          [0, 7, 20],
        ],
      },
    ]);
    // The retention horizon never moves back.
    await maintainReadings(service.pool, new Date(), 4);
    await service.db`delete from reading`;
    assert.equal((await store([{ place: 0, values: [[0, 9, 1000]] }])).added, 0);
    await aggregateNewReadings(service.pool, new Date());
    const rows = await service.db`select step, n, total from reading_rollup order by step`;
    assert.deepEqual(
      rows.map(({ step, n, total }) => [step, n, total]),
      [
        ['day', 2, 30],
        ['hour', 2, 30],
      ],
    );
    await service.db`delete from reading_horizon`;
  });
});

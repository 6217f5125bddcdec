import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { maintainReadings } from '../../../src/background/jobs/device-maintenance.ts';
import { aggregateNewReadings } from '../../../src/background/jobs/reading-rollups.ts';
import {
  createMonthPartition,
  listMonthPartitions,
  monthPartitionOf,
} from '../../../src/store/devices/reading-partitions.ts';
import { waitForLockWaiters } from '../../db/lock-waiters.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { homeAssistantAt, makeDevice, makeReading, recordReadings, thermometer } from './device-fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('readings of sensors', () => {
  let service: TestService;
  let village: Village;
  let connection: string;
  /** Noon two days ago. */
  const noon = Math.floor(Date.now() / day) * day - 2 * day + 12 * hour;
  const at = (offset: number) => new Date(noon + offset);

  const newSensor = async (change: Partial<typeof thermometer> = {}) => {
    const key = `s${service.newId()}`;
    const sensor = { ...thermometer, ...change, key };
    const give = (...values: [offset: number, value: number][]) =>
      recordReadings(
        service,
        connection,
        [makeDevice('d1', [sensor])],
        values.map(([offset, value]) => makeReading(key, at(offset), value)),
      );
    await give();
    const [row] = await service.db<{ id: string }[]>`select id from sensor where key = ${key}`;
    const id = row?.id as string;
    const read = async (from: number, to: number, step: 'auto' | 'raw' | 'hour' | 'day' = 'auto') =>
      (
        await village.clients.resident.list_sensor_readings({
          sensor: id,
          from: at(from).toISOString(),
          to: at(to).toISOString(),
          step,
        })
      ).data;
    const shown = async () =>
      (await village.clients.resident.list_my_devices({})).data
        .flatMap(({ devices }) => devices.flatMap(({ sensors }) => sensors))
        .find((one) => one.id === id);
    return { id, key, give, read, shown };
  };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const made = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'House',
      ...homeAssistantAt('https://ha.example.org'),
      secret: 'x',
    });
    connection = made.data.id;
  });

  it('of texts are kept as they were sent, an hour is its last one', async () => {
    const sensor = await newSensor({ valueType: 'text', aggregation: 'last', unit: '' });
    const texts: [number, string][] = [
      [10 * minute, 'открыты'],
      [40 * minute, 'закрыты'],
    ];
    await recordReadings(
      service,
      connection,
      [
        makeDevice('d1', [
          { ...thermometer, valueType: 'text', aggregation: 'last', unit: '', key: sensor.key },
        ]),
      ],
      texts.map(([offset, text]) => ({ ...makeReading(sensor.key, at(offset), 0), number: null, text })),
    );
    const textsOf = async (step: 'raw' | 'hour') =>
      (await sensor.read(0, hour, step)).readings.map(({ number, text }) => [number, text]);
    assert.deepEqual(await textsOf('raw'), [
      [null, 'открыты'],
      [null, 'закрыты'],
    ]);
    assert.deepEqual(await textsOf('hour'), [[null, 'закрыты']]);
  });

  it('are stored once, however often they are sent, and in any order', async () => {
    const sensor = await newSensor();
    assert.equal(await sensor.give([10 * minute, 20], [20 * minute, 22]), 2);
    assert.equal(await sensor.give([10 * minute, 99], [15 * minute, 21], [15 * minute, 98]), 1);
    const { readings, step, step_seconds } = await sensor.read(0, hour);
    assert.deepEqual(
      readings.map(({ number }) => number),
      [20, 21, 22],
    );
    assert.deepEqual([step, step_seconds], ['raw', 0]);
    const now = await sensor.shown();
    assert.equal(now?.number, 22, 'a late reading changes no present');
    assert.equal(
      now?.measured_at,
      `${at(20 * minute)
        .toISOString()
        .slice(0, 19)}+00:00`,
    );
    assert.equal(now?.is_fresh, false);
  });

  it('are aggregated into hours and days, late ones too', async () => {
    const sensor = await newSensor();
    await sensor.give([10 * minute, 10], [hour + minute, 40]);
    await sensor.give([5 * minute, 4], [10 * minute, 1000]);
    const check = async () => {
      const hours = await sensor.read(0, day, 'hour');
      assert.deepEqual(
        hours.readings.map(({ number, low, high, count }) => [number, low, high, count]),
        [
          [7, 4, 10, 2],
          [40, 40, 40, 1],
        ],
      );
      assert.equal(hours.readings[0]?.at, `${at(0).toISOString().slice(0, 19)}+00:00`);
      const days = await sensor.read(0, day, 'day');
      assert.deepEqual(
        days.readings.map(({ number, count }) => [number, count]),
        [[18, 3]],
      );
      assert.equal(days.step_seconds, 86400);
    };
    await check();
    assert.ok((await aggregateNewReadings(service.pool, new Date())) >= 2);
    await check();
    // Equal to aggregating from scratch.
    const [wrong] = await service.db<{ count: number }[]>`
      select count(*)::int as count from reading_rollup r
        join lateral (select count(*) as n, avg(number) as mean, min(number) as low, max(number) as high, sum(number) as total,
                             (array_agg(number order by measured_at desc))[1] as last
                        from reading x where x.sensor_id = r.sensor_id and date_trunc(r.step, x.measured_at, 'UTC') = r.starts_at) c on true
       where (r.n, r.low, r.high, r.total, r.last_number) is distinct from (c.n, c.low, c.high, c.total, c.last)
          or abs(r.mean - c.mean) > 1e-9`;
    assert.equal(wrong?.count, 0);
    const [counted] = await service.db<{ count: number }[]>`
      select count(*)::int as count from reading_rollup where sensor_id = ${sensor.id}`;
    assert.equal(counted?.count, 3, 'two hours and a day');
  });

  it('are combined by the aggregation of their sensor', async () => {
    const values: [number, number][] = [
      [minute, 1],
      [2 * minute, 5],
      [3 * minute, 3],
    ];
    const expected = { mean: 3, sum: 9, max: 5, last: 3 } as const;
    for (const [aggregation, number] of Object.entries(expected)) {
      const sensor = await newSensor({ aggregation: aggregation as 'mean' });
      await sensor.give(...values);
      assert.equal((await sensor.read(0, hour, 'hour')).readings[0]?.number, number, aggregation);
    }
  });

  it('are ignored from a disabled sensor, and when too old or too large', async () => {
    const sensor = await newSensor();
    assert.equal(await sensor.give([-500 * day, 1], [minute, 1e300]), 0);
    await village.clients.resident.edit_device_connection({
      connection,
      sensors: [{ id: sensor.id, is_enabled: false }],
    });
    assert.equal(await sensor.give([minute, 1]), 0);
  });

  it('of a year at five minutes fit a chart, for any step', async () => {
    const sensor = await newSensor();
    await service.db`
      insert into reading (sensor_id, measured_at, number)
      select ${sensor.id}, t, 20 + 10 * sin(extract(epoch from t) / 86400)
        from generate_series(${at(-365 * day)}::timestamptz, ${at(0)}::timestamptz, interval '5 minutes') t`;
    await service.db`
      insert into reading_rollup (sensor_id, step, starts_at, n, mean, low, high, total, last_number, last_at)
      select sensor_id, u.step, date_trunc(u.step, measured_at, 'UTC'), count(*), avg(number), min(number), max(number), sum(number),
             (array_agg(number order by measured_at desc))[1], max(measured_at)
        from reading cross join (values ('hour'), ('day')) u (step) where sensor_id = ${sensor.id} group by 1, 2, 3`;
    const year = await sensor.read(-365 * day, 0);
    assert.equal(year.step, 'day');
    assert.ok(year.readings.length >= 365 && year.readings.length <= 367);
    assert.ok(year.readings.every(({ number }) => number !== null && number >= 10 && number <= 30));
    const hours = await sensor.read(-365 * day, 0, 'hour');
    assert.ok(hours.readings.length >= 730 && hours.readings.length <= 731);
    assert.ok(hours.readings.every(({ at }) => /T(00|12):00:00/.test(at)));
    assert.equal(hours.step_seconds % 3600, 0);
    assert.equal(
      hours.readings.reduce((sum, { count }) => sum + count, 0),
      365 * 288,
      'nothing is lost or counted twice',
    );
    const week = await sensor.read(-7 * day, 0, 'raw');
    assert.ok(week.readings.length > 500 && week.readings.length <= 1000);
    assert.equal(
      week.readings.reduce((sum, { count }) => sum + count, 0),
      7 * 288,
    );
    assert.equal((await sensor.read(-2 * day, 0)).readings.length, 576);
    assert.equal((await sensor.read(-30 * day, 0)).step, 'hour');
  });

  it('come with a summary of the period and the time switched on', async () => {
    const { give, read } = await newSensor();
    await give([0, 20], [minute, 21.04], [2 * minute, 25]);
    const day1 = await read(-hour, hour);
    assert.deepEqual(day1.summary, {
      count: 3,
      low: 20,
      high: 25,
      mean: 22.01,
      trend: null,
      on_seconds: null,
    });
    assert.equal(day1.decimals, 1);
    const long = (await read(-10 * day, day, 'day')).summary;
    assert.deepEqual([long.count, long.low, long.high, long.mean], [3, 20, 25, 22.01]);
    assert.deepEqual((await read(hour, 2 * hour)).summary, {
      count: 0,
      low: null,
      high: null,
      mean: null,
      trend: null,
      on_seconds: null,
    });

    const pump = await newSensor({ kind: 'pump_state', valueType: 'boolean', aggregation: 'last', unit: '' });
    await pump.give([-2 * hour, 1], [10 * minute, 0], [20 * minute, 1], [25 * minute, 1], [30 * minute, 0]);
    const on = async (from: number, to: number) => (await pump.read(from, to)).summary.on_seconds;
    assert.equal(await on(0, hour), 20 * 60, 'on since before, and once more');
    assert.equal(await on(0, 5 * minute), 5 * 60, 'without a reading of its own');
    assert.equal(await on(21 * minute, 22 * minute), 60);
    assert.equal(await on(31 * minute, 40 * minute), 0);
    assert.equal(await on(-3 * hour, -2 * hour), 0, 'nobody knows, so nothing is counted');
    assert.equal((await pump.read(0, hour)).summary.mean, null);
    const stretches = async (from: number, to: number) =>
      (await pump.read(from, to)).on?.map((each) =>
        [each.from, each.to].map((moment) => (Date.parse(moment) - noon) / minute),
      );
    assert.deepEqual(await stretches(0, hour), [
      [0, 10],
      [20, 30],
    ]);
    assert.deepEqual(await stretches(0, 5 * minute), [[0, 5]], 'without a reading of its own');
    assert.deepEqual(await stretches(31 * minute, 40 * minute), []);
    assert.equal((await pump.read(-10 * day, day, 'day')).on, null);
    assert.equal((await read(-hour, hour)).on, null, 'a number is neither on nor off');
    await pump.give([40 * minute, 1]);
    const [soon, late] = [40 * minute, 40 * minute + 6 * day];
    const counted = (await pump.read(soon, late, 'raw')).summary.on_seconds ?? 0;
    const past = (Date.now() - at(soon).getTime()) / 1000;
    assert.ok(counted <= past + 5 && counted > 0, 'the future is not counted');
    const daily = async (from: number) => (await pump.read(from, 39 * minute, 'day')).summary.on_seconds;
    assert.equal(await daily(-10 * day), 140 * 60, 'also where a point is a day');
    assert.equal(await daily(-63 * day), null, 'too long to be summed');
    await service.db`insert into reading_horizon (dropped_before) values (${at(-9 * day)})`;
    assert.equal(await daily(-10 * day), null, 'some readings are gone');
    assert.equal(await daily(-8 * day), 140 * 60);
    await service.db`delete from reading_horizon`;
  });

  it('require a valid period', async () => {
    const { id: sensor } = await newSensor();
    const ask = (input: Record<string, string>) =>
      village.clients.resident.list_sensor_readings({ sensor, ...input });
    const [early, late] = [at(-9 * day).toISOString(), at(0).toISOString()];
    await assertRefused(ask({ from: late, to: early }), 422, 'from');
    await assertRefused(ask({ from: early, to: late, step: 'raw' }), 422, 'step');
    await assertRefused(ask({ from: '1990-01-01T00:00:00Z' }), 422, 'from');
    await assertRefused(ask({ from: 'yesterday' }), 422, 'from');
    await assertRefused(ask({ step: 'minute' }), 422, 'step');
    await assertRefused(village.clients.resident.list_sensor_readings({ sensor: '999' }), 404);
    assert.deepEqual((await ask({})).data.readings, []);
  });

  it('of a source that invents sensors stay bounded', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sensors = Array.from({ length: 400 }, (_, index) => ({
        ...thermometer,
        key: `r${round}-${index}`,
      }));
      await recordReadings(service, connection, [makeDevice('many', sensors)], []);
    }
    const [row] = await service.db<{ count: number }[]>`
      select count(*)::int as count from sensor s join device d on d.id = s.device_id where d.connection_id = ${connection}`;
    assert.equal(row?.count, 500);
  });

  it('are partitioned by month, also those that came before their partition was made', async () => {
    const now = new Date();
    await maintainReadings(service.pool, now, 400);
    await maintainReadings(service.pool, now, 400);
    const months = await listMonthPartitions(service.db);
    assert.deepEqual(
      months,
      [-1, 0, 1, 2].map((offset) => monthPartitionOf(now, offset).name),
    );
    const sensor = '1';
    const old = monthPartitionOf(now, -5);
    await service.db`insert into reading (sensor_id, measured_at, number) values (${sensor}, ${old.from}, 7), (${sensor}, ${now}, 8)`;
    const place = async () =>
      (
        await service.db`select tableoid::regclass::text as place from reading where sensor_id = ${sensor} order by measured_at`
      ).map((row) => row.place);
    assert.deepEqual(await place(), ['reading_rest', monthPartitionOf(now).name]);
    await service.pool.begin((db) => createMonthPartition(db, old));
    assert.deepEqual(await place(), [old.name, monthPartitionOf(now).name]);
    // Whole months are dropped once all of it is too old.
    await maintainReadings(service.pool, now, 60);
    assert.deepEqual(await place(), [monthPartitionOf(now).name]);
    const [rest] = await service.db<{ count: number }[]>`
      select count(*)::int as count from reading where measured_at < ${new Date(now.getTime() - 92 * day)}`;
    assert.equal(rest?.count, 0);
  });

  it('come in and are read while an old month waits to be dropped behind a long read', async () => {
    const now = new Date();
    const old = monthPartitionOf(now, -6);
    await service.pool.begin((db) => createMonthPartition(db, old));
    const reader = await service.pool.reserve();
    await reader`begin`;
    await reader`select count(*) from reading`;
    const upkeep = maintainReadings(service.pool, now, 60);
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        await waitForLockWaiters(reader);
        // Refused, where whoever changes the partitions waited for the reader with everybody behind it.
        await service.pool.begin({ lockMilliseconds: 30_000 }, async (db) => {
          await db`insert into reading (sensor_id, measured_at, number) values ('2', ${new Date(now.getTime() - turn * 1000)}, 1)`;
        });
      }
      assert.ok((await listMonthPartitions(service.db)).includes(old.name), 'the reader is not over yet');
    } finally {
      await reader`commit`;
      reader.release();
      await upkeep;
    }
    assert.ok(!(await listMonthPartitions(service.db)).includes(old.name));
  });
});

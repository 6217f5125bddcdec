import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { homeAssistantAt, makeDevice, makeReading, recordReadings, thermometer } from './device-fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('what readings of a sensor tell of bounds, trend and silence', () => {
  let service: TestService;
  let village: Village;
  let connection: string;
  /** Noon two days ago. */
  const noon = Math.floor(Date.now() / day) * day - 2 * day + 12 * hour;
  const at = (offset: number) => new Date(noon + offset);
  const recordSensor = async (key: string, values: readonly [offset: number, value: number][]) => {
    await recordReadings(
      service,
      connection,
      [makeDevice('d1', [{ ...thermometer, key }])],
      values.map(([offset, value]) => makeReading(key, at(offset), value)),
    );
    const [row] = await service.db<{ id: string }[]>`select id from sensor where key = ${key}`;
    return String(row?.id);
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

  it('are counted below and above bounds', async () => {
    const sensor = await recordSensor('bounds', [
      [0, 3],
      [minute, 5],
      [2 * minute, 8],
      [3 * minute, 12],
    ]);
    const period = { sensor, from: at(0).toISOString(), to: at(hour).toISOString() };
    const count = async (bounds: object) => {
      const { summary } = (await village.clients.resident.list_sensor_readings({ ...period, ...bounds }))
        .data;
      return [summary.below, summary.above];
    };
    assert.deepEqual(await count({ below: 5, above: 5 }), [1, 2]);
    assert.deepEqual(await count({ below: 8.5 }), [3, undefined]);
    assert.deepEqual(await count({}), [undefined, undefined]);
    const long = await count({ from: at(-100 * day).toISOString(), below: 5 });
    assert.deepEqual(long, [null, undefined], 'not told of a period whose single readings are not read');
  });

  it('have no trend while the sensor is silent, except in a period of the past', async () => {
    const sensor = await recordSensor(
      'silent',
      [0, 1, 2, 3, 4].map((place) => [place * hour, 10 + 2 * place]),
    );
    const { resident } = village.clients;
    const read = async (period: object) =>
      (await resident.list_sensor_readings({ sensor, from: at(-hour).toISOString(), ...period })).data
        .summary;
    const { trend, high } = await read({});
    assert.deepEqual([trend, high], [null, 18]);
    assert.equal((await read({ to: at(5 * hour).toISOString() })).trend, 'rising');
  });

  it('keep alerts and silence in the summary of devices', async () => {
    const sensor = await recordSensor('watched', [[0, 10]]);
    const { resident } = village.clients;
    const alerts = [{ kind: 'below', value: 4.5 } as const];
    await resident.edit_device_connection({ connection, sensors: [{ id: sensor, alerts }] });
    const { data } = await resident.list_my_devices({ detail: 'summary' });
    const short = data
      .flatMap(({ devices }) => devices.flatMap(({ sensors }) => sensors))
      .find(({ id }) => id === sensor);
    assert.deepEqual([short?.is_fresh, short?.alerts[0]?.value], [false, 4.5]);
  });
});

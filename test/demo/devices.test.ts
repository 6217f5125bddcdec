import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { devices } from '../../src/entry/demo/devices.ts';
import type { DemoPeople } from '../../src/entry/demo/people.ts';
import { claimDueConnections } from '../../src/store/devices/device-polls.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('demo data: devices', () => {
  let service: TestService;
  let people: DemoPeople;
  before(async () => {
    service = await startService();
    ({ people } = await loadDemoParts(service, [devices]));
  });

  it('include sensors of many kinds, a stale one, one of unknown kind and a failing connection', async () => {
    const client = service.client(people.access.resident.token);
    const { data } = await client.list_my_devices({});
    assert.deepEqual(data.map(({ state }) => state).sort(), ['failing', 'ok', 'ok', 'ok']);
    assert.ok(data.find(({ state }) => state === 'failing')?.last_error);
    const sensors = data
      .filter(({ state }) => state === 'ok')
      .flatMap((connection) => connection.devices.flatMap((device) => device.sensors));
    assert.deepEqual(
      sensors.filter(({ is_fresh }) => !is_fresh).map(({ raw_key }) => raw_key),
      ['sensor.cellar_temperature'],
    );
    assert.equal(sensors.filter(({ kind }) => kind === '').length, 1);
    for (const kind of [
      'water_level',
      'pump_state',
      'temperature',
      'soil_moisture',
      'power',
      'energy',
      'door',
      'leak',
      'pressure',
    ]) {
      assert.ok(
        sensors.some((sensor) => sensor.kind === kind),
        kind,
      );
    }
    const { notifications } = await client.list_notifications({});
    assert.deepEqual(notifications.map(({ key }) => key).sort(), [
      'notifications.device_trouble',
      'notifications.sensor_below',
      'notifications.sensor_silent',
    ]);
    const raised = sensors.filter(({ alerts }) => alerts.some(({ is_raised }) => is_raised));
    assert.deepEqual(raised.map(({ name }) => name).sort(), ['Вода в скважине', 'Погреб']);
    assert.ok(data.some(({ provider, has_secret }) => provider === 'push' && has_secret));
  });

  it('have plausible readings: pump switching, tank level, one outage, a year of temperatures, a counter', async () => {
    const client = service.client(people.access.resident.token);
    const { data } = await client.list_my_devices({});
    const sensors = data.flatMap(({ devices: found }) => found.flatMap((device) => device.sensors));
    const read = async (name: string, days: number, step: 'raw' | 'hour' | 'day') => {
      const sensor = sensors.find((one) => one.name === name)?.id as string;
      const from = new Date(Date.now() - days * 86_400_000).toISOString();
      return (await client.list_sensor_readings({ sensor, from, step })).data.readings;
    };
    const times = (readings: { at: string }[]) => readings.map(({ at }) => Date.parse(at));
    const numbers = (readings: { number: number | null }[]) => readings.map(({ number }) => number as number);

    const pump = numbers(await read('Насос', 3, 'raw'));
    assert.deepEqual([...new Set(pump)].sort(), [0, 1]);
    const tank = await read('Бак', 6, 'raw');
    const levels = numbers(tank);
    assert.ok(Math.min(...levels) > 20 && Math.max(...levels) <= 100);
    const rises = levels.filter((level, index) => level > (levels[index - 1] ?? level) + 5).length;
    const falls = levels.filter((level, index) => level < (levels[index - 1] ?? level)).length;
    assert.ok(rises >= 6 && falls > 2 * rises, `${rises} rises, ${falls} falls`);
    const gaps = times(tank).filter((at, index, all) => at - (all[index - 1] ?? at) > 3 * 3_600_000);
    assert.equal(gaps.length, 1, 'the electricity was off once');

    const year = await read('На улице', 364, 'day');
    assert.ok(year.length >= 360, `${year.length} days`);
    const byMonth = (month: number) =>
      numbers(year.filter(({ at }) => new Date(at).getUTCMonth() === month)).reduce(
        (sum, number, _, { length }) => sum + number / length,
        0,
      );
    assert.ok(byMonth(0) < 0 && byMonth(6) > 14, `January ${byMonth(0)}, July ${byMonth(6)}`);
    const hours = await read('Давление', 6, 'hour');
    assert.ok(hours.length >= 143 && numbers(hours).every((value) => value > 980 && value < 1040));
    const energy = sensors.find(({ kind }) => kind === 'energy')?.id as string;
    const from = new Date(Date.now() - 300 * 86_400_000).toISOString();
    const counted = numbers((await client.list_sensor_readings({ sensor: energy, from })).data.readings);
    assert.ok(
      counted.every((value, index) => value >= (counted[index - 1] ?? value)),
      'a counter never falls',
    );
  });

  it('are never due for polling', async () => {
    const now = new Date(Date.now() + 365 * 86_400_000);
    const wanted = { now, lockedUntil: now, limit: 10, perAccount: 4, busyAccounts: [] };
    assert.equal((await claimDueConnections(service.pool, wanted)).length, 0);
  });
});

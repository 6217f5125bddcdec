import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { devices } from '../../src/demo/devices.ts';
import type { DemoPeople } from '../../src/demo/people.ts';
import { claimDueConnections } from '../../src/store/devices/device-polls.ts';
import { loadDemoParts } from '../harness/demonstration.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('devices of the demonstration', () => {
  let service: TestService;
  let people: DemoPeople;
  before(async () => {
    service = await startService();
    ({ people } = await loadDemoParts(service, [devices]));
  });

  it('have a week of readings, one that fell silent, one nobody knows and one connection in trouble', async () => {
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
    const level = sensors.find(({ kind }) => kind === 'water_level')?.id as string;
    const from = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const { readings, step } = (await client.list_sensor_readings({ sensor: level, from })).data;
    const { notifications } = await client.list_notifications({});
    assert.deepEqual(notifications.map(({ key }) => key).sort(), [
      'notifications.device_trouble',
      'notifications.sensor_below',
      'notifications.sensor_silent',
    ]);
    const raised = sensors.filter(({ alerts }) => alerts.some(({ is_raised }) => is_raised));
    assert.deepEqual(raised.map(({ name }) => name).sort(), ['Вода в скважине', 'Погреб']);
    assert.ok(data.some(({ provider, has_secret }) => provider === 'push' && has_secret));
    assert.equal(step, 'hour');
    assert.ok(readings.length >= 168 && readings.length <= 170);
  });

  it('are never asked', async () => {
    const now = new Date(Date.now() + 365 * 86_400_000);
    const wanted = { now, lockedUntil: now, limit: 10, perAccount: 4, busyAccounts: [] };
    assert.equal((await claimDueConnections(service.pool, wanted)).length, 0);
  });
});

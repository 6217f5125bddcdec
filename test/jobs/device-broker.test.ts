import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { devicePollingWorker, pollDueConnections } from '../../src/background/jobs/device-polling.ts';
import { createPollResultWriter } from '../../src/background/jobs/poll-result-writer.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { account, type Broker, startBroker } from '../devices/broker.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { createJobContext } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('polling an MQTT broker', () => {
  let service: TestService;
  let village: Village;
  let broker: Broker;
  const guard = createGuard({ allowPrivate: false, allowLoopback: true });
  const storing = () =>
    createPollResultWriter({
      pool: service.pool,
      services: service.app.services,
      keepDays: 400,
      now: () => new Date(),
      newId: service.newId,
    });
  const poll = () =>
    pollDueConnections(
      {
        pool: service.pool,
        secrets: service.app.services.devices.secrets,
        guard,
        keepDays: 400,
        signal: new AbortController().signal,
        now: () => new Date(),
        storing: storing(),
        listenMs: 2500,
      },
      new Date(Date.now() + 1000),
    );
  const show = async (id: string) =>
    (await village.clients.resident.list_my_devices({})).data.find((one) => one.id === id);

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' }, { deviceGuard: loopbackGuard });
    village = await buildVillage(service);
    broker = await startBroker();
    const definition = { exposes: [{ type: 'numeric', property: 'temperature', unit: '°C', access: 1 }] };
    const list = [{ ieee_address: '0x01', friendly_name: 'bath', type: 'EndDevice', definition }];
    await broker.publish('zigbee2mqtt/bridge/devices', list, true);
    await broker.publish(
      'zigbee2mqtt/bath',
      { temperature: 64.5, last_seen: new Date().toISOString() },
      true,
    );
  });
  after(() => broker.close());

  it('stores retained values, and reports a wrong password', async () => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Bath house',
      provider: 'mqtt',
      settings: { host: '127.0.0.1', port: broker.port, tls: false, username: account.username },
      secret: account.password,
    });
    assert.equal(await poll(), 1);
    const shown = await show(data.id);
    assert.equal(shown?.state, 'ok');
    const found = shown?.devices.flatMap(({ name, sensors }) =>
      sensors.map(({ kind, number }) => [name, kind, number]),
    );
    assert.deepEqual(found, [['bath', 'temperature', 64.5]]);

    await village.clients.resident.edit_device_connection({ connection: data.id, secret: 'planted-wrong' });
    assert.equal(await poll(), 1);
    const refused = await show(data.id);
    assert.deepEqual([refused?.state, refused?.failure_count], ['failing', 1]);
    assert.match(refused?.last_error ?? '', /did not accept/);
    assert.ok(!service.log.some((line) => line.includes('planted')));
  });

  it('releases the poll lock when the service stops', async () => {
    await service.db`update device_connection set next_poll_at = now() - interval '1 second', state = 'ok', failure_count = 0`;
    const [row] = await service.db<{ id: string }[]>`select id from device_connection`;
    const connection = row?.id as string;
    await village.clients.resident.edit_device_connection({ connection, secret: account.password });
    const stopping = new AbortController();
    const { secrets } = service.app.services.devices;
    const worker = devicePollingWorker({ guard, secrets, keepDays: 400 }, () => service.app.services);
    const running = worker.handle({}, createJobContext(service, { signal: stopping.signal }));
    const locked = async () =>
      (await service.db`select 1 from device_connection where poll_locked_until is not null`).length;
    await waitUntil('the connection is being polled', async () => (await locked()) === 1);
    stopping.abort();
    await running;
    await worker.stop?.();
    assert.equal(await locked(), 0);
    assert.equal((await show(connection))?.failure_count, 0);
  });
});

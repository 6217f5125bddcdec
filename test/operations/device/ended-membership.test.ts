import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { deleteAccount } from '../../../src/store/accounts/credentials.ts';
import { endMembership, insertMembership } from '../../../src/store/land/residents.ts';
import { waitForLockWaiters } from '../../db/lock-waiters.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from './device-fixtures.ts';

describe('devices after the end of a membership', () => {
  let service: TestService;
  let village: Village;
  const connect = async (who: Persona, parcel: string) => {
    const { data } = await village.clients[who].connect_device({
      parcel,
      name: 'House',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
    });
    await recordReadings(
      service,
      data.id,
      [makeDevice('d1', [thermometer])],
      [makeReading('temperature', new Date(), 5)],
    );
    return data.id;
  };
  const belong = async (who: Persona, parcelId: string) => {
    const id = service.newId();
    const rest = { role: 'owner', state: 'confirmed', isPrimary: false, now: new Date() } as const;
    await insertMembership(service.db, {
      id,
      accountId: village.accounts[who],
      parcelId,
      decidedBy: village.accounts.editor,
      ...rest,
    });
    return id;
  };
  const stateOf = async (id: string) => {
    const [row] = await service.db<{ state: string; hasSecret: boolean }[]>`
      select state, secret is not null as "hasSecret" from device_connection where id = ${id}`;
    return [row?.state, row?.hasSecret];
  };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('are disconnected on that plot and for that person only', async () => {
    const leaving = await belong('newcomer', village.plots.free);
    await belong('newcomer', village.plots.empty);
    await belong('company', village.plots.free);
    const gone = await connect('newcomer', village.plots.free);
    const elsewhere = await connect('newcomer', village.plots.empty);
    const others = await connect('company', village.plots.free);
    await village.clients.editor.remove_resident({
      settlement: village.settlement.id,
      resident: leaving,
      reason: 'Sold.',
    });
    assert.deepEqual(await stateOf(gone), ['revoked', false]);
    assert.deepEqual(await stateOf(elsewhere), ['new', true]);
    assert.deepEqual(await stateOf(others), ['new', true]);

    const shown = (await village.clients.newcomer.list_my_devices({})).data.find(({ id }) => id === gone);
    const sensor = shown?.devices[0]?.sensors[0]?.id as string;
    const kept = await village.clients.newcomer.list_sensor_readings({ sensor });
    assert.equal(kept.data.readings.length, 1, 'what was measured stays with who measured it');
    const edit = { connection: gone, secret: 'again', is_paused: false };
    await assertRefused(village.clients.newcomer.edit_device_connection(edit), 422, 'connection');
    await assertRefused(village.clients.outsider.edit_device_connection(edit), 404);
  });

  it('are disconnected when the person leaves, and when the account is deleted', async () => {
    const membership = await belong('moderator', village.plots.free);
    const left = await connect('moderator', village.plots.free);
    await village.clients.moderator.remove_resident({
      settlement: village.settlement.id,
      resident: membership,
    });
    assert.deepEqual(await stateOf(left), ['revoked', false]);
    const deleted = await connect('outsider', village.outsiderPlot);
    await service.pool.begin((db) => deleteAccount(db, village.accounts.outsider, new Date()));
    assert.deepEqual(await stateOf(deleted), ['revoked', false]);
  });

  it('cannot be connected while the membership is being ended', async () => {
    const membership = await belong('editor', village.plots.free);
    const accountId = village.accounts.editor;
    let connecting: Promise<unknown> | undefined;
    await service.pool.begin(async (db) => {
      await db`select 1 from account where id = ${accountId} for no key update`;
      connecting = connect('editor', village.plots.free).catch((error: unknown) => error);
      await waitForLockWaiters(db);
      const decision = { reason: null, decidedBy: accountId, now: new Date() };
      await endMembership(db, { id: membership, accountId, parcelId: village.plots.free }, decision);
    });
    assert.equal(((await connecting) as { status?: number }).status, 403);
    const rows = await service.db`
      select 1 from device_connection where account_id = ${accountId} and state <> 'revoked'`;
    assert.equal(rows.length, 0);
  });
});

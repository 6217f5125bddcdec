import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { end_meter } from '../../src/features/actions/end_meter.ts';
import { list_common_devices } from '../../src/features/actions/list_common_devices.ts';
import { list_household_devices } from '../../src/features/actions/list_household_devices.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { name_keeper } from '../../src/features/actions/name_keeper.ts';
import { set_plot_kind } from '../../src/features/actions/set_plot_kind.ts';
import { show_village_commons } from '../../src/features/actions/show_village_commons.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { endMembership } from '../../src/store/land/residents.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../harness/village.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';

describe('devices of a settlement', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  let plot: string;
  let connection: string;
  let sensor: string;
  const as = (who: Persona) => village.accounts[who];
  const connect = (who: Persona, parcel = plot) =>
    village.clients[who].connect_device({
      parcel,
      name: 'Pump',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
    });
  const rename = (who: Persona, name: string) =>
    village.clients[who].edit_device_connection({ connection, name }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const readings = (who: Persona) =>
    village.clients[who].list_sensor_readings({ sensor }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const list = (who: Persona) => runActionAs(service, as(who), list_common_devices, { settlement });
  const nameKeeper = (who: Persona, is_named = true, by: Persona = 'editor') =>
    runActionAs(service, as(by), name_keeper, { settlement, account: as(who), is_named });
  const ownerOf = async () => {
    const [row] = await service.db<{ owner: string }[]>`
      select account_id as owner from device_connection where id = ${connection}`;
    return personas.find((who) => as(who) === row?.owner);
  };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    await runActionAs(service, as('editor'), add_plots, { settlement, numbers: '900', kind: 'common' });
    const [row] = await service.db<{ id: string }[]>`select id from parcel where number = '900'`;
    plot = row?.id as string;
    connection = (await connect('editor')).data.id;
    await recordReadings(
      service,
      connection,
      [makeDevice('d1', [thermometer])],
      [makeReading('temperature', new Date(), 5)],
    );
    const [found] = (await list('resident')).sensors;
    sensor = found?.id as string;
  });

  it('are connected by the board and its keepers alone', async () => {
    for (const who of personas.filter((one) => one !== 'editor')) {
      const status = await connect(who).then(
        () => 201,
        (error: { status: number }) => error.status,
      );
      assert.ok([403, 404].includes(status), `${who}: ${status}`);
    }
  });

  it('are read by every confirmed resident and the board, and by nobody else', async () => {
    for (const who of personas) {
      const mayRead = ['resident', 'neighbour', 'editor'].includes(who);
      assert.equal(await readings(who), mayRead ? 200 : 404, who);
      assert.equal(await refusalKindOf(list(who)), mayRead ? '' : 'forbidden', who);
    }
    assert.equal((await list('resident')).sensors.length, 1);
    assert.deepEqual((await list('resident')).residents, []);
  });

  it('are on the page of the village and on Today of who may read them; alarms trouble who looks after them', async () => {
    const commons = (who: Persona) => runActionAs(service, as(who), show_village_commons, { settlement });
    const own = (who: Persona) => runActionAs(service, as(who), list_household_devices, {});
    await service.db`
      insert into sensor_alert (id, sensor_id, kind, bound, raised_at, created_at)
      values (${service.newId()}, ${sensor}, 'below', 10, now(), now())`;
    await service.db`update sensor set has_alerts = true where id = ${sensor}`;
    for (const who of personas) {
      const mayRead = ['resident', 'neighbour', 'editor'].includes(who);
      const [seen] = (await commons(who)).sensors;
      assert.deepEqual([seen?.number, seen?.is_raised], mayRead ? [5, true] : [undefined, undefined], who);
      const { devices, common, troubles, commonTroubles } = await own(who);
      assert.deepEqual(devices, [], `${who}: no device of the household`);
      assert.deepEqual([common.length, commonTroubles.length], mayRead ? [1, 1] : [0, 0], who);
      assert.equal(troubles.length, who === 'editor' ? 1 : 0, who);
      if (mayRead) assert.equal(common[0]?.commonTo, settlement);
    }
    await nameKeeper('resident');
    assert.equal((await own('resident')).troubles.length, 1, 'a keeper is told');
    await nameKeeper('resident', false);
    assert.equal((await own('resident')).troubles.length, 0);
    await service.db`delete from sensor_alert where sensor_id = ${sensor}`;
    const main = { settlement, parcel: '900', kind: 'energy', name: 'Main', is_main: true };
    const { meter } = await runActionAs(service, as('editor'), add_meter, main);
    await runActionAs(service, as('editor'), type_meter_reading, { meter, number: 4100 });
    const { sensors } = await commons('neighbour');
    assert.deepEqual(
      sensors.map(({ id, number, is_fresh }) => [id, number, is_fresh]),
      [
        [sensor, 5, true],
        [null, 4100, true],
      ],
      'the main meter that people read is among them',
    );
    await runActionAs(service, as('editor'), end_meter, { meter });
  });

  it('are typed by the board and keepers on Today and a page of their own, and by nobody else', async () => {
    const main = { settlement, parcel: '900', kind: 'water', name: 'Main', is_main: true };
    const { meter } = await runActionAs(service, as('editor'), add_meter, main);
    await nameKeeper('resident');
    const due = async (who: Persona) =>
      (await runActionAs(service, as(who), list_meters, {})).filter(({ id }) => id === meter);
    for (const who of personas) {
      const [listed] = await due(who);
      const mayType = ['editor', 'resident'].includes(who);
      assert.equal(listed?.isCommon, mayType ? true : undefined, who);
      const typed = runActionAs(service, as(who), type_meter_reading, { meter, number: 5 });
      if (!mayType) assert.notEqual(await refusalKindOf(typed), '', `${who} is shown no field, and may not`);
      else await typed;
    }
    const [seen] = await due('editor');
    assert.deepEqual(
      seen?.readings.map(({ number, mayTakeBack }) => [number, mayTakeBack]),
      [
        [5, true],
        [5, true],
      ],
      'one of the board takes back what a keeper typed',
    );
    const own = await runActionAs(service, as('editor'), list_meters, { parcel: plot });
    assert.deepEqual(
      own.map(({ id }) => id),
      [meter],
      'also on the page of its plot',
    );
    await nameKeeper('resident', false);
    assert.deepEqual(await due('resident'), [], 'no keeper any more');
    await insertSettlementRole(service.db, village.settlement.id, as('newcomer'), 'auditor', new Date());
    assert.deepEqual(await due('newcomer'), [], 'an auditor types nothing');
    await deleteSettlementRole(service.db, village.settlement.id, as('newcomer'), 'auditor');
    await runActionAs(service, as('editor'), end_meter, { meter });
    assert.deepEqual(await due('editor'), [], 'nor is one asked for that is no longer read');
  });

  it('are changed by keepers while they live here, and nobody else', async () => {
    for (const who of personas.filter((one) => one !== 'editor'))
      assert.equal(await rename(who, 'Mine'), 404, who);
    assert.equal(await refusalKindOf(nameKeeper('resident', true, 'neighbour')), 'forbidden');
    assert.equal(await refusalKindOf(nameKeeper('outsider')), 'invalid');
    await nameKeeper('neighbour');
    assert.equal(await rename('neighbour', 'Pump house'), 200);
    const other = (await connect('neighbour')).data.id;
    const [membership] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${as('neighbour')} and state = 'confirmed'`;
    await endMembership(
      service.db,
      { id: membership?.id as string, accountId: as('neighbour'), parcelId: village.plots.neighbour },
      { reason: null, decidedBy: as('editor'), now: new Date() },
    );
    assert.equal(await rename('neighbour', 'Mine'), 404);
    assert.equal(await readings('neighbour'), 404);
    assert.deepEqual((await list('editor')).keepers, []);
    const rows = await service.db`
      select 1 from device_connection where id = ${other} and account_id = ${as('editor')} and state <> 'revoked'`;
    assert.equal(rows.length, 1, 'what a keeper connected stays with the board');
  });

  it('stay with the board when the editor who connected them leaves it', async () => {
    await insertSettlementRole(service.db, village.settlement.id, as('company'), 'editor', new Date());
    await deleteSettlementRole(service.db, village.settlement.id, as('editor'), 'editor');
    assert.equal(await ownerOf(), 'company');
    assert.equal(await rename('editor', 'Mine'), 404);
    assert.equal(await rename('company', 'Of the board'), 200);
    await insertSettlementRole(service.db, village.settlement.id, as('editor'), 'editor', new Date());
  });

  it('are never those of a household whose plot the board calls common', async () => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      provider: 'manual',
      name: 'Hall',
      settings: {},
    });
    const [meter] = await runActionAs(service, as('resident'), list_meters, {});
    await runActionAs(service, as('editor'), set_plot_kind, {
      settlement,
      parcel: village.plots.resident,
      kind: 'common',
    });
    sensor = data.devices[0]?.sensors[0]?.id as string;
    connection = data.id;
    for (const who of ['editor', 'company', 'newcomer'] as const) {
      assert.equal(await readings(who), 404, who);
      assert.equal(await rename(who, 'Ours'), 404, who);
      const typed = runActionAs(service, as(who), type_meter_reading, { meter: meter?.id, number: 5 });
      assert.equal(await refusalKindOf(typed), 'not_found', who);
    }
    assert.equal(await readings('resident'), 200);
  });
});

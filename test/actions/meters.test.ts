import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { list_board_meters } from '../../src/features/actions/list_board_meters.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { remind_of_meters } from '../../src/features/actions/remind_of_meters.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { take_back_meter_reading } from '../../src/features/actions/take_back_meter_reading.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';

describe('a meter that people read', () => {
  let service: TestService;
  let village: Village;
  let meter: string;
  let sensor: string;
  const as = (who: Persona) => village.accounts[who];
  const type = (input: object, who: Persona = 'resident') =>
    runActionAs(service, as(who), type_meter_reading, { meter, ...input });
  const own = async (who: Persona = 'resident') => (await runActionAs(service, as(who), list_meters, {}))[0];
  const dayBack = (days: number) =>
    new Date(Date.now() + service.clock.offset - days * 86_400_000).toISOString().slice(0, 10);
  const charted = async () =>
    (
      await village.clients.resident.list_sensor_readings({
        sensor,
        from: new Date(Date.now() - 300 * 86_400_000).toISOString(),
        step: 'day',
      })
    ).data.readings.map(({ number }) => number);

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      provider: 'manual',
      name: 'Hall',
      settings: {},
    });
    assert.equal(data.state, 'ok');
    sensor = data.devices[0]?.sensors[0]?.id as string;
    meter = (await own())?.id as string;
    const rest = { role: 'family', state: 'confirmed', isPrimary: true, now: new Date() } as const;
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: as('company'),
      parcelId: village.plots.resident,
      decidedBy: as('editor'),
      ...rest,
    });
  });

  it('takes no secret, no unknown setting and no address', async () => {
    const wish = { parcel: village.plots.resident, provider: 'manual', name: 'Hall' } as const;
    for (const wrong of [
      { settings: {}, secret: 'x' },
      { settings: {}, meter: 'steam' },
      { settings: { url: 'https://example.org' } },
    ])
      await assert.rejects(village.clients.resident.connect_device({ ...wish, ...wrong } as never));
  });

  it('is typed by every member of the household, and shows in the charts of its sensor', async () => {
    await type({ number: '1 200,5', on: dayBack(90) });
    await type({ number: 1300, on: dayBack(60) }, 'company');
    await type({ number: 1400, on: dayBack(30) });
    assert.deepEqual(await charted(), [1200.5, 1300, 1400]);
    const shown = await own('company');
    assert.deepEqual(
      shown?.readings.map(({ number, mayTakeBack }) => [number, mayTakeBack]),
      [
        [1400, false],
        [1300, true],
        [1200.5, false],
      ],
    );
    const [listed] = (await village.clients.resident.list_my_devices({})).data;
    const [read] = listed?.devices[0]?.sensors ?? [];
    assert.deepEqual([read?.number, read?.is_fresh, read?.unit], [1400, true, 'kWh']);
  });

  it('asks about a reading below the last, and about one ten times the usual', async () => {
    const refused = async (input: object) => {
      const error = await type(input).then(
        () => null,
        (thrown: { fields: object }) => thrown,
      );
      return Object.keys(error?.fields ?? {});
    };
    assert.deepEqual(await refused({ number: 1399 }), ['number']);
    assert.deepEqual(await refused({ number: 14_000 }), ['is_sure']);
    assert.deepEqual(await refused({ number: 1500, on: dayBack(-2) }), ['on']);
    assert.deepEqual(await refused({ number: -5 }), ['number']);
    assert.deepEqual(await refused({ number: 3, former_end: 1200 }), ['former_end']);
    assert.equal((await own())?.readings.length, 3);
    const { reading } = await type({ number: 14_000, is_sure: true });
    await runActionAs(service, as('resident'), take_back_meter_reading, { meter, reading });
    assert.deepEqual(await charted(), [1200.5, 1300, 1400]);
    const [listed] = (await village.clients.resident.list_my_devices({})).data;
    assert.equal(listed?.devices[0]?.sensors[0]?.number, 1400);
  });

  it('is read by the household alone until its owner lets the board', async () => {
    for (const who of ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider'] as const) {
      assert.equal(await refusalKindOf(type({ number: 1500 }, who)), 'not_found', who);
      assert.equal(await own(who), undefined, who);
    }
    const board = () =>
      runActionAs(service, as('editor'), list_board_meters, { settlement: village.settlement.slug });
    assert.deepEqual((await board()).plots, []);
    const let_ = (who: Persona, for_board: boolean) =>
      runActionAs(service, as(who), share_meter, { meter, for_board });
    assert.equal(await refusalKindOf(let_('editor', true)), 'not_found');
    assert.equal(await refusalKindOf(let_('company', true)), 'forbidden');
    await let_('resident', true);
    assert.deepEqual(
      (await board()).plots.map(({ plotNumber, meters }) => [plotNumber, meters[0]?.readings.length]),
      [['1', 3]],
    );
    const typed = await type({ number: 1450, on: dayBack(15) }, 'editor');
    const takeBack = (who: Persona) =>
      runActionAs(service, as(who), take_back_meter_reading, { meter, reading: typed.reading });
    assert.equal(await refusalKindOf(takeBack('resident')), 'forbidden');
    await takeBack('editor');
    await let_('resident', false);
    assert.deepEqual((await board()).plots, []);
    assert.equal(await refusalKindOf(type({ number: 1500 }, 'editor')), 'not_found');
    for (const who of ['resident', 'neighbour', 'newcomer', 'outsider', 'moderator'] as const)
      assert.equal(
        await refusalKindOf(
          runActionAs(service, as(who), list_board_meters, { settlement: village.settlement.slug }),
        ),
        'forbidden',
        who,
      );
  });

  it('of people on paper is kept by the board; whoever comes later reads what was typed since', async () => {
    const settlement = village.settlement.slug;
    const input = { settlement, parcel: '3', kind: 'water', name: 'Paper' };
    for (const who of ['resident', 'neighbour', 'newcomer', 'outsider', 'moderator'] as const)
      assert.equal(await refusalKindOf(runActionAs(service, as(who), add_meter, input)), 'forbidden', who);
    const { meter: kept } = await runActionAs(service, as('editor'), add_meter, input);
    const note = (number: number, on: string, who: Persona = 'editor') =>
      runActionAs(service, as(who), type_meter_reading, { meter: kept, number, on });
    await note(10, dayBack(40));
    const now = new Date(Date.now() - 20 * 86_400_000);
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: as('newcomer'),
      parcelId: village.plots.free,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: as('editor'),
      now,
    });
    await note(14, dayBack(10));
    assert.deepEqual(
      (await own('newcomer'))?.readings.map(({ number }) => number),
      [14],
    );
    await note(16, dayBack(5), 'newcomer');
    await runActionAs(service, as('newcomer'), share_meter, { meter: kept, for_board: false });
    assert.equal(await refusalKindOf(note(17, dayBack(1))), 'not_found');
  });

  it('of which no reading came is reminded of once a month, also by two members of the board at once', async () => {
    const settlement = village.settlement.slug;
    const input = { settlement, kind: 'gas' };
    await runActionAs(service, as('editor'), add_meter, { ...input, parcel: '1', name: 'Gas' });
    const remind = () => runActionAs(service, as('editor'), remind_of_meters, input);
    for (const who of ['resident', 'neighbour', 'newcomer', 'outsider', 'moderator'] as const)
      assert.equal(
        await refusalKindOf(runActionAs(service, as(who), remind_of_meters, input)),
        'forbidden',
        who,
      );
    const outcomes = await Promise.allSettled([remind(), remind()]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const told = await service.db<{ count: number }[]>`
      select count(*)::int as count from notification where key = 'notifications.meter_due' group by account_id`;
    assert.ok(told.length > 0);
    for (const { count } of told) assert.equal(count, 1);
  });
});

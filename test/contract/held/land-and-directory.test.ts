import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../../harness/village.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  recordReadings,
  thermometer,
} from '../../operations/device/device-fixtures.ts';
import { createThings } from '../../operations/journal/mentioned-things.ts';
import { createParcelGrid, listMembers, ringAround } from '../../operations/settlement/land-fixtures.ts';

describe('plots, devices and the directory', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('own plots are those of the caller, of all settlements or of one', async () => {
    const { accounts, clients, plots, outsiderPlot } = village;
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: accounts.resident,
      parcelId: outsiderPlot,
      role: 'tenant',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: null,
      now: new Date(),
    });
    const home = {
      parcel_id: plots.resident,
      plot_number: '1',
      settlement: village.settlement.id,
      settlement_slug: 'berezka',
      settlement_name: 'СНТ Берёзка',
      role: 'owner',
      is_primary: true,
    };
    const away = {
      parcel_id: outsiderPlot,
      plot_number: '1',
      settlement: village.other.id,
      settlement_slug: 'sosny',
      settlement_name: 'Сосны',
      role: 'tenant',
      is_primary: false,
    };
    const mine = async (input: { settlement?: string }, client = clients.resident) =>
      (await client.list_my_parcels(input)).data;
    assert.deepEqual(await mine({}), [home, away]);
    for (const name of [village.other.id, 'sosny'])
      assert.deepEqual(await mine({ settlement: name }), [away]);
    assert.deepEqual(await mine({ settlement: '' }), [home, away], 'empty is absent');
    assert.deepEqual(
      (await mine({}, clients.neighbour)).map(({ parcel_id }) => parcel_id),
      [plots.neighbour],
    );
    assert.deepEqual(await mine({}, clients.newcomer), []);
  });

  it('a sensor of no known kind has an empty kind, and the name that the device gave it', async () => {
    const { data: made } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Дом',
      ...homeAssistantAt('https://ha.example.org'),
      secret: 'x',
    });
    const strange = { ...thermometer, key: 'flux', rawKey: 'sensor.flux_7', kind: '' } as typeof thermometer;
    const at = new Date();
    await recordReadings(service, made.id, [makeDevice('d1', [strange])], [makeReading('flux', at, 3)]);
    await service.db`update device_connection set polled_at = ${at} where id = ${made.id}`;
    const [connection] = (await village.clients.resident.list_my_devices({})).data;
    const [sensor] = connection?.devices[0]?.sensors ?? [];
    assert.deepEqual([sensor?.kind, sensor?.raw_key, sensor?.number], ['', 'sensor.flux_7', 3]);
    assert.equal(connection?.polled_at, `${at.toISOString().slice(0, 19)}+00:00`);
  });

  it('with snap the boundary is the outline of the plots, without it the line as drawn', async () => {
    const ring = ringAround([0, 0], [0, 0]);
    const shape = async (more: object) =>
      (await village.clients.editor.shape_settlement_boundary({ settlement, ring, ...more })).data;
    assert.deepEqual((await shape({})).ring, ring);
    const corners = squarePlot(0, 0).geometry.coordinates[0]?.slice(0, -1) ?? [];
    const inOrder = (points: readonly { latitude: number; longitude: number }[]) =>
      points.map(({ latitude, longitude }) => `${latitude.toFixed(7)} ${longitude.toFixed(7)}`).sort();
    assert.deepEqual(
      inOrder((await shape({ snap: true })).ring),
      inOrder(corners.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }))),
    );
  });

  it('a boundary may come from the developer', async () => {
    const { data } = await village.clients.editor.set_settlement_boundary({
      settlement,
      ring: ringAround([0, 0], [0, 3]),
      source: 'developer',
    });
    assert.equal(data.source, 'developer');
  });

  it('plots that are listed come in, and those that are excluded stay out, whatever the outline says', async () => {
    const land = await createParcelGrid(service, [1, 1], [0, 3]);
    const [listed, excluded] = [land['1-3'] as string, land['1-1'] as string];
    const { data } = await village.clients.editor.set_settlement_boundary({
      settlement,
      ring: ringAround([1, 1], [0, 1]),
      parcels: [listed],
      exclude: [excluded],
    });
    assert.deepEqual([data.parcels, data.exclude], [[listed], [excluded]]);
    const members = await listMembers(service, village.settlement.id);
    assert.deepEqual(
      members.filter((number) => number.includes('-')),
      ['1-0', '1-3'],
    );
  });

  it('a decided proposal stays as it is when its author withdraws it', async () => {
    const { resident, editor } = village.clients;
    const { data: contact } = await editor.write_contact({ settlement, name: 'Печник', category: 'trade' });
    const propose = async (hours: string) =>
      (
        await resident.propose_change({
          settlement,
          subject_type: 'contact',
          subject_id: contact.id,
          proposed: { hours },
        })
      ).data.id;
    const [approved, refused] = [await propose('днём'), await propose('ночью')];
    await editor.reject_change_proposal({ settlement, proposal: refused, reason: 'Ночью спит' });
    await editor.approve_change_proposal({ settlement, proposal: approved });
    for (const proposal of [approved, refused])
      await assertRefused(resident.withdraw_change_proposal({ settlement, proposal }), 422, 'status');
    const { proposals } = await resident.list_my_change_proposals({});
    const statusOf = (wanted: string) => proposals.find(({ id }) => id === wanted)?.status;
    assert.deepEqual([statusOf(approved), statusOf(refused)], ['approved', 'refused']);
    const { contacts } = await village.anonymous.list_contacts({ settlement });
    assert.equal(contacts.find(({ id }) => id === contact.id)?.hours, 'днём');
  });

  it('a listed review has its photographs with path and caption', async () => {
    const subject = { settlement, subject_type: 'company', subject_id: village.companyId } as const;
    const { data } = await village.clients.resident.post_review({
      ...subject,
      medal: 'gold',
      visibility: 'public',
    });
    assert.equal(data.has_used_service, false, 'nothing is claimed for the author');
    const photo = await createThings(service, village).photo({
      parcel: null,
      subject: ['review', data.id],
      caption: 'Насос',
      visibility: 'public',
    });
    const [listed] = (await village.anonymous.list_reviews(subject)).reviews;
    assert.equal(listed?.photos.length, 1);
    assert.deepEqual([listed?.photos[0]?.id, listed?.photos[0]?.caption], [photo, 'Насос']);
    assert.match(listed?.photos[0]?.path ?? '', /^\/media\//);
  });

  it('interface settings are those of the account, and what is not named stays', async () => {
    const { resident, neighbour } = village.clients;
    const all = {
      sticky_header: false,
      sticky_sidebar: false,
      assistant_width: 400,
      skin: 'dark',
      objects_view: 'tiles',
    } as const;
    assert.deepEqual(await resident.save_interface_settings(all), all);
    const changed = await resident.save_interface_settings({ objects_view: 'table', skin: null });
    assert.deepEqual(changed, { ...all, objects_view: 'table', skin: null });
    assert.deepEqual(await resident.show_interface_settings({}), changed);
    assert.equal((await neighbour.show_interface_settings({})).assistant_width, null);
    await assertRefused(
      resident.save_interface_settings({ objects_view: 'map' as never }),
      422,
      'objects_view',
    );
  });
});

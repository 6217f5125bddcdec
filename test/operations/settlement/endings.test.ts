import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { end_person } from '../../../src/features/actions/end_person.ts';
import { list_former_residents } from '../../../src/features/actions/list_former_residents.ts';
import { save_person } from '../../../src/features/actions/save_person.ts';
import { show_person } from '../../../src/features/actions/show_person.ts';
import { show_person_to_end } from '../../../src/features/actions/show_person_to_end.ts';
import { take_back_ending } from '../../../src/features/actions/take_back_ending.ts';
import { deleteAccount } from '../../../src/store/accounts/credentials.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { findRecipients } from '../../../src/store/messaging/notification-writes.ts';
import { refusalKindOf, runActionAs } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';
import { homeAssistantAt, plantedSecret } from '../device/device-fixtures.ts';

describe('the end of somebody’s time on a plot', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });

  const act = <Reply>(
    who: Persona,
    action: Parameters<typeof runActionAs<Reply>>[2],
    input: Record<string, unknown>,
  ) => runActionAs(service, village.accounts[who], action, { settlement, ...input });
  const belong = async (
    who: Persona,
    parcelId: string,
    role: 'owner' | 'family' | 'tenant' = 'owner',
    isPrimary = false,
  ) => {
    const id = service.newId();
    await insertMembership(service.db, {
      ...{ id, accountId: village.accounts[who], parcelId, role, isPrimary, state: 'confirmed' },
      ...{ decidedBy: village.accounts.editor, now: new Date() },
    });
    return id;
  };
  const remove = (who: Persona, resident: string, input: object) =>
    village.clients[who].remove_resident({ settlement, resident, ...input } as never);
  const former = async (parcel?: string) =>
    (await act('editor', list_former_residents, parcel ? { parcel } : {})).people;
  const endingOf = async (membershipId: string) => {
    const row = (await former()).find((one) => one.membershipId === membershipId);
    assert.ok(row?.endingId);
    return row.endingId;
  };
  const stateOf = async (id: string) =>
    (await service.db`select state, role, is_primary as "isPrimary" from membership where id = ${id}`)[0];
  const clear = (id: string) =>
    service.db`update membership set state = 'ended', is_primary = false where id = ${id}`;
  const notificationsOf = async (who: Persona) =>
    (await village.clients[who].list_notifications({})).notifications.map(({ text }) => text);

  it('has a kind, a day and a successor, for the board and in the words of the person', async () => {
    const id = await belong('newcomer', village.plots.free);
    await assertRefused(remove('editor', id, {}), 422, 'reason');
    await assertRefused(remove('editor', id, { reason_kind: 'other' }), 422, 'reason');
    await assertRefused(remove('editor', id, { reason_kind: 'sold', on: '2999-01-01' }), 422, 'on');
    await assertRefused(remove('editor', id, { reason_kind: 'gone' }), 422, 'reason_kind');
    const { data } = await remove('editor', id, {
      ...{ reason_kind: 'sold', on: '2026-05-03', successor: 'Зоя  Лисицына' },
    });
    assert.deepEqual(data.ending, { reason_kind: 'sold', on: '2026-05-03', successor: 'Зоя Лисицына' });
    assert.equal(data.reason, null);
    const { residents } = await village.clients.editor.list_residents({ settlement, resident: id });
    assert.deepEqual(residents[0]?.ending, data.ending);
    const { data: me } = await village.clients.newcomer.show_me({});
    assert.deepEqual(me.ended_parcels[0]?.ending, { reason_kind: 'sold', on: '2026-05-03' });
    assert.match((await notificationsOf('newcomer')).join('\n'), /ended on 3 May: the plot was sold/);
    const [row] = await former('3');
    assert.deepEqual(
      [row?.membershipId, row?.kind, row?.endedOn, row?.successor, row?.mayTakeBack],
      [id, 'sold', '2026-05-03', 'Зоя Лисицына', true],
    );
  });

  it('of a claim has no kind, and needs words', async () => {
    const { data } = await village.clients.newcomer.request_residency({ settlement, parcel: '12А' });
    await assertRefused(remove('editor', data.id, { reason_kind: 'sold' }), 422, 'reason_kind');
    const refused = await remove('editor', data.id, { reason: 'Нет выписки' });
    assert.equal(refused.data.ending, null);
    assert.ok(!(await former()).some(({ membershipId }) => membershipId === data.id), 'nobody lived there');
    const { data: me } = await village.clients.newcomer.show_me({});
    assert.equal(me.ended_parcels.find(({ plot_number }) => plot_number === '12А')?.ending, null);
  });

  it('names somebody of the register as the successor by what is recorded of them', async () => {
    const heir = await act('editor', save_person, { parcel: '3', name: 'Лисицын Артём' });
    const id = await belong('newcomer', village.plots.free);
    await remove('editor', id, { reason_kind: 'died', successor: 'лисицын  артем' });
    const row = (await former('3')).find(({ membershipId }) => membershipId === id);
    assert.deepEqual([row?.successor, row?.successorPersonId], ['Лисицын Артём', heir.person]);
    assert.ok(!(await notificationsOf('newcomer')).join('\n').includes('died'), 'nobody is told of a death');
  });

  it('can be taken back: role, primary plot, card and devices are as they were', async () => {
    const id = await belong('company', village.plots.free, 'owner', true);
    const { data: device } = await village.clients.company.connect_device({
      ...{ parcel: village.plots.free, name: 'House', secret: plantedSecret },
      ...homeAssistantAt('https://ha.example.org'),
    });
    const { person } = await act('editor', save_person, {
      ...{ resident: id, name: 'Хозяин Колодца', phones: '+79160000077' },
    });
    const other = await belong('company', village.plots.empty);
    await remove('editor', id, { reason_kind: 'sold' });
    assert.equal((await stateOf(other))?.isPrimary, true);
    const left = await act('editor', take_back_ending, { ending: await endingOf(id) });
    assert.deepEqual(left.left, { cards: 0, devices: 0, devicesWithoutSecret: 1 });
    assert.deepEqual({ ...(await stateOf(id)) }, { state: 'confirmed', role: 'owner', isPrimary: true });
    assert.equal((await stateOf(other))?.isPrimary, false);
    const shown = await act('editor', show_person, { resident: id });
    assert.deepEqual([shown.person.personId, shown.person.until], [person, null]);
    const [connection] = await service.db`
      select state, secret is null as "isErased", last_error is not null as "isSaid" from device_connection where id = ${device.id}`;
    assert.deepEqual({ ...connection }, { state: 'paused', isErased: true, isSaid: true });
    assert.match((await notificationsOf('company')).join('\n'), /recorded on plot 3 again/);
    const audit = await service.db`
      select action from audit_entry where subject_type = 'resident' and subject_id = ${id} order by id`;
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['remove_resident', 'take_back_ending'],
    );
    await clear(id);
    await clear(other);
  });

  it('is not taken back twice, nor after a week, nor past a new owner, a new claim or a deleted account', async () => {
    const ended = async (who: Persona, role: 'owner' | 'tenant' = 'owner') => {
      const id = await belong(who, village.plots.empty, role);
      await remove('editor', id, { reason_kind: 'sold' });
      return { id, ending: await endingOf(id) };
    };
    const refusalOf = async (ending: string) =>
      act('editor', take_back_ending, { ending }).then(
        () => '',
        (error: { text?: { en: string } }) => error.text?.en ?? String(error),
      );
    const own = await belong('newcomer', village.plots.empty, 'owner');
    await village.clients.newcomer.remove_resident({ settlement, resident: own });
    assert.match(await refusalOf(await endingOf(own)), /of their own will/);
    await clear(own);
    const first = await ended('newcomer');
    const both = await Promise.allSettled([refusalOf(first.ending), refusalOf(first.ending)]);
    const said = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).sort();
    assert.deepEqual([said[0], /already/.test(said[1] ?? '')], ['', true], 'of two at once one is refused');
    await clear(first.id);

    const late = await ended('newcomer');
    await service.db`update residency_ending set ended_at = ended_at - interval '8 days' where id = ${late.ending}`;
    assert.match(await refusalOf(late.ending), /More than 7 days/);

    const sold = await ended('newcomer');
    const buyer = await belong('company', village.plots.empty);
    assert.match(await refusalOf(sold.ending), /new owner since/);
    await clear(buyer);
    await service.db`update membership set confirmed_at = null where id = ${buyer}`;

    const again = await ended('newcomer');
    const { data: claim } = await village.clients.newcomer.request_residency({ settlement, parcel: '12А' });
    assert.match(await refusalOf(again.ending), /asked for the plot again/);
    await village.clients.newcomer.remove_resident({ settlement, resident: claim.id });

    const gone = await ended('moderator', 'tenant');
    await service.pool.begin((db) => deleteAccount(db, village.accounts.moderator, new Date()));
    assert.match(await refusalOf(gone.ending), /deleted their account/);
    const row = (await former('12А')).find(({ membershipId }) => membershipId === gone.id);
    assert.deepEqual([row?.name, row?.reason], ['бывший житель', null]);
  });

  it('is for the board, and for an owner about family and tenants of the plot', async () => {
    const owner = 'resident';
    const kin = await belong('newcomer', village.plots.resident, 'family');
    const guest = await belong('company', village.plots.resident, 'tenant');
    const other = await belong('outsider', village.plots.resident, 'owner');
    for (const who of ['newcomer', 'company', 'neighbour', 'moderator'] as const) {
      if (who === 'moderator') continue;
      await assertRefused(remove(who, other, { reason_kind: 'moved' }), 404);
      assert.equal(await refusalKindOf(act(who, show_person_to_end, { person: other })), 'not_found');
    }
    await assertRefused(remove(owner, other, { reason_kind: 'moved' }), 404);
    await assertRefused(remove('company', kin, { reason_kind: 'moved' }), 404);
    const seen = await act(owner, show_person_to_end, { person: guest });
    assert.deepEqual([seen.isEditor, seen.others], [false, []]);
    const { data } = await remove(owner, guest, { reason_kind: 'moved' });
    assert.deepEqual([data.state, data.account.email], ['ended', ''], 'an owner learns no address');
    const ending = await endingOf(guest);
    for (const who of ['newcomer', 'company', 'neighbour'] as const)
      assert.equal(await refusalKindOf(act(who, take_back_ending, { ending })), 'not_found', who);
    assert.equal(await refusalKindOf(act('neighbour', list_former_residents, {})), 'forbidden');
    assert.equal(await refusalKindOf(act(owner, list_former_residents, {})), 'forbidden');
    await act(owner, take_back_ending, { ending });
    assert.equal((await stateOf(guest))?.state, 'confirmed');
    await remove('editor', other, { reason_kind: 'mistake' });
    const ofOwner = await endingOf(other);
    assert.equal(await refusalKindOf(act(owner, take_back_ending, { ending: ofOwner })), 'not_found');
    await clear(kin);
    await clear(guest);
  });

  it('of a card without an account is recorded too, and taken back with its last day', async () => {
    const { person } = await act('editor', save_person, { parcel: '3', name: 'Совина Клара', phones: '' });
    const { ending } = await act('editor', end_person, { person, reason_kind: 'died', on: '2026-02-01' });
    assert.equal((await act('editor', show_person, { person })).person.until, '2026-02-01');
    assert.equal(await refusalKindOf(act('editor', end_person, { person, reason_kind: 'died' })), 'invalid');
    assert.equal(
      await refusalKindOf(act('resident', end_person, { person, reason_kind: 'died' })),
      'forbidden',
    );
    await act('editor', take_back_ending, { ending });
    const { person: card } = await act('editor', show_person, { person });
    assert.deepEqual([card.until, card.state], [null, 'recorded']);
  });

  it('by death stops letters, until it is taken back', async () => {
    const mail = async () => {
      const audience = { kind: 'accounts', ids: [village.accounts.newcomer] } as const;
      const wanted = { audience, topic: 'reminders', key: 'notifications.task_assigned', except: [] };
      return (await findRecipients(service.db, wanted))[0]?.mail;
    };
    const id = await belong('newcomer', village.plots.free, 'tenant');
    assert.equal(await mail(), true);
    await remove('editor', id, { reason_kind: 'died' });
    assert.equal(await mail(), false);
    await act('editor', take_back_ending, { ending: await endingOf(id) });
    assert.equal(await mail(), true);
    await clear(id);
  });

  it('is listed, too, where an earlier version recorded nothing of it', async () => {
    const id = await belong('newcomer', village.plots.free, 'tenant');
    await service.db`
      update membership set state = 'ended', decided_at = '2026-03-08T10:00:00Z', decided_by = ${village.accounts.editor}, reason = 'Съехал'
       where id = ${id}`;
    const row = (await former('3')).find(({ membershipId }) => membershipId === id);
    assert.deepEqual(
      [row?.kind, row?.endedOn, row?.reason, row?.mayTakeBack],
      ['other', '2026-03-08', 'Съехал', false],
    );
  });
});

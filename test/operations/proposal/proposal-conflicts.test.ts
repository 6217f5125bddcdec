import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('approving proposals with conflicts, and proposed contacts', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  let contact: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  beforeEach(async () => {
    const { data } = await village.clients.editor.write_contact({
      settlement,
      name: 'Электрик Иван',
      category: 'trade',
      phones: ['+74951234567'],
      hours: '9–18',
    });
    contact = data.id;
  });

  const approve = (proposal: string, more: object = {}) =>
    village.clients.editor.approve_change_proposal({ settlement, proposal, ...more });
  const edit = (change: object) => village.clients.editor.edit_contact({ settlement, contact, ...change });
  const card = async (wanted = contact) =>
    (await village.anonymous.list_contacts({ settlement, contact: wanted })).contacts[0];
  const propose = async (proposed: object) =>
    (
      await village.clients.resident.propose_change({
        settlement,
        subject_type: 'contact',
        subject_id: contact,
        proposed,
      })
    ).data.id;
  const proposeNew = (proposed: object, client = village.clients.resident) =>
    client.propose_change({ settlement, proposed: proposed as never });

  describe('a field edited meanwhile', () => {
    it('takes the proposed value when the approver names what stands', async () => {
      const proposal = await propose({ hours: 'круглосуточно' });
      await edit({ hours: '12–14' });
      await assertRefused(approve(proposal), 422, 'proposed.hours');
      const { data } = await approve(proposal, { seen_now: { hours: '12–14' } });
      assert.deepEqual(data.applied_values, { hours: 'круглосуточно' });
    });

    it('takes the value chosen by an approver who sends what they saw', async () => {
      const proposal = await propose({ hours: '8–20', phones: ['8 926 123-45-67'] });
      await edit({ hours: '10–16' });
      const stale = await assertRefused(approve(proposal), 422, 'proposed.hours');
      const { changed_by, changed_at } = stale.body as { changed_by?: string; changed_at?: string };
      assert.equal(changed_by, 'Editor I.');
      assert.match(String(changed_at), /\+00:00$/);
      await assertRefused(approve(proposal, { seen_now: { hours: '10–17' } }), 422, 'seen_now.hours');
      const blind = await assertRefused(
        approve(proposal, { values: { hours: '8–16' } }),
        422,
        'seen_now.hours',
      );
      assert.deepEqual((blind.body as { now?: unknown }).now, { hours: '10–16' });
      await assertRefused(
        approve(proposal, { values: { hours: '8–16' }, seen_now: { hours: '9–18' } }),
        422,
        'seen_now.hours',
      );
      assert.equal((await card())?.hours, '10–16', 'nothing was written');
      const { data } = await approve(proposal, { values: { hours: '8–16' }, seen_now: { hours: '10–16' } });
      assert.deepEqual(data.applied_values, { hours: '8–16', phones: ['+79261234567'] });
      assert.equal((await card())?.hours, '8–16');
      const mine = await village.clients.resident.list_my_change_proposals({});
      assert.deepEqual(
        mine.proposals[0]?.applied_values,
        data.applied_values,
        'the author sees what was written',
      );
    });

    it('is refused again after another edit, also between two approvers', async () => {
      const proposal = await propose({ hours: '8–20' });
      await edit({ hours: '10–16' });
      await edit({ hours: '11–15' });
      const settling = { values: { hours: '8–16' }, seen_now: { hours: '10–16' } };
      await assertRefused(approve(proposal, settling), 422, 'seen_now.hours');
      const outcomes = await Promise.allSettled([
        approve(proposal, { ...settling, seen_now: { hours: '11–15' } }),
        approve(proposal, { values: { hours: '7–7' }, seen_now: { hours: '11–15' } }),
        edit({ notes: 'звонить вечером' }),
      ]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'rejected']);
      const { data } = (
        outcomes.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<
          Awaited<ReturnType<typeof approve>>
        >
      ).value;
      assert.equal((await card())?.hours, data.applied_values?.hours);
    });

    it('own values are accepted for an unchanged field, but not for one that is not applied', async () => {
      const proposal = await propose({ hours: '8–20', notes: 'звонить' });
      await assertRefused(approve(proposal, { values: { site: 'https://e.example' } }), 422, 'values.site');
      await assertRefused(
        approve(proposal, { fields: ['notes'], values: { hours: '8' } }),
        422,
        'values.hours',
      );
      await assertRefused(approve(proposal, { values: { phones: ['нет'] } }), 422, 'values.phones.0');
      await assertRefused(approve(proposal, { seen_now: { hours: '7–7' } }), 422, 'seen_now.hours');
      await approve(proposal, { values: { notes: 'звонить заранее' } });
      const shown = await card();
      assert.deepEqual([shown?.hours, shown?.notes], ['8–20', 'звонить заранее']);
    });
  });

  describe('a proposed new contact', () => {
    const plumber = { name: 'Сантехник Пётр', category: 'trade', phones: ['8 926 555-44-33'] } as const;

    it('is proposed without a subject and added when the board approves', async () => {
      const { data } = await proposeNew(plumber);
      assert.deepEqual([data.is_new, data.subject_type, data.subject_name], [true, 'contact', plumber.name]);
      assert.deepEqual([data.before, data.now, data.subject_slug], [{}, {}, '']);
      await assertRefused(village.anonymous.list_contacts({ settlement, contact: data.subject_id }), 404);
      await assertRefused(
        village.clients.neighbour.post_review({
          settlement,
          subject_type: 'contact',
          subject_id: data.subject_id,
          medal: 'gold',
        }),
        404,
      );
      const queue = await village.clients.editor.list_change_proposals({ settlement });
      assert.equal(queue.proposals[0]?.subject_name, plumber.name);
      const done = await approve(data.id, { values: { phones: ['8 926 555-44-34'] } });
      assert.equal(done.data.subject_slug, 'santekhnik-petr');
      const shown = await card(data.subject_id);
      assert.deepEqual(
        [shown?.name, shown?.category, shown?.phones, shown?.hours],
        [plumber.name, 'trade', ['+79265554434'], ''],
      );
      await assertRefused(approve(data.id), 422, 'status');
    });

    it('is added once by two concurrent approvers, or refused with a reason, or withdrawn', async () => {
      const twice = await proposeNew({ ...plumber, name: 'Печник Олег' });
      const outcomes = await Promise.allSettled([approve(twice.data.id), approve(twice.data.id)]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const { contacts } = await village.anonymous.list_contacts({ settlement, q: 'Печник Олег' });
      assert.equal(contacts.length, 1);

      const refusedOne = await proposeNew(plumber);
      await village.clients.editor.reject_change_proposal({
        settlement,
        proposal: refusedOne.data.id,
        reason: 'Уже есть',
      });
      const taken = await proposeNew(plumber);
      await village.clients.resident.withdraw_change_proposal({ settlement, proposal: taken.data.id });
      for (const { data } of [refusedOne, taken])
        await assertRefused(
          village.clients.editor.list_contacts({ settlement, contact: data.subject_id }),
          404,
        );
    });

    it('needs a name and a category, also among the approved fields', async () => {
      await assertRefused(proposeNew({ name: 'Без раздела' }), 422, 'proposed.category');
      await assertRefused(proposeNew({}), 422, 'proposed.name', 'proposed.category');
      await assertRefused(proposeNew({ ...plumber, archived: true }), 422, 'proposed.archived');
      await assertRefused(proposeNew({ ...plumber, trades: ['трубы'] }), 422, 'proposed.trades');
      const { data } = await proposeNew(plumber);
      await assertRefused(approve(data.id, { fields: ['name', 'phones'] }), 422, 'fields');
      await approve(data.id, { fields: ['name', 'category'] });
      assert.deepEqual((await card(data.subject_id))?.phones, []);
    });

    it('is proposed by residents and the board only; a company must be named', async () => {
      const { newcomer, outsider, moderator, company, editor, resident } = village.clients;
      for (const client of [newcomer, outsider, moderator, company])
        await assertRefused(proposeNew(plumber, client), 403);
      await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
      await assertRefused(proposeNew(plumber, village.clients.neighbour), 403);
      await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
      assert.equal((await proposeNew(plumber, editor)).data.is_new, true);
      const proposed = { name: 'ООО Трубы', category: 'trade' } as const;
      await assertRefused(
        resident.propose_change({ settlement, subject_type: 'company', proposed }),
        422,
        'subject_id',
      );
      await assertRefused(
        resident.propose_change({ settlement, subject_id: contact, proposed }),
        422,
        'subject_type',
      );
    });
  });
});

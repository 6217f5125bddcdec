import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

describe('change proposals', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });

  async function makeContact(): Promise<string> {
    const { data } = await village.clients.editor.write_contact({
      settlement,
      name: 'Электрик Иван',
      category: 'trade',
      phones: ['+74951234567'],
      hours: '9–18',
    });
    return data.id;
  }

  async function propose(
    subject_id: string,
    proposed: object,
    client = village.clients.resident,
  ): Promise<string> {
    const { data } = await client.propose_change({
      settlement,
      subject_type: 'contact',
      subject_id,
      proposed,
      note: 'сам звонил',
    });
    return data.id;
  }

  const approve = (proposal: string, fields?: string[]) =>
    village.clients.editor.approve_change_proposal({ settlement, proposal, ...(fields && { fields }) });
  const reject = (proposal: string, reason = 'Проверили: всё верно') =>
    village.clients.editor.reject_change_proposal({ settlement, proposal, reason });
  const findContact = async (id: string) =>
    (await village.anonymous.list_contacts({ settlement, limit: 100 })).contacts.find((one) => one.id === id);
  const findMine = async (id: string, client = village.clients.resident) =>
    (await client.list_my_change_proposals({})).proposals.find((one) => one.id === id);

  it('stores proposed and previous values in the shape of the contract; only the board sees the name', async () => {
    const contact = await makeContact();
    const { data } = await village.clients.resident.propose_change({
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      proposed: { phones: ['8 926 123-45-67'], hours: '9–18', name: 'Электрик Иван Петрович' },
      note: 'сменил номер',
    });
    assert.deepEqual(
      data.proposed,
      { phones: ['+79261234567'], name: 'Электрик Иван Петрович' },
      'what stands is no change',
    );
    assert.deepEqual(data.before, { phones: ['+74951234567'], name: 'Электрик Иван' });
    assert.deepEqual(data.now, data.before);
    assert.equal('author' in data, false);
    const queue = await village.clients.editor.list_change_proposals({ settlement });
    assert.deepEqual(queue.proposals[0], {
      id: data.id,
      subject_type: 'contact',
      subject_id: contact,
      subject_name: 'Электрик Иван',
      subject_slug: 'elektrik-ivan',
      is_new: false,
      author: 'Resident Ivanova',
      author_user_id: village.accounts.resident,
      author_plot: '1',
      note: 'сменил номер',
      status: 'pending',
      reject_reason: null,
      proposed: data.proposed,
      before: data.before,
      now: data.now,
      created_at: data.created_at,
    });
    assert.equal(queue.open, 1);
    await reject(data.id);
  });

  it('is proposed by residents, and listed and decided by the board only', async () => {
    const contact = await makeContact();
    const input = {
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      proposed: { hours: 'всегда' },
    } as const;
    for (const persona of ['moderator', 'newcomer', 'outsider', 'company'] as const)
      await assertRefused(village.clients[persona].propose_change(input), 403);
    await assertRefused(village.anonymous.propose_change(input), 401);
    const proposal = await propose(contact, { hours: 'всегда' });
    for (const persona of personas.filter((one) => one !== 'editor')) {
      const client = village.clients[persona];
      await assertRefused(client.list_change_proposals({ settlement }), 403);
      const status = persona === 'resident' ? 403 : 404;
      await assertRefused(client.approve_change_proposal({ settlement, proposal }), status);
      await assertRefused(client.reject_change_proposal({ settlement, proposal, reason: 'нет' }), status);
      if (persona !== 'resident')
        await assertRefused(client.withdraw_change_proposal({ settlement, proposal }), 404);
      if (persona !== 'resident') assert.equal(await findMine(proposal, client), undefined);
    }
    await assertRefused(village.clients.editor.withdraw_change_proposal({ settlement, proposal }), 403);
    await assertRefused(
      village.clients.editor.approve_change_proposal({ settlement: 'sosny', proposal }),
      404,
    );
    await assertRefused(village.anonymous.list_change_proposals({ settlement }), 401);
    assert.equal((await findContact(contact))?.hours, '9–18');
  });

  it('refuses what is no correction', async () => {
    const contact = await makeContact();
    const input = { settlement, subject_type: 'contact', subject_id: contact } as const;
    const { resident } = village.clients;
    await assertRefused(resident.propose_change({ ...input, proposed: {} }), 422, 'proposed');
    await assertRefused(
      resident.propose_change({ ...input, proposed: { hours: '9–18', archived: false } }),
      422,
      'proposed',
    );
    await assertRefused(
      resident.propose_change({ ...input, proposed: { trades: ['x'] } }),
      422,
      'proposed.trades',
    );
    await assertRefused(
      resident.propose_change({ ...input, proposed: { rating: 5 } as never }),
      422,
      'proposed.rating',
    );
    await assertRefused(
      resident.propose_change({ ...input, proposed: { phones: ['1'] } }),
      422,
      'proposed.phones.0',
    );
    await assertRefused(
      resident.propose_change({ ...input, proposed: { site: 'javascript:1' } }),
      422,
      'proposed.site',
    );
    await assertRefused(
      resident.propose_change({ ...input, proposed: { hours: 'x' }, note: 'я'.repeat(501) }),
      422,
      'note',
    );
    await assertRefused(
      resident.propose_change({ ...input, subject_id: '77', proposed: { hours: 'x' } }),
      404,
    );
    await assertRefused(
      village.clients.outsider.propose_change({ ...input, settlement: 'sosny', proposed: { hours: 'x' } }),
      404,
    );
  });

  it('applies all or the selected fields, and notifies the author', async () => {
    const contact = await makeContact();
    const whole = await propose(contact, { hours: '8–20', address: 'Лесная, 4' });
    const { data } = await approve(whole);
    assert.deepEqual(
      [data.status, data.applied, data.now],
      ['approved', ['hours', 'address'], { hours: '8–20', address: 'Лесная, 4' }],
    );
    const part = await propose(contact, { hours: '7–21', name: 'Ваня' });
    await assertRefused(approve(part, ['phones']), 422, 'fields.0');
    await assertRefused(approve(part, []), 422, 'fields');
    await approve(part, ['hours', 'hours']);
    const now = await findContact(contact);
    assert.deepEqual([now?.hours, now?.name, now?.address], ['7–21', 'Электрик Иван', 'Лесная, 4']);
    const mine = await findMine(part);
    assert.deepEqual(
      [mine?.status, mine?.applied, mine?.settlement_id],
      ['approved', ['hours'], village.settlement.id],
    );
    const gone = await propose(contact, { archived: true });
    await approve(gone);
    assert.equal(await findContact(contact), undefined, 'taken out of the directory');
    for (const again of [
      () => approve(part),
      () => reject(part),
      () => village.clients.resident.withdraw_change_proposal({ settlement, proposal: part }),
    ])
      await assertRefused(again(), 422, 'status');
  });

  it('requires a reason for a refusal, which the author reads', async () => {
    const proposal = await propose(await makeContact(), { hours: 'никогда' });
    const { editor } = village.clients;
    await assertRefused(editor.reject_change_proposal({ settlement, proposal } as never), 422, 'reason');
    await assertRefused(editor.reject_change_proposal({ settlement, proposal, reason: '  ' }), 422, 'reason');
    const { unread } = await village.clients.resident.list_notifications({});
    const { data } = await reject(proposal, 'Позвонили, работает');
    const told = await village.clients.resident.list_notifications({});
    assert.equal(told.unread, unread + 1);
    assert.equal(
      Object.values(told.notifications[0]?.replacements ?? {}).includes('Позвонили, работает'),
      true,
    );
    assert.deepEqual([data.status, data.reject_reason], ['refused', 'Позвонили, работает']);
    assert.equal((await findMine(proposal))?.reject_reason, 'Позвонили, работает');
    await assertRefused(approve(proposal), 422, 'status');
  });

  it('is refused while a proposed field was edited meanwhile, and names it', async () => {
    const contact = await makeContact();
    const proposal = await propose(contact, { hours: '8–20', address: 'Лесная, 4' });
    const edit = (hours: string) =>
      village.clients.editor.edit_contact({ settlement, contact, hours, notes: 'не о том' });
    await edit('10–16');
    const error = await assertRefused(approve(proposal), 422, 'proposed.hours');
    assert.deepEqual((error.body as unknown as { fields: string[] }).fields, ['hours']);
    assert.equal((await findContact(contact))?.address, '', 'nothing is written');
    const [queued] = (await village.clients.editor.list_change_proposals({ settlement })).proposals;
    assert.deepEqual([queued?.before.hours, queued?.now.hours], ['9–18', '10–16']);
    await edit('9–18');
    await approve(proposal);
    assert.equal((await findContact(contact))?.hours, '8–20', 'edited back is no obstacle');

    const other = await propose(contact, { hours: 'круглосуточно', address: 'Лесная, 5' });
    await edit('по звонку');
    await approve(other, ['address']);
    const card = await findContact(contact);
    assert.deepEqual([card?.hours, card?.address], ['по звонку', 'Лесная, 5']);
  });

  it('applies one of two proposals of the same field approved concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const contact = await makeContact();
      const pair = await Promise.all([
        propose(contact, { hours: 'утром' }),
        propose(contact, { hours: 'вечером' }, village.clients.neighbour),
      ]);
      const outcomes = await Promise.allSettled(pair.map((proposal) => approve(proposal)));
      const [won, lost] = outcomes[0]?.status === 'fulfilled' ? [0, 1] : [1, 0];
      assert.equal(outcomes[won]?.status, 'fulfilled');
      await assertRefused(
        Promise.reject((outcomes[lost] as PromiseRejectedResult).reason),
        422,
        'proposed.hours',
      );
      assert.equal((await findContact(contact))?.hours, ['утром', 'вечером'][won]);
      await village.clients.editor.reject_change_proposal({
        settlement,
        proposal: pair[lost] as string,
        reason: 'уже исправили',
      });
    }
  });

  it('is either withdrawn or approved when both happen concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const contact = await makeContact();
      const proposal = await propose(contact, { hours: 'по-новому' });
      const withdraw = () => village.clients.resident.withdraw_change_proposal({ settlement, proposal });
      const [approved, withdrawn] = await Promise.allSettled(
        round % 2 === 0 ? [approve(proposal), withdraw()] : [withdraw(), approve(proposal)].reverse(),
      );
      assert.notEqual(approved?.status, withdrawn?.status);
      const isApplied = (await findContact(contact))?.hours === 'по-новому';
      assert.equal(isApplied, approved?.status === 'fulfilled');
      assert.equal((await findMine(proposal))?.status, isApplied ? 'approved' : 'withdrawn');
    }
  });

  it('is withdrawn by its author, and can be proposed again', async () => {
    const contact = await makeContact();
    const proposal = await propose(contact, { hours: 'х' });
    const { open } = await village.clients.editor.list_change_proposals({ settlement });
    assert.deepEqual(await village.clients.resident.withdraw_change_proposal({ settlement, proposal }), {
      withdrawn: true,
    });
    const after = await village.clients.editor.list_change_proposals({ settlement, open: false });
    assert.equal(after.open, open - 1);
    assert.ok(!after.proposals.some((one) => one.id === proposal), 'what was taken back is not the board’s');
    await assertRefused(
      village.clients.resident.withdraw_change_proposal({ settlement, proposal }),
      422,
      'status',
    );
    await approve(await propose(contact, { hours: 'х' }));
  });

  it('corrects a company that serves the settlement, by the rules for contacts', async () => {
    const company = { subject_type: 'company', subject_id: village.companyId } as const;
    const { data } = await village.clients.neighbour.propose_change({
      settlement,
      ...company,
      proposed: { trades: ['Колодцы', 'насосы'], hours: '9–18' },
    });
    assert.deepEqual(data.before, { trades: ['wells'], hours: '' });
    await assertRefused(
      village.clients.neighbour.propose_change({ settlement, ...company, proposed: { category: 'trade' } }),
      422,
      'proposed.category',
    );
    await assertRefused(
      village.clients.outsider.propose_change({ settlement: 'sosny', ...company, proposed: { hours: 'x' } }),
      404,
    );
    await village.clients.company.edit_company({ company: village.companyId, hours: '10–19' });
    await assertRefused(approve(data.id), 422, 'proposed.hours');
    await approve(data.id, ['trades']);
    const shown = await village.anonymous.show_company({ company: village.companyId });
    assert.deepEqual([shown.data.trades, shown.data.hours], [['колодцы', 'насосы'], '10–19']);
  });

  it('pages by the identifier of the last entry; false adds the decided ones', async () => {
    const contact = await makeContact();
    const made: string[] = [];
    for (let index = 0; index < 33; index += 1) made.push(await propose(contact, { hours: `с ${index}` }));
    await reject(made[32] as string);
    const { editor, resident } = village.clients;
    const first = await editor.list_change_proposals({ settlement });
    assert.equal(first.proposals.length, 30);
    assert.equal(first.cursor, first.proposals.at(-1)?.id);
    const second = await editor.list_change_proposals({ settlement, cursor: first.cursor as string });
    assert.ok(second.proposals.length >= 2);
    assert.ok([...first.proposals, ...second.proposals].every((one) => one.status === 'pending'));
    assert.equal(first.open, first.proposals.length + second.proposals.length);
    const all = await editor.list_change_proposals({ settlement, open: false });
    assert.equal(all.proposals[0]?.id, made[32]);
    assert.equal(all.proposals[0]?.status, 'refused');
    assert.deepEqual(
      (await editor.list_change_proposals({ settlement, open: 'true' })).proposals,
      first.proposals,
    );
    await assertRefused(editor.list_change_proposals({ settlement, cursor: 0 }), 422, 'cursor');
    await assertRefused(editor.list_change_proposals({ settlement, open: 'maybe' as never }), 422, 'open');
    await editor.list_change_proposals({ settlement, cursor: '9223372036854775807' });
    const mine = await resident.list_my_change_proposals({});
    assert.equal(mine.proposals.length, 30);
    assert.ok(
      (await resident.list_my_change_proposals({ cursor: mine.cursor as string })).proposals.length > 0,
    );
  });
});
